#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>
#include <hardware_interface/joint_state_interface.h>

namespace hardware_interface {

/// State of one joint and a command of position (rad or m) and velocity (rad/s or m/s).
class PosVelJointHandle : public JointStateHandle {
 public:
  PosVelJointHandle() = default;

  /// \throw HardwareInterfaceException if a command pointer is null
  PosVelJointHandle(const JointStateHandle& js, double* cmd_pos, double* cmd_vel)
      : JointStateHandle(js),
        cmd_pos_(internal::checkNotNull(cmd_pos, js.getName(), "command position")),
        cmd_vel_(internal::checkNotNull(cmd_vel, js.getName(), "command velocity")) {}

  void setCommand(double cmd_pos, double cmd_vel) {
    setCommandPosition(cmd_pos);
    setCommandVelocity(cmd_vel);
  }

  void setCommandPosition(double cmd_pos) {
    assert(cmd_pos_);
    *cmd_pos_ = cmd_pos;
  }

  void setCommandVelocity(double cmd_vel) {
    assert(cmd_vel_);
    *cmd_vel_ = cmd_vel;
  }

  double getCommandPosition() const {
    assert(cmd_pos_);
    return *cmd_pos_;
  }

  double getCommandVelocity() const {
    assert(cmd_vel_);
    return *cmd_vel_;
  }

 private:
  double* cmd_pos_ = nullptr;
  double* cmd_vel_ = nullptr;
};

/// Joints commanded in position and velocity. getHandle() claims the joint.
class PosVelJointInterface : public HardwareResourceManager<PosVelJointHandle, ClaimResources> {};

}  // namespace hardware_interface
