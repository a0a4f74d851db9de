/// Limits of a joint.
#ifndef JOINT_LIMITS_INTERFACE_JOINT_LIMITS_H
#define JOINT_LIMITS_INTERFACE_JOINT_LIMITS_H

namespace joint_limits_interface {

/// Hard limits. SI units: rad or m, and their derivatives; effort in N m or N. All off by default.
struct JointLimits {
  double min_position = 0.0;
  double max_position = 0.0;
  double max_velocity = 0.0;
  double max_acceleration = 0.0;
  double max_jerk = 0.0;
  double max_effort = 0.0;

  bool has_position_limits = false;
  bool has_velocity_limits = false;
  bool has_acceleration_limits = false;
  bool has_jerk_limits = false;
  bool has_effort_limits = false;
  bool angle_wraparound = false;  ///< the joint turns without end (URDF: continuous)
};

/**
 * Position bounds that a joint approaches ever more slowly, as URDF's safety_controller has them:
 * velocity is bounded by k_position * distance, effort by k_velocity * distance to that velocity.
 */
struct SoftJointLimits {
  double min_position = 0.0;  ///< rad or m
  double max_position = 0.0;  ///< rad or m
  double k_position = 0.0;    ///< 1/s
  double k_velocity = 0.0;    ///< N m s/rad or N s/m
};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_JOINT_LIMITS_H
