/// Converts the time of a real-time loop's clock to system time.
#ifndef REALTIME_TOOLS_REALTIME_CLOCK_H
#define REALTIME_TOOLS_REALTIME_CLOCK_H

#include <ros/time.h>
#include <semaphore.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace realtime_tools {

/**
 * Tells a real-time ("RT") loop what the system clock shows, without a system clock call in it.
 *
 * A thread of its own measures the offset between the two clocks whenever the loop asks. "System
 * time" is the wall clock (ros::WallTime), also while ROS runs on simulated time.
 */
class RealtimeClock {
 public:
  RealtimeClock();
  ~RealtimeClock();

  RealtimeClock(const RealtimeClock&) = delete;
  RealtimeClock& operator=(const RealtimeClock&) = delete;

  /**
   * Estimates the system time that belongs to a time of the RT clock; never blocks or allocates.
   * Call it from one thread, with the current RT time: each call is also a sample for the estimate,
   * which is late by the wake-up time of the measuring thread (typically some 10 us).
   * While the RT time advances, so does the result, unless the system clock is set back.
   * @return ros::Time() until a first offset is known, or when the sum is outside ros::Time's
   * range.
   */
  ros::Time getSystemTime(const ros::Time& realtime_time);

  /// Body of the measuring thread, which the constructor starts; returns once the clock is
  /// destroyed.
  void loop();

 private:
  static constexpr int kWindow = 32;  // offsets of which the smallest, the least delayed, counts

  std::atomic<bool> running_{true};
  std::atomic<bool> sample_wanted_{false};  // true from the post until the thread took the sample
  std::atomic<std::int64_t> sample_{0};     // newest RT time [ns]
  std::atomic<std::int64_t> offset_;        // system minus RT time [ns]
  std::int64_t last_realtime_ = 0;          // of the last call [ns]; RT thread only
  std::int64_t last_result_ = 0;            // of the last call [ns]; RT thread only
  sem_t wake_;
  std::thread thread_;
};

}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_REALTIME_CLOCK_H
