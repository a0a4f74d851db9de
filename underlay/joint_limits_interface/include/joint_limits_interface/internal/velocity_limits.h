/// Limits of velocity commands. Include joint_limits_interface.h instead.
#ifndef JOINT_LIMITS_INTERFACE_INTERNAL_VELOCITY_LIMITS_H
#define JOINT_LIMITS_INTERFACE_INTERNAL_VELOCITY_LIMITS_H

#include <cmath>
#include <limits>

#include "joint_limits_interface/internal/limit_handle.h"

namespace joint_limits_interface {

/**
 * Keeps a velocity command within max_velocity and, with acceleration limits, within
 * max_acceleration * period of the previous command, which is 0 at first.
 */
class VelocityJointSaturationHandle : public internal::LimitHandle {
 public:
  VelocityJointSaturationHandle() = default;

  /// Throws JointLimitsInterfaceException without velocity limits.
  VelocityJointSaturationHandle(const hardware_interface::JointHandle& jh,
                                const JointLimits& limits)
      : LimitHandle(jh, limits) {
    requireVelocityLimits();
  }

  /// `period`: time since the last call. With acceleration limits and no time passed, the command
  /// stays as it was.
  void enforceLimits(const ros::Duration& period) {
    double command = jh_.getCommand();
    if (limits_.has_acceleration_limits) {
      const double step = limits_.max_acceleration * internal::seconds(period);
      command = internal::saturate(command, previous_ - step, previous_ + step);
    }
    command = internal::saturate(command, -limits_.max_velocity, limits_.max_velocity);
    jh_.setCommand(command);
    if (!std::isnan(command)) {  // NaN as previous command would switch the limit off for good
      previous_ = command;
    }
  }

 private:
  double previous_ = 0.0;
};

/**
 * Keeps a velocity command within what the soft limits allow at the measured position and, with
 * acceleration limits, within max_acceleration * period of the measured velocity. Where both cannot
 * be met, the soft limits win. Without velocity limits only the soft limits bound the velocity.
 */
class VelocityJointSoftLimitsHandle : public internal::LimitHandle {
 public:
  VelocityJointSoftLimitsHandle(const hardware_interface::JointHandle& jh,
                                const JointLimits& limits, const SoftJointLimits& soft_limits)
      : LimitHandle(jh, limits),
        soft_limits_(soft_limits),
        max_velocity_(limits.has_velocity_limits ? limits.max_velocity
                                                 : std::numeric_limits<double>::max()) {}

  /// `period`: time since the last call.
  void enforceLimits(const ros::Duration& period) {
    double command = jh_.getCommand();
    if (limits_.has_acceleration_limits) {
      const double step = limits_.max_acceleration * internal::seconds(period);
      const double velocity = jh_.getVelocity();
      command = internal::saturate(command, velocity - step, velocity + step);
    }
    command = softVelocityBounds(soft_limits_, jh_.getPosition(), max_velocity_).saturate(command);
    // A NaN measurement gives NaN bounds, which bound nothing; this one holds even so.
    jh_.setCommand(internal::saturate(command, -max_velocity_, max_velocity_));
  }

 private:
  SoftJointLimits soft_limits_;
  double max_velocity_;
};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_INTERNAL_VELOCITY_LIMITS_H
