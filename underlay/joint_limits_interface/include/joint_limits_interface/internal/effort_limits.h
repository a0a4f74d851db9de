/// Limits of effort commands. Include joint_limits_interface.h instead.
#ifndef JOINT_LIMITS_INTERFACE_INTERNAL_EFFORT_LIMITS_H
#define JOINT_LIMITS_INTERFACE_INTERNAL_EFFORT_LIMITS_H

#include "joint_limits_interface/internal/limit_handle.h"

namespace joint_limits_interface {

/**
 * Keeps an effort command within max_effort, and at zero instead of pushing further a joint that is
 * beyond a position limit or faster than max_velocity.
 */
class EffortJointSaturationHandle : public internal::LimitHandle {
 public:
  /// Throws JointLimitsInterfaceException without velocity and effort limits.
  EffortJointSaturationHandle(const hardware_interface::JointHandle& jh, const JointLimits& limits)
      : LimitHandle(jh, limits) {
    requireVelocityLimits();
    requireEffortLimits();
  }

  void enforceLimits(const ros::Duration& /*period*/) {
    internal::Bounds effort = {-limits_.max_effort, limits_.max_effort};
    if (limits_.has_position_limits) {
      forbidPushing(jh_.getPosition(), limits_.min_position, limits_.max_position, effort);
    }
    forbidPushing(jh_.getVelocity(), -limits_.max_velocity, limits_.max_velocity, effort);
    jh_.setCommand(effort.saturate(jh_.getCommand()));
  }

 private:
  static void forbidPushing(double value, double lower, double upper, internal::Bounds& effort) {
    if (value < lower) {
      effort.lower = 0.0;
    } else if (value > upper) {
      effort.upper = 0.0;
    }
  }
};

/**
 * Keeps an effort command within bounds proportional (k_velocity) to how far the measured velocity
 * is from those that the soft limits allow at the measured position, and within max_effort.
 */
class EffortJointSoftLimitsHandle : public internal::LimitHandle {
 public:
  EffortJointSoftLimitsHandle() = default;

  /// Throws JointLimitsInterfaceException without velocity and effort limits.
  EffortJointSoftLimitsHandle(const hardware_interface::JointHandle& jh, const JointLimits& limits,
                              const SoftJointLimits& soft_limits)
      : LimitHandle(jh, limits), soft_limits_(soft_limits) {
    requireVelocityLimits();
    requireEffortLimits();
  }

  void enforceLimits(const ros::Duration& /*period*/) {
    const internal::Bounds effort = {-limits_.max_effort, limits_.max_effort};
    const double velocity = jh_.getVelocity();
    const internal::Bounds allowed =
        softVelocityBounds(soft_limits_, jh_.getPosition(), limits_.max_velocity);
    const internal::Bounds soft_effort = {
        effort.saturate(-soft_limits_.k_velocity * (velocity - allowed.lower)),
        effort.saturate(-soft_limits_.k_velocity * (velocity - allowed.upper))};
    // A NaN measurement gives NaN bounds, which bound nothing; the outer ones hold even so.
    jh_.setCommand(effort.saturate(soft_effort.saturate(jh_.getCommand())));
  }

 private:
  SoftJointLimits soft_limits_;
};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_INTERNAL_EFFORT_LIMITS_H
