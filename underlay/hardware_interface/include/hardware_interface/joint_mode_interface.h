#pragma once

#include <cassert>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>

namespace hardware_interface {

/// How a joint is driven.
enum class JointCommandModes {
  BEGIN = -1,  ///< no mode was set yet
  MODE_POSITION = 0,
  MODE_VELOCITY = 1,
  MODE_EFFORT = 2,
  NOMODE = 3,
  EMERGENCY_STOP = 4,
  SWITCHING = 5,
  ERROR = 6
};

/// Reads and sets the mode of one joint.
class JointModeHandle {
 public:
  JointModeHandle() = default;

  /// \throw HardwareInterfaceException if `mode` is null
  JointModeHandle(std::string name, JointCommandModes* mode)
      : name_(name), mode_(internal::checkNotNull(mode, name, "mode")) {}

  std::string getName() const { return name_; }

  void setMode(JointCommandModes mode) {
    assert(mode_);
    *mode_ = mode;
  }

  JointCommandModes getMode() const {
    assert(mode_);
    return *mode_;
  }

  const JointCommandModes* getModePtr() const { return mode_; }

  /// Readable name of a mode; `unknown` for a value that is none.
  std::string getModeName(JointCommandModes mode) const {
    switch (mode) {
      case JointCommandModes::BEGIN:
        return "not_operational";
      case JointCommandModes::MODE_POSITION:
        return "position";
      case JointCommandModes::MODE_VELOCITY:
        return "velocity";
      case JointCommandModes::MODE_EFFORT:
        return "effort";
      case JointCommandModes::NOMODE:
        return "no_mode";
      case JointCommandModes::EMERGENCY_STOP:
        return "emergency_stop";
      case JointCommandModes::SWITCHING:
        return "switching";
      case JointCommandModes::ERROR:
        return "error";
    }
    return "unknown";
  }

 private:
  std::string name_;
  JointCommandModes* mode_ = nullptr;
};

/// Modes of a robot's joints. Several controllers may use one joint's mode: nothing is claimed.
class JointModeInterface : public HardwareResourceManager<JointModeHandle, DontClaimResources> {};

}  // namespace hardware_interface
