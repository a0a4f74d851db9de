#pragma once

#include <ros/console.h>
#include <ros/node_handle.h>

#include <controller_interface/controller_base.h>
#include <controller_interface/internal/robothw_interfaces.h>
#include <hardware_interface/robot_hw.h>

namespace controller_interface {

/// A controller that uses several hardware interfaces, Ts. In init() it gets a RobotHW that has
/// only these: `robot_hw->get<T>()`, which is null for an interface that is optional and missing.
template <typename... Ts>
class MultiInterfaceController : public ControllerBase {
 public:
  /// \param allow_optional_interfaces whether the controller can do without some of the interfaces;
  ///   init() then has to check for null
  MultiInterfaceController(bool allow_optional_interfaces = false)
      : allow_optional_interfaces_(allow_optional_interfaces) {}

  /// Called first, then the other init(); override one of them. Return false if something fails.
  virtual bool init(hardware_interface::RobotHW* /*robot_hw*/, ros::NodeHandle& /*controller_nh*/) {
    return true;
  }

  /// As above, with the controller manager's namespace too.
  virtual bool init(hardware_interface::RobotHW* /*robot_hw*/, ros::NodeHandle& /*root_nh*/,
                    ros::NodeHandle& /*controller_nh*/) {
    return true;
  }

 protected:
  bool initRequest(hardware_interface::RobotHW* robot_hw, ros::NodeHandle& root_nh,
                   ros::NodeHandle& controller_nh, ClaimedResources& claimed_resources) override {
    if (state_ != ControllerState::CONSTRUCTED) {
      ROS_ERROR("Cannot initialize this controller: it was initialized before.");
      return false;
    }
    if (!allow_optional_interfaces_ && !hasRequiredInterfaces(robot_hw)) {
      return false;
    }

    hardware_interface::RobotHW* robot_hw_ctrl = &robot_hw_ctrl_;
    extractInterfaceResources(robot_hw, robot_hw_ctrl);
    clearClaims(robot_hw_ctrl);
    if (!init(robot_hw_ctrl, controller_nh) || !init(robot_hw_ctrl, root_nh, controller_nh)) {
      ROS_ERROR_STREAM("Failed to initialize the controller in " << controller_nh.getNamespace());
      clearClaims(robot_hw_ctrl);
      return false;
    }
    claimed_resources.clear();
    populateClaimedResources(robot_hw_ctrl, claimed_resources);
    clearClaims(robot_hw_ctrl);

    state_ = ControllerState::INITIALIZED;
    return true;
  }

  /// Whether `robot_hw` has all of Ts; logs each one that is missing.
  static bool hasRequiredInterfaces(hardware_interface::RobotHW* robot_hw) {
    return internal::hasInterfaces<Ts...>(robot_hw);
  }

  static void clearClaims(hardware_interface::RobotHW* robot_hw) {
    internal::clearClaims<Ts...>(robot_hw);
  }

  static void extractInterfaceResources(hardware_interface::RobotHW* robot_hw_in,
                                        hardware_interface::RobotHW* robot_hw_out) {
    internal::extractInterfaceResources<Ts...>(robot_hw_in, robot_hw_out);
  }

  static void populateClaimedResources(hardware_interface::RobotHW* robot_hw,
                                       ClaimedResources& claimed_resources) {
    internal::populateClaimedResources<Ts...>(robot_hw, claimed_resources);
  }

  hardware_interface::RobotHW robot_hw_ctrl_;  ///< the robot with only the interfaces Ts
  bool allow_optional_interfaces_;
};

}  // namespace controller_interface
