#pragma once

#include <mutex>

namespace diffbot_base {

/// The latest value of a plain struct, from the loop to everyone else. The loop never waits: when a
/// reader is just copying, this cycle's value is left out.
template <typename T>
class StatusBox {
 public:
  void tryPut(const T& value) {
    if (!mutex_.try_lock()) return;
    value_ = value;
    mutex_.unlock();
  }

  T get() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  T value_{};
};

}  // namespace diffbot_base
