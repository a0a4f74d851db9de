#pragma once

#include <diffbot_base/wheel_pair.h>

namespace diffbot_base {

/// Spreads the steps of the measured positions over the cycles of the loop, so that the joints
/// never jump: not from one measurement to the next, and not after a gap in which the wheels ran
/// on. It invents nothing: it never goes beyond the measured position. No ROS, allocates nothing.
class PositionFollower {
 public:
  /// The joints are here now (rad).
  void start(const WheelPair& position);

  /// One cycle of `period_s` towards `target` (rad), at `measured` wheel speeds (rad/s).
  void step(const WheelPair& target, const WheelPair& measured, double period_s);

  const WheelPair& position() const { return position_; }  ///< rad

 private:
  WheelPair position_;
  double speed_ = 0.0;  // rad/s, of the faster wheel
};

}  // namespace diffbot_base
