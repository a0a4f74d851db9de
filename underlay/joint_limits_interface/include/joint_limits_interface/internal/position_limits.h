/// Limits of position commands. Include joint_limits_interface.h instead.
#ifndef JOINT_LIMITS_INTERFACE_INTERNAL_POSITION_LIMITS_H
#define JOINT_LIMITS_INTERFACE_INTERNAL_POSITION_LIMITS_H

#include <cmath>
#include <limits>

#include "joint_limits_interface/internal/limit_handle.h"

namespace joint_limits_interface {
namespace internal {

/// The previous command, from which the next one may move away only so far.
class PositionLimitHandle : public LimitHandle {
 public:
  using LimitHandle::LimitHandle;

  /// Makes the next step start from the measured position instead of the previous command.
  void reset() { previous_ = std::numeric_limits<double>::quiet_NaN(); }

 protected:
  /// Where the step starts: the previous command, at first (or after NaN) the measured position.
  double stepStart() const { return std::isnan(previous_) ? jh_.getPosition() : previous_; }

  /// Moves the command within the steps allowed, then within the position limits, which always win.
  void limitStep(const Bounds& positions) {
    double command = positions.saturate(jh_.getCommand());
    if (limits_.has_position_limits) {
      command = hardPositionBounds().saturate(command);
    }
    jh_.setCommand(command);
    previous_ = command;
  }

 private:
  double previous_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace internal

/**
 * Keeps a position command within the position limits and, with velocity limits, within
 * max_velocity * period of the previous command.
 */
class PositionJointSaturationHandle : public internal::PositionLimitHandle {
 public:
  PositionJointSaturationHandle(const hardware_interface::JointHandle& jh,
                                const JointLimits& limits)
      : PositionLimitHandle(jh, limits) {}

  /// `period`: time since the last call.
  void enforceLimits(const ros::Duration& period) {
    double step = std::numeric_limits<double>::infinity();
    if (limits_.has_velocity_limits) {
      step = limits_.max_velocity * internal::seconds(period);
    }
    const double start = stepStart();
    limitStep({start - step, start + step});
  }
};

/**
 * Keeps a position command within the position limits and its step from the previous command within
 * the velocities that the soft limits allow there.
 */
class PositionJointSoftLimitsHandle : public internal::PositionLimitHandle {
 public:
  PositionJointSoftLimitsHandle() = default;

  /// Throws JointLimitsInterfaceException without velocity limits.
  PositionJointSoftLimitsHandle(const hardware_interface::JointHandle& jh,
                                const JointLimits& limits, const SoftJointLimits& soft_limits)
      : PositionLimitHandle(jh, limits), soft_limits_(soft_limits) {
    requireVelocityLimits();
  }

  /// `period`: time since the last call.
  void enforceLimits(const ros::Duration& period) {
    const double start = stepStart();
    const double dt = internal::seconds(period);
    const internal::Bounds velocity = softVelocityBounds(soft_limits_, start, limits_.max_velocity);
    limitStep({start + velocity.lower * dt, start + velocity.upper * dt});
  }

 private:
  SoftJointLimits soft_limits_;
};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_INTERNAL_POSITION_LIMITS_H
