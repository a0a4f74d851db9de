#pragma once

#include <set>
#include <string>

namespace hardware_interface {

/// The resources that a controller claims through one hardware interface.
struct InterfaceResources {
  InterfaceResources() = default;
  InterfaceResources(const std::string& hw_iface, const std::set<std::string>& res)
      : hardware_interface(hw_iface), resources(res) {}

  std::string
      hardware_interface;  ///< C++ type name, e.g. `hardware_interface::VelocityJointInterface`
  std::set<std::string> resources;  ///< resource names, e.g. joint names
};

}  // namespace hardware_interface
