#pragma once

#include <diffbot_base/wheel_pair.h>

#include <cstdint>

namespace diffbot_base {

/// How joint commands become wheel commands. See README.md for the meaning of each.
struct CommandSettings {
  double gain = 1.0;            ///< positive
  double trim = 0.0;            ///< between -gain and gain: positive makes the right wheel faster
  double motor_constant = 1.0;  ///< positive
  double pwm_limit = 1.0;       ///< 0 to 1, part of max_wheel_speed
  double max_wheel_speed = 18;  ///< rad/s, positive
};

/// Turns the controllers' command into what goes on the wire; the command itself stays as it is.
/// No ROS, allocates nothing.
class CommandShaper {
 public:
  explicit CommandShaper(const CommandSettings& settings) : settings_(settings) {}

  /// Wheel speeds for the firmware (rad/s): calibrated, both scaled by one factor when one is too
  /// fast, then by `part` (0 to 1). A command that is not finite gives 0 for both and is counted.
  WheelPair shape(const WheelPair& command, double part);

  uint64_t notFinite() const { return not_finite_; }
  uint64_t saturated() const { return saturated_; }

 private:
  CommandSettings settings_;
  uint64_t not_finite_ = 0;
  uint64_t saturated_ = 0;
};

}  // namespace diffbot_base
