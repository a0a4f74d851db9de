#pragma once

#include <diffbot_base/loop_clock.h>
#include <ros/duration.h>
#include <ros/time.h>

#include <cstdint>

namespace diffbot_base {

/// Totals since the start; times in s.
struct LoopStatistics {
  uint64_t cycles = 0;
  uint64_t overruns = 0;        ///< cycles that ended after the next one was due
  double last_overrun_s = 0.0;  ///< by how much
  double worst_overrun_s = 0.0;
  double last_late_s = 0.0;  ///< how long after its time this cycle has begun
  double worst_late_s = 0.0;
  double last_work_s = 0.0;  ///< how long the cycle before this one took
  double worst_work_s = 0.0;
  double last_period_s = 0.0;      ///< between the beginnings of the last two cycles
  uint64_t clock_steps = 0;        ///< how often the wall clock was set
  double last_clock_step_s = 0.0;  ///< by how much
};

/// One cycle of the loop.
struct Cycle {
  ros::Time time;              ///< wall clock: what the controllers stamp their messages with
  ros::Duration period;        ///< since the last cycle, on the steady clock; at most two periods
  double steady_s = 0.0;       ///< steady clock
  bool clock_stepped = false;  ///< the wall clock was set since the last cycle
};

/// Keeps the rate on the steady clock. A late cycle does not shift the next ones, and missed cycles
/// are left out, never caught up. No ROS node is needed; allocates nothing.
class LoopTimer {
 public:
  /// `rate_hz` must be positive.
  LoopTimer(LoopClock* clock, double rate_hz);

  /// Wait for the next cycle and describe it.
  Cycle next();

  const LoopStatistics& statistics() const { return statistics_; }
  double period() const { return 1e-9 * static_cast<double>(period_ns_); }  ///< nominal, s

 private:
  void countWork(int64_t now_ns);

  LoopClock* clock_;
  int64_t period_ns_;
  int64_t due_ns_ = 0;
  int64_t began_ns_ = 0;
  double wall_ahead_s_ = 0.0;  // wall clock less steady clock
  bool started_ = false;
  LoopStatistics statistics_;
};

}  // namespace diffbot_base
