#pragma once

#include <control_msgs/JointTrajectoryControllerState.h>
#include <hardware_interface/joint_command_interface.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/node_handle.h>

#include <memory>
#include <string>
#include <vector>

namespace diff_drive_controller {

/// Publishes `wheel_joint_controller_state`: commanded against measured motion of every wheel, left
/// joints first.
///
/// desired: the limited command's wheel speeds, their running integral as positions, and their
/// change x period as accelerations (so, as upstream has it, not divided by the period); effort
/// NaN. actual: the joint values, the acceleration as change of speed / period. error: desired -
/// actual.
class WheelStatePublisher {
 public:
  using Joints = std::vector<hardware_interface::JointHandle>;

  /// @param joint_names left joints, then right joints
  void init(ros::NodeHandle& nh, const std::vector<std::string>& joint_names);

  /// For the control loop; allocates nothing and does not block. The commands are read from the
  /// joints' handles.
  void update(const ros::Time& time, double period, const Joints& left, const Joints& right);

 private:
  struct Wheel {
    double desired_position = 0.0;
    double desired_velocity = 0.0;
    double desired_acceleration = 0.0;
    double actual_velocity = 0.0;
    double actual_acceleration = 0.0;
  };

  void fill(std::size_t index, const hardware_interface::JointHandle& joint);

  std::unique_ptr<realtime_tools::RealtimePublisher<control_msgs::JointTrajectoryControllerState>>
      publisher_;
  std::vector<Wheel> wheels_;
};

}  // namespace diff_drive_controller
