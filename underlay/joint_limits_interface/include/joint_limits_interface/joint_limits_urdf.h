/// Joint limits from a robot description.
#ifndef JOINT_LIMITS_INTERFACE_JOINT_LIMITS_URDF_H
#define JOINT_LIMITS_INTERFACE_JOINT_LIMITS_URDF_H

#include <urdf/model.h>
#include <urdf_model/joint.h>

#include "joint_limits_interface/joint_limits.h"

namespace joint_limits_interface {

/**
 * Sets the limits that a joint's `<limit>` element states: position limits for revolute and
 * prismatic joints, wraparound for continuous ones, velocity and effort limits for all (so
 * effort="0" means a joint without any effort). URDF has no acceleration limit: it is switched off.
 * @return false, with `limits` unchanged, if there is no joint or no `<limit>`.
 */
inline bool getJointLimits(urdf::JointConstSharedPtr urdf_joint, JointLimits& limits) {
  if (!urdf_joint || !urdf_joint->limits) {
    return false;
  }
  limits.has_position_limits =
      urdf_joint->type == urdf::Joint::REVOLUTE || urdf_joint->type == urdf::Joint::PRISMATIC;
  if (limits.has_position_limits) {
    limits.min_position = urdf_joint->limits->lower;
    limits.max_position = urdf_joint->limits->upper;
  }
  limits.angle_wraparound = urdf_joint->type == urdf::Joint::CONTINUOUS;

  limits.has_velocity_limits = true;
  limits.max_velocity = urdf_joint->limits->velocity;
  limits.has_acceleration_limits = false;
  limits.has_effort_limits = true;
  limits.max_effort = urdf_joint->limits->effort;
  return true;
}

/**
 * Sets the soft limits that a joint's `<safety_controller>` element states.
 * @return false, with `soft_limits` unchanged, if there is no joint or no such element.
 */
inline bool getSoftJointLimits(urdf::JointConstSharedPtr urdf_joint, SoftJointLimits& soft_limits) {
  if (!urdf_joint || !urdf_joint->safety) {
    return false;
  }
  soft_limits.min_position = urdf_joint->safety->soft_lower_limit;
  soft_limits.max_position = urdf_joint->safety->soft_upper_limit;
  soft_limits.k_position = urdf_joint->safety->k_position;
  soft_limits.k_velocity = urdf_joint->safety->k_velocity;
  return true;
}

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_JOINT_LIMITS_URDF_H
