// Stops threads at a known place.
#ifndef REALTIME_TOOLS_TESTING_GATE_H
#define REALTIME_TOOLS_TESTING_GATE_H

#include <condition_variable>
#include <mutex>

namespace realtime_tools {
namespace testing {

class Gate {
 public:
  void close() {
    std::lock_guard<std::mutex> guard(mutex_);
    open_ = false;
  }

  void open() {
    std::lock_guard<std::mutex> guard(mutex_);
    open_ = true;
    changed_.notify_all();
  }

  // Waits until the gate is open.
  void pass() {
    std::unique_lock<std::mutex> guard(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(guard, [this] { return open_; });
  }

  // Waits until this many threads in total came to the gate.
  void waitForArrivals(int arrivals) {
    std::unique_lock<std::mutex> guard(mutex_);
    changed_.wait(guard, [&] { return arrived_ >= arrivals; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
  int arrived_ = 0;
};

}  // namespace testing
}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_TESTING_GATE_H
