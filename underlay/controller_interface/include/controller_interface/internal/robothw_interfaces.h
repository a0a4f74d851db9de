#pragma once

#include <string>
#include <vector>

#include <ros/console.h>

#include <controller_interface/controller_base.h>
#include <hardware_interface/interface_resources.h>
#include <hardware_interface/internal/demangle_symbol.h>
#include <hardware_interface/robot_hw.h>

namespace controller_interface {
namespace internal {

/// One string of all elements, each between `prefix` and `suffix`, with `delimiter` between them.
template <class T>
inline std::string enumerateElements(const T& val, const std::string& delimiter = ", ",
                                     const std::string& prefix = "",
                                     const std::string& suffix = "") {
  std::string result;
  bool first = true;
  for (const auto& element : val) {
    result += (first ? "" : delimiter) + prefix + element + suffix;
    first = false;
  }
  return result;
}

/// Calls its arguments' side effects in order (a C++14 stand-in for a fold expression).
using Sequence = int[];

template <typename T>
inline bool hasInterface(hardware_interface::RobotHW* robot_hw) {
  if (robot_hw->get<T>()) {
    return true;
  }
  ROS_ERROR_STREAM("This controller requires a hardware interface of type '"
                   << hardware_interface::internal::demangledTypeName<T>()
                   << "', which is not registered. The robot has:"
                   << enumerateElements(robot_hw->getNames(), ",", " '", "'"));
  return false;
}

template <typename T>
inline void clearClaimsOf(hardware_interface::RobotHW* robot_hw) {
  if (T* iface = robot_hw->get<T>()) {
    iface->clearClaims();
  }
}

template <typename T>
inline void extractInterface(hardware_interface::RobotHW* robot_hw_in,
                             hardware_interface::RobotHW* robot_hw_out) {
  if (T* iface = robot_hw_in->get<T>()) {
    robot_hw_out->registerInterface(iface);
  }
}

template <typename T>
inline void appendClaimedResources(hardware_interface::RobotHW* robot_hw,
                                   ControllerBase::ClaimedResources& claimed_resources) {
  if (T* iface = robot_hw->get<T>()) {
    claimed_resources.emplace_back(hardware_interface::internal::demangledTypeName<T>(),
                                   iface->getClaims());
  }
}

/// Whether `robot_hw` has all of `Ts`; logs each one that is missing.
template <typename... Ts>
inline bool hasInterfaces(hardware_interface::RobotHW* robot_hw) {
  bool all = true;
  (void)Sequence{0, (all = hasInterface<Ts>(robot_hw) && all, 0)...};
  return all;
}

/// Clear the claims on each of `Ts` that `robot_hw` has.
template <typename... Ts>
inline void clearClaims(hardware_interface::RobotHW* robot_hw) {
  (void)Sequence{0, (clearClaimsOf<Ts>(robot_hw), 0)...};
}

/// Register in `robot_hw_out` each of `Ts` that `robot_hw_in` has.
template <typename... Ts>
inline void extractInterfaceResources(hardware_interface::RobotHW* robot_hw_in,
                                      hardware_interface::RobotHW* robot_hw_out) {
  (void)Sequence{0, (extractInterface<Ts>(robot_hw_in, robot_hw_out), 0)...};
}

/// Append the claims on each of `Ts` that `robot_hw` has, one entry per interface.
template <typename... Ts>
inline void populateClaimedResources(hardware_interface::RobotHW* robot_hw,
                                     ControllerBase::ClaimedResources& claimed_resources) {
  (void)Sequence{0, (appendClaimedResources<Ts>(robot_hw, claimed_resources), 0)...};
}

}  // namespace internal
}  // namespace controller_interface
