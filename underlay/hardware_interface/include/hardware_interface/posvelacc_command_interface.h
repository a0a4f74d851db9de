#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>
#include <hardware_interface/posvel_command_interface.h>

namespace hardware_interface {

/// As PosVelJointHandle, and an acceleration command (rad/s^2 or m/s^2).
class PosVelAccJointHandle : public PosVelJointHandle {
 public:
  PosVelAccJointHandle() = default;

  /// \throw HardwareInterfaceException if a command pointer is null
  PosVelAccJointHandle(const JointStateHandle& js, double* cmd_pos, double* cmd_vel,
                       double* cmd_acc)
      : PosVelJointHandle(js, cmd_pos, cmd_vel),
        cmd_acc_(internal::checkNotNull(cmd_acc, js.getName(), "command acceleration")) {}

  void setCommand(double cmd_pos, double cmd_vel, double cmd_acc) {
    PosVelJointHandle::setCommand(cmd_pos, cmd_vel);
    setCommandAcceleration(cmd_acc);
  }

  void setCommandAcceleration(double cmd_acc) {
    assert(cmd_acc_);
    *cmd_acc_ = cmd_acc;
  }

  double getCommandAcceleration() const {
    assert(cmd_acc_);
    return *cmd_acc_;
  }

 private:
  double* cmd_acc_ = nullptr;
};

/// Joints commanded in position, velocity and acceleration. getHandle() claims the joint.
class PosVelAccJointInterface
    : public HardwareResourceManager<PosVelAccJointHandle, ClaimResources> {};

}  // namespace hardware_interface
