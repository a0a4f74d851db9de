#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>
#include <hardware_interface/posvel_command_interface.h>

namespace hardware_interface {

/// As PosVelJointHandle, and an effort command (N m or N) with the gains of the joint's own
/// controller: kp on the position error, kd on the velocity error.
class PositionVelocityTorqueGainsJointHandle : public PosVelJointHandle {
 public:
  PositionVelocityTorqueGainsJointHandle() = default;

  /// \throw HardwareInterfaceException if a command pointer is null
  PositionVelocityTorqueGainsJointHandle(const JointStateHandle& js, double* cmd_pos,
                                         double* cmd_vel, double* cmd_eff, double* cmd_kp,
                                         double* cmd_kd)
      : PosVelJointHandle(js, cmd_pos, cmd_vel),
        cmd_eff_(internal::checkNotNull(cmd_eff, js.getName(), "command effort")),
        cmd_kp_(internal::checkNotNull(cmd_kp, js.getName(), "command kp")),
        cmd_kd_(internal::checkNotNull(cmd_kd, js.getName(), "command kd")) {}

  void setCommand(double cmd_pos, double cmd_vel, double cmd_eff, double cmd_kp, double cmd_kd) {
    PosVelJointHandle::setCommand(cmd_pos, cmd_vel);
    setCommandEffort(cmd_eff);
    setCommandKp(cmd_kp);
    setCommandKd(cmd_kd);
  }

  void setCommandEffort(double cmd_eff) {
    assert(cmd_eff_);
    *cmd_eff_ = cmd_eff;
  }

  double getCommandEffort() const {
    assert(cmd_eff_);
    return *cmd_eff_;
  }

  void setCommandKp(double cmd_kp) {
    assert(cmd_kp_);
    *cmd_kp_ = cmd_kp;
  }

  double getCommandKp() const {
    assert(cmd_kp_);
    return *cmd_kp_;
  }

  void setCommandKd(double cmd_kd) {
    assert(cmd_kd_);
    *cmd_kd_ = cmd_kd;
  }

  double getCommandKd() const {
    assert(cmd_kd_);
    return *cmd_kd_;
  }

 private:
  double* cmd_eff_ = nullptr;
  double* cmd_kp_ = nullptr;
  double* cmd_kd_ = nullptr;
};

/// Joints commanded in position, velocity, effort and gains. getHandle() claims the joint.
class PositionVelocityTorqueGainsJointInterface
    : public HardwareResourceManager<PositionVelocityTorqueGainsJointHandle, ClaimResources> {};

}  // namespace hardware_interface
