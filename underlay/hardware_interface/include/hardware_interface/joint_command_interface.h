#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>
#include <hardware_interface/joint_state_interface.h>

namespace hardware_interface {

/// State of one joint and its command, whose meaning and unit the interface tells that gave the
/// handle.
class JointHandle : public JointStateHandle {
 public:
  JointHandle() = default;

  /// \throw HardwareInterfaceException if `cmd` is null
  JointHandle(const JointStateHandle& js, double* cmd)
      : JointStateHandle(js), cmd_(internal::checkNotNull(cmd, js.getName(), "command")) {}

  void setCommand(double command) {
    assert(cmd_);
    *cmd_ = command;
  }

  double getCommand() const {
    assert(cmd_);
    return *cmd_;
  }

  const double* getCommandPtr() const { return cmd_; }

 private:
  double* cmd_ = nullptr;
};

/// Commands of a robot's joints. getHandle() claims the joint.
class JointCommandInterface : public HardwareResourceManager<JointHandle, ClaimResources> {};

/// Commands are efforts (N m or N).
class EffortJointInterface : public JointCommandInterface {};

/// Commands are velocities (rad/s or m/s).
class VelocityJointInterface : public JointCommandInterface {};

/// Commands are positions (rad or m).
class PositionJointInterface : public JointCommandInterface {};

}  // namespace hardware_interface
