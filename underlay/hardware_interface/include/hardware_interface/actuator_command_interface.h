#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/actuator_state_interface.h>
#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>

namespace hardware_interface {

/// State of one actuator and its command, whose meaning and unit the interface tells that gave the
/// handle.
class ActuatorHandle : public ActuatorStateHandle {
 public:
  ActuatorHandle() = default;

  /// \throw HardwareInterfaceException if `cmd` is null
  ActuatorHandle(const ActuatorStateHandle& as, double* cmd)
      : ActuatorStateHandle(as), cmd_(internal::checkNotNull(cmd, as.getName(), "command")) {}

  void setCommand(double command) {
    assert(cmd_);
    *cmd_ = command;
  }

  double getCommand() const {
    assert(cmd_);
    return *cmd_;
  }

  double* getCommandPtr() { return cmd_; }

 private:
  double* cmd_ = nullptr;
};

/// Commands of a robot's actuators. For transmissions, not for controllers: getHandle() claims
/// nothing.
class ActuatorCommandInterface : public HardwareResourceManager<ActuatorHandle> {};

/// Commands are efforts (N m or N).
class EffortActuatorInterface : public ActuatorCommandInterface {};

/// Commands are velocities (rad/s or m/s).
class VelocityActuatorInterface : public ActuatorCommandInterface {};

/// Commands are positions (rad or m).
class PositionActuatorInterface : public ActuatorCommandInterface {};

}  // namespace hardware_interface
