/// Keeps joint commands within limits: one handle per joint, one interface per kind of handle.
#ifndef JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_H
#define JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_H

#include <hardware_interface/internal/resource_manager.h>
#include <hardware_interface/joint_command_interface.h>
#include <ros/duration.h>

#include <exception>
#include <string>

#include "joint_limits_interface/internal/effort_limits.h"
#include "joint_limits_interface/internal/position_limits.h"
#include "joint_limits_interface/internal/velocity_limits.h"
#include "joint_limits_interface/joint_limits.h"
#include "joint_limits_interface/joint_limits_interface_exception.h"

namespace joint_limits_interface {

/// The handles of one kind, by joint name.
template <class HandleType>
class JointLimitsInterface : public hardware_interface::ResourceManager<HandleType> {
 public:
  /// A copy of the joint's handle. Throws JointLimitsInterfaceException if there is none.
  HandleType getHandle(const std::string& name) {
    try {
      return hardware_interface::ResourceManager<HandleType>::getHandle(name);
    } catch (const std::exception& error) {
      throw JointLimitsInterfaceException(error.what());
    }
  }

  /// Limits the commands of all joints. `period`: time since the last call.
  void enforceLimits(const ros::Duration& period) {
    for (auto& name_and_handle : this->resource_map_) {
      name_and_handle.second.enforceLimits(period);
    }
  }
};

class PositionJointSaturationInterface
    : public JointLimitsInterface<PositionJointSaturationHandle> {
 public:
  /// Lets all joints start again from where they are, e.g. after an emergency stop.
  void reset() {
    for (auto& name_and_handle : resource_map_) {
      name_and_handle.second.reset();
    }
  }
};

class PositionJointSoftLimitsInterface
    : public JointLimitsInterface<PositionJointSoftLimitsHandle> {
 public:
  /// Lets all joints start again from where they are, e.g. after an emergency stop.
  void reset() {
    for (auto& name_and_handle : resource_map_) {
      name_and_handle.second.reset();
    }
  }
};

class EffortJointSaturationInterface : public JointLimitsInterface<EffortJointSaturationHandle> {};

class EffortJointSoftLimitsInterface : public JointLimitsInterface<EffortJointSoftLimitsHandle> {};

class VelocityJointSaturationInterface
    : public JointLimitsInterface<VelocityJointSaturationHandle> {};

class VelocityJointSoftLimitsInterface
    : public JointLimitsInterface<VelocityJointSoftLimitsHandle> {};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_H
