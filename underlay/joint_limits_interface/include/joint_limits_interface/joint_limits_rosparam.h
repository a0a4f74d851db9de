/// Joint limits from the parameter server.
#ifndef JOINT_LIMITS_INTERFACE_JOINT_LIMITS_ROSPARAM_H
#define JOINT_LIMITS_INTERFACE_JOINT_LIMITS_ROSPARAM_H

#include <ros/console.h>
#include <ros/exceptions.h>
#include <ros/node_handle.h>

#include <string>

#include "joint_limits_interface/joint_limits.h"

namespace joint_limits_interface {
namespace internal {

/**
 * Opens `<nh>/joint_limits/<joint_name>`.
 * @return false if nothing is set there or the joint's name cannot be part of a parameter name.
 */
inline bool openJointNamespace(const std::string& joint_name, const ros::NodeHandle& nh,
                               ros::NodeHandle& limits_nh) {
  const std::string name = "joint_limits/" + joint_name;
  try {
    if (!nh.hasParam(name)) {
      ROS_DEBUG_STREAM("No joint limits for joint '" << joint_name << "' below "
                                                     << nh.getNamespace());
      return false;
    }
    limits_nh = ros::NodeHandle(nh, name);
  } catch (const ros::InvalidNameException& error) {
    ROS_ERROR_STREAM("No joint limits for joint '" << joint_name << "': " << error.what());
    return false;
  }
  return true;
}

/**
 * Reads one limit: `<has_key>: true` with its value switches it on, `<has_key>: false` off; all
 * else changes nothing.
 */
inline void readLimit(const ros::NodeHandle& nh, const std::string& has_key,
                      const std::string& value_key, bool& has_limit, double& limit) {
  bool wanted = false;
  if (!nh.getParam(has_key, wanted)) {
    return;
  }
  if (!wanted) {
    has_limit = false;
  } else if (nh.getParam(value_key, limit)) {
    has_limit = true;
  } else {
    ROS_WARN_STREAM(nh.getNamespace()
                    << ": " << has_key << " without a number " << value_key << " is ignored");
  }
}

}  // namespace internal

/**
 * Overrides, field by field, the limits that `<nh>/joint_limits/<joint_name>` states:
 *
 *     has_position_limits, min_position, max_position
 *     has_velocity_limits, max_velocity             (likewise acceleration, jerk, effort)
 *     angle_wraparound                              (ignored while there are position limits)
 *
 * `has_...: false` switches a limit off; `has_...: true` without its values changes nothing.
 * @return false, with `limits` unchanged, if nothing is set there.
 */
inline bool getJointLimits(const std::string& joint_name, const ros::NodeHandle& nh,
                           JointLimits& limits) {
  ros::NodeHandle limits_nh;
  if (!internal::openJointNamespace(joint_name, nh, limits_nh)) {
    return false;
  }

  bool wanted = false;
  if (limits_nh.getParam("has_position_limits", wanted)) {
    double min_position = 0.0;
    double max_position = 0.0;
    if (!wanted) {
      limits.has_position_limits = false;
    } else if (limits_nh.getParam("min_position", min_position) &&
               limits_nh.getParam("max_position", max_position)) {
      limits.has_position_limits = true;
      limits.min_position = min_position;
      limits.max_position = max_position;
    } else {
      ROS_WARN_STREAM(limits_nh.getNamespace() << ": has_position_limits without numbers "
                                                  "min_position and max_position is ignored");
    }
  }
  bool wraparound = false;
  if (!limits.has_position_limits && limits_nh.getParam("angle_wraparound", wraparound)) {
    limits.angle_wraparound = wraparound;
  }

  internal::readLimit(limits_nh, "has_velocity_limits", "max_velocity", limits.has_velocity_limits,
                      limits.max_velocity);
  internal::readLimit(limits_nh, "has_acceleration_limits", "max_acceleration",
                      limits.has_acceleration_limits, limits.max_acceleration);
  internal::readLimit(limits_nh, "has_jerk_limits", "max_jerk", limits.has_jerk_limits,
                      limits.max_jerk);
  internal::readLimit(limits_nh, "has_effort_limits", "max_effort", limits.has_effort_limits,
                      limits.max_effort);
  return true;
}

/**
 * Sets the soft limits that `<nh>/joint_limits/<joint_name>` states with `has_soft_limits: true`
 * and all of soft_lower_limit, soft_upper_limit, k_position and k_velocity.
 * @return false, with `soft_limits` unchanged, if it does not.
 */
inline bool getSoftJointLimits(const std::string& joint_name, const ros::NodeHandle& nh,
                               SoftJointLimits& soft_limits) {
  ros::NodeHandle limits_nh;
  bool wanted = false;
  if (!internal::openJointNamespace(joint_name, nh, limits_nh) ||
      !limits_nh.getParam("has_soft_limits", wanted) || !wanted) {
    return false;
  }
  SoftJointLimits found;
  if (!limits_nh.getParam("soft_lower_limit", found.min_position) ||
      !limits_nh.getParam("soft_upper_limit", found.max_position) ||
      !limits_nh.getParam("k_position", found.k_position) ||
      !limits_nh.getParam("k_velocity", found.k_velocity)) {
    ROS_WARN_STREAM(limits_nh.getNamespace()
                    << ": has_soft_limits without numbers soft_lower_limit, soft_upper_limit, "
                       "k_position and k_velocity is ignored");
    return false;
  }
  soft_limits = found;
  return true;
}

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_JOINT_LIMITS_ROSPARAM_H
