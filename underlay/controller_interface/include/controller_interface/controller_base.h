#pragma once

#include <memory>
#include <vector>

#include <ros/console.h>
#include <ros/duration.h>
#include <ros/node_handle.h>
#include <ros/time.h>

#include <hardware_interface/interface_resources.h>
#include <hardware_interface/robot_hw.h>

namespace controller_interface {

/// What the controller manager knows of a controller, and a controller's life cycle:
///
///     CONSTRUCTED --initRequest--> INITIALIZED --startRequest--> RUNNING <--> STOPPED
///
/// with WAITING and ABORTED while, or after, the hardware switches. Every request but initRequest
/// works in each state except CONSTRUCTED, also if the controller is in the requested state
/// already. All hooks (starting, update, stopping, waiting, aborting) are called in the real-time
/// thread.
class ControllerBase {
 public:
  ControllerBase() = default;
  virtual ~ControllerBase() = default;
  ControllerBase(const ControllerBase&) = delete;
  ControllerBase& operator=(const ControllerBase&) = delete;
  ControllerBase(ControllerBase&&) = delete;
  ControllerBase& operator=(ControllerBase&&) = delete;

  /// Called right before the controller becomes RUNNING.
  virtual void starting(const ros::Time& /*time*/) {}

  /// Called once per cycle while RUNNING. `period`: time since the cycle before.
  virtual void update(const ros::Time& time, const ros::Duration& period) = 0;

  /// Called right before the controller becomes STOPPED.
  virtual void stopping(const ros::Time& /*time*/) {}

  /// Called once per cycle while the controller has to wait for the hardware before it may start.
  virtual void waiting(const ros::Time& /*time*/) {}

  /// Called once if the hardware failed to switch, or did not within the time allowed.
  virtual void aborting(const ros::Time& /*time*/) {}

  virtual bool isInitialized() const { return state_ == ControllerState::INITIALIZED; }
  virtual bool isRunning() const { return state_ == ControllerState::RUNNING; }
  virtual bool isStopped() const { return state_ == ControllerState::STOPPED; }
  virtual bool isWaiting() const { return state_ == ControllerState::WAITING; }
  virtual bool isAborted() const { return state_ == ControllerState::ABORTED; }

  /// Calls update() if the controller is RUNNING.
  virtual void updateRequest(const ros::Time& time, const ros::Duration& period) {
    if (state_ == ControllerState::RUNNING) {
      update(time, period);
    }
  }

  /// The requests return false, and call no hook, if the controller was not initialized.
  virtual bool startRequest(const ros::Time& time) {
    return request(&ControllerBase::starting, time, ControllerState::RUNNING, "start");
  }
  virtual bool stopRequest(const ros::Time& time) {
    return request(&ControllerBase::stopping, time, ControllerState::STOPPED, "stop");
  }
  virtual bool waitRequest(const ros::Time& time) {
    return request(&ControllerBase::waiting, time, ControllerState::WAITING, "wait with");
  }
  virtual bool abortRequest(const ros::Time& time) {
    return request(&ControllerBase::aborting, time, ControllerState::ABORTED, "abort");
  }

  using ClaimedResources = std::vector<hardware_interface::InterfaceResources>;

  /// Initialize, outside the real-time thread.
  /// \param root_nh the controller manager's namespace
  /// \param controller_nh the controller's own namespace, `<root_nh>/<controller name>`
  /// \param[out] claimed_resources what the controller claimed, one entry per interface
  /// \return false if it failed, with the reason in the log
  virtual bool initRequest(hardware_interface::RobotHW* robot_hw, ros::NodeHandle& root_nh,
                           ros::NodeHandle& controller_nh, ClaimedResources& claimed_resources) = 0;

  // Unscoped, so that both ControllerBase::RUNNING and ControllerState::RUNNING can be written.
  enum ControllerState { CONSTRUCTED, INITIALIZED, RUNNING, STOPPED, WAITING, ABORTED };

  ControllerState state_ = ControllerState::CONSTRUCTED;

 private:
  bool request(void (ControllerBase::*hook)(const ros::Time&), const ros::Time& time,
               ControllerState next, const char* verb) {
    if (state_ == ControllerState::CONSTRUCTED) {
      ROS_ERROR("Failed to %s controller: it is not initialized.", verb);
      return false;
    }
    (this->*hook)(time);
    state_ = next;
    return true;
  }
};

using ControllerBaseSharedPtr = std::shared_ptr<ControllerBase>;

}  // namespace controller_interface
