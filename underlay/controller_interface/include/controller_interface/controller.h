#pragma once

#include <string>

#include <ros/console.h>
#include <ros/node_handle.h>

#include <controller_interface/controller_base.h>
#include <controller_interface/internal/robothw_interfaces.h>
#include <hardware_interface/internal/demangle_symbol.h>
#include <hardware_interface/robot_hw.h>

namespace controller_interface {

/// A controller that uses exactly one hardware interface, T.
template <class T>
class Controller : public ControllerBase {
 public:
  /// Called first, then the other init(); override one of them. Return false if something fails.
  virtual bool init(T* /*hw*/, ros::NodeHandle& /*controller_nh*/) { return true; }

  /// As above, with the controller manager's namespace too.
  virtual bool init(T* /*hw*/, ros::NodeHandle& /*root_nh*/, ros::NodeHandle& /*controller_nh*/) {
    return true;
  }

 protected:
  bool initRequest(hardware_interface::RobotHW* robot_hw, ros::NodeHandle& root_nh,
                   ros::NodeHandle& controller_nh, ClaimedResources& claimed_resources) override {
    if (state_ != ControllerState::CONSTRUCTED) {
      ROS_ERROR("Cannot initialize this controller: it was initialized before.");
      return false;
    }
    T* hw = robot_hw->get<T>();
    if (!hw) {
      ROS_ERROR_STREAM("This controller requires a hardware interface of type '"
                       << getHardwareInterfaceType() << "', which is not registered. The robot has:"
                       << internal::enumerateElements(robot_hw->getNames(), ",", " '", "'"));
      return false;
    }

    hw->clearClaims();
    if (!init(hw, controller_nh) || !init(hw, root_nh, controller_nh)) {
      ROS_ERROR_STREAM("Failed to initialize the controller in " << controller_nh.getNamespace());
      hw->clearClaims();
      return false;
    }
    claimed_resources.assign(
        1, hardware_interface::InterfaceResources(getHardwareInterfaceType(), hw->getClaims()));
    hw->clearClaims();

    state_ = ControllerState::INITIALIZED;
    return true;
  }

  /// C++ type name of T, e.g. `hardware_interface::VelocityJointInterface`.
  std::string getHardwareInterfaceType() const {
    return hardware_interface::internal::demangledTypeName<T>();
  }
};

}  // namespace controller_interface
