#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include <ros/console.h>
#include <ros/duration.h>
#include <ros/node_handle.h>
#include <ros/time.h>

#include <hardware_interface/controller_info.h>
#include <hardware_interface/hardware_interface.h>  // the exception, for robots that throw it
#include <hardware_interface/internal/interface_manager.h>

namespace hardware_interface {

/// A robot: its interfaces, and how they are read, written and switched between controllers.
/// One thread runs the loop: read(), then ControllerManager::update(), then write().
/// read() and write() report no errors: a driver has its own way to handle and report faults.
class RobotHW : public InterfaceManager {
 public:
  virtual ~RobotHW() = default;

  /// Set up the robot; false if that failed. The default does nothing.
  virtual bool init(ros::NodeHandle& /*root_nh*/, ros::NodeHandle& /*robot_hw_nh*/) { return true; }

  /// Whether the controllers in `info` cannot run together. The default: true if any resource is
  /// claimed more than once, be it by two controllers or by one through two interfaces.
  virtual bool checkForConflict(const std::list<ControllerInfo>& info) const {
    std::map<std::string, std::list<std::string>> claimants;  // controller names by resource
    for (const ControllerInfo& controller : info) {
      for (const InterfaceResources& claimed : controller.claimed_resources) {
        for (const std::string& resource : claimed.resources) {
          claimants[resource].push_back(controller.name + " (" + claimed.hardware_interface + ")");
        }
      }
    }
    bool conflict = false;
    for (const auto& claim : claimants) {
      if (claim.second.size() > 1) {
        std::string names;
        for (const std::string& name : claim.second) {
          names += (names.empty() ? "" : ", ") + name;
        }
        ROS_WARN_STREAM("Resource conflict on [" << claim.first << "]. Controllers = [" << names
                                                 << "]");
        conflict = true;
      }
    }
    return conflict;
  }

  /// Before a switch, outside the real-time thread: whether the robot can do it. May take its time.
  virtual bool prepareSwitch(const std::list<ControllerInfo>& /*start_list*/,
                             const std::list<ControllerInfo>& /*stop_list*/) {
    return true;
  }

  /// Begin the switch, in the real-time thread, once per switch. Must not block.
  virtual void doSwitch(const std::list<ControllerInfo>& /*start_list*/,
                        const std::list<ControllerInfo>& /*stop_list*/) {}

  // Unscoped, so that both RobotHW::DONE and RobotHW::SwitchState::DONE can be written.
  enum SwitchState {
    DONE,     ///< controllers may start
    ONGOING,  ///< controllers have to wait
    ERROR     ///< controllers have to be aborted
  };

  /// How far the switch is, for all of the robot. Asked in the real-time thread.
  virtual SwitchState switchResult() const { return SwitchState::DONE; }

  /// How far the switch is for the resources of one controller. Asked in the real-time thread.
  virtual SwitchState switchResult(const ControllerInfo& /*controller*/) const {
    return SwitchState::DONE;
  }

  /// Take the state of the hardware into the handles' variables, in the real-time thread.
  virtual void read(const ros::Time& /*time*/, const ros::Duration& /*period*/) {}

  /// Send the commands in the handles' variables to the hardware, in the real-time thread.
  virtual void write(const ros::Time& /*time*/, const ros::Duration& /*period*/) {}
};

using RobotHWSharedPtr = std::shared_ptr<RobotHW>;

}  // namespace hardware_interface
