#pragma once

#include <ros/time.h>

#include <cstdint>

namespace diffbot_base {

/// The two clocks of the loop, behind an interface so that tests can step them.
class LoopClock {
 public:
  virtual ~LoopClock() = default;

  /// A clock that nobody can set (ns).
  virtual int64_t steadyNs() = 0;

  /// The time that messages are stamped with; somebody may set it at any moment.
  virtual ros::Time wall() = 0;

  /// Wait until the steady clock shows `deadline_ns`; may come back early for a signal.
  virtual void sleepUntil(int64_t deadline_ns) = 0;
};

/// CLOCK_MONOTONIC and ros::Time::now().
class SystemClock : public LoopClock {
 public:
  int64_t steadyNs() override;
  ros::Time wall() override;
  void sleepUntil(int64_t deadline_ns) override;
};

/// CLOCK_MONOTONIC in seconds.
double steadySeconds();

}  // namespace diffbot_base
