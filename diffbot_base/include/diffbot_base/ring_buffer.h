#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace diffbot_base {

/// Queue from one writing thread to one reading thread; neither ever waits. Holds Size - 1 items.
template <typename T, std::size_t Size>
class RingBuffer {
 public:
  /// False, and the item is lost, when the reader is that far behind.
  bool push(const T& item) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    const std::size_t next = (head + 1) % Size;
    if (next == tail_.load(std::memory_order_acquire)) return false;
    items_[head] = item;
    head_.store(next, std::memory_order_release);
    return true;
  }

  /// False when there is nothing.
  bool pop(T* item) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_.load(std::memory_order_acquire)) return false;
    *item = items_[tail];
    tail_.store((tail + 1) % Size, std::memory_order_release);
    return true;
  }

 private:
  std::array<T, Size> items_;
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};

}  // namespace diffbot_base
