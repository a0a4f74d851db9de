/// What all limit handles share.
#ifndef JOINT_LIMITS_INTERFACE_INTERNAL_LIMIT_HANDLE_H
#define JOINT_LIMITS_INTERFACE_INTERNAL_LIMIT_HANDLE_H

#include <hardware_interface/joint_command_interface.h>
#include <ros/duration.h>

#include <algorithm>
#include <string>

#include "joint_limits_interface/joint_limits.h"
#include "joint_limits_interface/joint_limits_interface_exception.h"

namespace joint_limits_interface {
namespace internal {

/// `val` within the bounds: min(max(val, min_val), max_val). NaN stays NaN.
template <typename T>
T saturate(const T val, const T min_val, const T max_val) {
  return std::min(std::max(val, min_val), max_val);
}

/// The period [s]; a clock that stood still or jumped back counts as no time passed.
inline double seconds(const ros::Duration& period) { return std::max(0.0, period.toSec()); }

struct Bounds {
  double lower;
  double upper;

  double saturate(double value) const { return internal::saturate(value, lower, upper); }
};

/// The joint and its limits.
class LimitHandle {
 public:
  LimitHandle() = default;
  LimitHandle(const hardware_interface::JointHandle& jh, const JointLimits& limits)
      : jh_(jh), limits_(limits) {}

  std::string getName() const { return jh_.getName(); }

 protected:
  void requireVelocityLimits() const { require(limits_.has_velocity_limits, "velocity"); }
  void requireEffortLimits() const { require(limits_.has_effort_limits, "effort"); }

  Bounds hardPositionBounds() const { return {limits_.min_position, limits_.max_position}; }

  /**
   * The velocities with which the joint may move on from `position`: those up to max_velocity which
   * approach a soft position limit no faster than k_position times the distance to it.
   */
  Bounds softVelocityBounds(const SoftJointLimits& soft, double position,
                            double max_velocity) const {
    const Bounds velocity = {-max_velocity, max_velocity};
    if (!limits_.has_position_limits) {
      return velocity;
    }
    return {velocity.saturate(-soft.k_position * (position - soft.min_position)),
            velocity.saturate(-soft.k_position * (position - soft.max_position))};
  }

  hardware_interface::JointHandle jh_;
  JointLimits limits_;

 private:
  void require(bool has_limits, const char* kind) const {
    if (!has_limits) {
      throw JointLimitsInterfaceException("Cannot limit joint '" + getName() + "': it has no " +
                                          kind + " limits");
    }
  }
};

}  // namespace internal
}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_INTERNAL_LIMIT_HANDLE_H
