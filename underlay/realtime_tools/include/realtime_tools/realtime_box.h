/// A value behind a mutex.
#ifndef REALTIME_TOOLS_REALTIME_BOX_H
#define REALTIME_TOOLS_REALTIME_BOX_H

#include <mutex>

namespace realtime_tools {

/**
 * Holds one value that several threads set and get.
 *
 * Both calls lock a mutex for the time of one copy, so a real-time caller may wait for a copy of
 * the other side. Where that matters use RealtimeBuffer, whose reader never waits.
 */
template <class T>
class RealtimeBox {
 public:
  explicit RealtimeBox(const T& initial = T()) : value_(initial) {}

  void set(const T& value) {
    std::lock_guard<std::mutex> guard(mutex_);
    value_ = value;
  }

  void get(T& ref) {
    std::lock_guard<std::mutex> guard(mutex_);
    ref = value_;
  }

 private:
  T value_;
  std::mutex mutex_;
};

}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_REALTIME_BOX_H
