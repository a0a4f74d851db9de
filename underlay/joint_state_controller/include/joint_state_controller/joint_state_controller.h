#pragma once

#include <controller_interface/controller.h>
#include <hardware_interface/joint_state_interface.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/node_handle.h>
#include <sensor_msgs/JointState.h>

#include <memory>
#include <string>
#include <vector>

namespace joint_state_controller {

/// Publishes the state of a robot's joints on `joint_states` (sensor_msgs/JointState).
///
/// It claims no joint, so it runs beside any controller. Values, NaN included, are passed through
/// as the hardware gives them. Topics and parameters are described in the README.
///
/// starting(), update() and stopping() belong to one thread, the control loop; they allocate
/// nothing and do not block.
class JointStateController
    : public controller_interface::Controller<hardware_interface::JointStateInterface> {
 public:
  /// @return false, with errors in the log, if a parameter does not fit
  /// @throws hardware_interface::HardwareInterfaceException if a joint is unknown (logged too)
  bool init(hardware_interface::JointStateInterface* hw, ros::NodeHandle& root_nh,
            ros::NodeHandle& controller_nh) override;

  /// On the first start the first update publishes; a restart goes on with the schedule.
  void starting(const ros::Time& time) override;

  /// Publishes when a message is due; one that finds the publisher busy is tried again in the next
  /// cycle. The schedule is never more than one period late: after a gap nothing is made up for.
  void update(const ros::Time& time, const ros::Duration& period) override;

  void stopping(const ros::Time& time) override;

 private:
  void getJoints(hardware_interface::JointStateInterface& hw, const std::vector<std::string>& names,
                 const std::string& parameter);

  std::vector<hardware_interface::JointStateHandle> joints_;
  std::unique_ptr<realtime_tools::RealtimePublisher<sensor_msgs::JointState>> publisher_;
  bool publishes_ = false;
  ros::Duration period_;
  ros::Time due_;  // a message goes out when the time is past this
  bool started_before_ = false;
};

}  // namespace joint_state_controller
