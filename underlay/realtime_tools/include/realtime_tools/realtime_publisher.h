/// Publishes messages from a real-time loop through a thread of its own.
#ifndef REALTIME_TOOLS_REALTIME_PUBLISHER_H
#define REALTIME_TOOLS_REALTIME_PUBLISHER_H

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace realtime_tools {

/**
 * Publishes from a real-time ("RT") loop without ever blocking it:
 *
 *     if (publisher.trylock()) {
 *       publisher.msg_.header.stamp = time;
 *       publisher.unlockAndPublish();
 *     }
 *
 * unlockAndPublish copies msg_ into a ring of slots and wakes the publishing thread by a semaphore.
 * The thread takes messages out in order and never locks msg_, so trylock fails only while another
 * thread holds lock(), or when the thread is a whole ring behind. That makes a difference to the
 * polling hand-over known from other implementations, which loses messages less than about 1 ms
 * apart: a simulation at 30 times real time keeps every one.
 *
 * msg_ keeps its content between messages: constant fields are set once, at best between lock() and
 * unlock(), which also gives every slot the memory it needs. Publishing a message of the same sizes
 * then allocates nothing on the RT side. Without that, the first use of each slot allocates what
 * the message's strings and vectors need.
 */
template <class Msg>
class RealtimePublisher {
 public:
  /// The message to fill while holding the lock.
  Msg msg_;

  /// Advertises `topic` (see init) and starts the thread.
  RealtimePublisher(const ros::NodeHandle& node, const std::string& topic, int queue_size,
                    bool latched = false)
      : RealtimePublisher() {
    init(node, topic, queue_size, latched);
  }

  /// Not usable before init: trylock returns false.
  RealtimePublisher() { sem_init(&wake_, 0, 0); }

  /// Sends what was accepted, then ends the thread.
  ~RealtimePublisher() {
    stopAndJoin();
    sem_destroy(&wake_);
  }

  RealtimePublisher(const RealtimePublisher&) = delete;
  RealtimePublisher& operator=(const RealtimePublisher&) = delete;

  /**
   * Advertises and starts the thread; not from the RT thread, nor while others use the object.
   * @param queue_size length of the ROS send queue [messages]; it also sizes the ring of slots,
   *   within [kMinSlots, kMaxSlots] (0, endless in ROS, gives kMaxSlots).
   */
  void init(const ros::NodeHandle& node, const std::string& topic, int queue_size,
            bool latched = false) {
    stopAndJoin();
    ros::NodeHandle mutable_node(node);  // advertise is not const
    publisher_ = mutable_node.advertise<Msg>(topic, static_cast<uint32_t>(queue_size), latched);
    const int slots = queue_size > 0 ? std::max(queue_size, kMinSlots) : kMaxSlots;
    slots_.assign(static_cast<std::size_t>(std::min(slots, kMaxSlots)), Msg());
    written_ = 0;
    sent_ = 0;
    running_ = true;
    thread_ = std::thread(&RealtimePublisher::publishingLoop, this);
  }

  /// Accepts no more messages; those accepted are still sent. The thread ends on its own.
  void stop() {
    running_ = false;
    sem_post(&wake_);
  }

  /**
   * Tries to get msg_ for the next message; never blocks.
   * @return false when another thread holds the lock, all slots wait to be sent, or it is stopped.
   */
  bool trylock() {
    if (!msg_mutex_.try_lock()) {
      return false;
    }
    if (!running_ || !hasFreeSlot()) {
      msg_mutex_.unlock();
      return false;
    }
    return true;
  }

  /// Hands msg_ to the thread and gives up the lock of trylock() or lock(); never blocks.
  void unlockAndPublish() {
    const bool accepted = running_ && hasFreeSlot();
    if (accepted) {
      const std::size_t written = written_.load(std::memory_order_relaxed);
      slots_[written % slots_.size()] = msg_;
      written_.store(written + 1, std::memory_order_release);
    }
    locked_outside_rt_ = false;
    msg_mutex_.unlock();
    if (accepted) {
      sem_post(&wake_);
    }
  }

  /// Gets msg_, waiting for it and for a free slot. Not for the RT thread.
  void lock() {
    msg_mutex_.lock();
    while (running_ && !hasFreeSlot()) {
      msg_mutex_.unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      msg_mutex_.lock();
    }
    locked_outside_rt_ = true;
  }

  /// Gives up the lock without publishing. After lock() it first prepares the slots for msg_.
  void unlock() {
    if (locked_outside_rt_) {
      copyToFreeSlots();
      locked_outside_rt_ = false;
    }
    msg_mutex_.unlock();
  }

  static constexpr int kMinSlots = 16;   ///< rides out a thread that is not scheduled for a while
  static constexpr int kMaxSlots = 128;  ///< bounds the memory

 private:
  // Slots [sent_, written_) belong to the publishing thread, the others to the holder of the lock.
  bool hasFreeSlot() const {
    return written_.load(std::memory_order_relaxed) - sent_.load(std::memory_order_acquire) <
           slots_.size();
  }

  void copyToFreeSlots() {
    const std::size_t end = sent_.load(std::memory_order_acquire) + slots_.size();
    for (std::size_t i = written_.load(std::memory_order_relaxed); i < end; ++i) {
      slots_[i % slots_.size()] = msg_;
    }
  }

  void publishingLoop() {
    while (true) {
      while (sem_wait(&wake_) != 0 && errno == EINTR) {
      }
      const std::size_t sent = sent_.load(std::memory_order_relaxed);
      if (sent != written_.load(std::memory_order_acquire)) {
        publisher_.publish(slots_[sent % slots_.size()]);
        sent_.store(sent + 1, std::memory_order_release);
      } else if (!running_) {
        return;
      }
    }
  }

  void stopAndJoin() {
    if (thread_.joinable()) {
      stop();
      thread_.join();
    }
  }

  ros::Publisher publisher_;
  std::mutex msg_mutex_;            // held while msg_ is being filled; the thread never takes it
  bool locked_outside_rt_ = false;  // guarded by msg_mutex_
  std::vector<Msg> slots_;
  std::atomic<std::size_t> written_{0};  // messages accepted so far
  std::atomic<std::size_t> sent_{0};     // messages published so far
  std::atomic<bool> running_{false};
  sem_t wake_;  // one post per accepted message, and one by stop; posting never blocks
  std::thread thread_;
};

template <class Msg>
constexpr int RealtimePublisher<Msg>::kMinSlots;
template <class Msg>
constexpr int RealtimePublisher<Msg>::kMaxSlots;

template <class Msg>
using RealtimePublisherSharedPtr = std::shared_ptr<RealtimePublisher<Msg>>;

}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_REALTIME_PUBLISHER_H
