/// The newest value from ordinary threads for one real-time reader that never waits.
#ifndef REALTIME_TOOLS_REALTIME_BUFFER_H
#define REALTIME_TOOLS_REALTIME_BUFFER_H

#include <atomic>
#include <cstdint>
#include <mutex>

namespace realtime_tools {

/**
 * Hands the newest value of a T from ordinary ("non-RT") threads to one real-time ("RT") thread.
 *
 * Three slots: the reader owns one, the writer fills another, and the third carries the newest
 * value between them. They trade slots by one atomic exchange, so the reader neither blocks, copies
 * nor allocates, always gets the newest complete value, and never sees a half-written one.
 *
 * T must be copyable; the default constructor also needs T to be default constructible.
 */
template <class T>
class RealtimeBuffer {
 public:
  RealtimeBuffer() : slots_{} {}

  explicit RealtimeBuffer(const T& data) : slots_{data, data, data} {}

  /// Starts with the newest value of `source`.
  RealtimeBuffer(const RealtimeBuffer& source) : RealtimeBuffer(source.copyNewest()) {}

  /// Writes the newest value of `source`, as writeFromNonRT does.
  RealtimeBuffer& operator=(const RealtimeBuffer& source) {
    if (this != &source) {
      writeFromNonRT(source.copyNewest());
    }
    return *this;
  }

  ~RealtimeBuffer() = default;

  /**
   * The newest value; call from the one RT thread only.
   * The pointer is never null and stays valid, its value unchanged, until the next call.
   */
  T* readFromRT() {
    if (exchange_.load(std::memory_order_relaxed) & kFresh) {
      rt_slot_ = exchange_.exchange(rt_slot_, std::memory_order_acq_rel) & kSlotMask;
    }
    return &slots_[rt_slot_];
  }

  /**
   * The newest value for any thread; never null.
   * Another thread may overwrite it with its second write after this call, so copy it at once.
   */
  T* readFromNonRT() const { return &slots_[newest_slot_.load(std::memory_order_acquire)]; }

  /// Publishes a value. Writers wait for each other, never for the reader.
  void writeFromNonRT(const T& data) {
    std::lock_guard<std::mutex> guard(writers_);
    slots_[write_slot_] = data;
    const std::uint8_t old = exchange_.exchange(write_slot_ | kFresh, std::memory_order_acq_rel);
    newest_slot_.store(write_slot_, std::memory_order_release);
    write_slot_ = old & kSlotMask;
  }

  /// Sets the value for both sides. Only before any other thread uses the buffer.
  void initRT(const T& data) {
    std::lock_guard<std::mutex> guard(writers_);
    for (T& slot : slots_) {
      slot = data;
    }
  }

 private:
  static constexpr std::uint8_t kSlotMask = 3;
  static constexpr std::uint8_t kFresh = 4;

  T copyNewest() const {
    std::lock_guard<std::mutex> guard(writers_);
    return slots_[newest_slot_.load(std::memory_order_relaxed)];
  }

  mutable T slots_[3];  // mutable: readFromNonRT is const and yet returns T*, as upstream's does
  std::uint8_t rt_slot_ = 0;               // owned by the RT thread
  std::atomic<std::uint8_t> exchange_{1};  // slot between the two, | kFresh until the RT took it
  std::uint8_t write_slot_ = 2;            // owned by whoever holds writers_
  std::atomic<std::uint8_t> newest_slot_{0};
  mutable std::mutex writers_;
};

}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_REALTIME_BUFFER_H
