#pragma once

#include <string>
#include <vector>

#include <hardware_interface/interface_resources.h>

namespace hardware_interface {

/// What a RobotHW is told about a controller when controllers are switched.
struct ControllerInfo {
  std::string name;  ///< controller name, which is also its parameter namespace
  std::string type;  ///< plugin class, e.g. `diff_drive_controller/DiffDriveController`
  std::vector<InterfaceResources> claimed_resources;  ///< one entry per hardware interface it uses
};

}  // namespace hardware_interface
