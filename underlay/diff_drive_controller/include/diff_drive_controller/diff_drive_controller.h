#pragma once

#include <controller_interface/controller.h>
#include <diff_drive_controller/command_input.h>
#include <diff_drive_controller/dynamic_parameters.h>
#include <diff_drive_controller/event_log.h>
#include <diff_drive_controller/odometry.h>
#include <diff_drive_controller/odometry_publisher.h>
#include <diff_drive_controller/parameters.h>
#include <diff_drive_controller/speed_limiter.h>
#include <diff_drive_controller/wheel_feedback.h>
#include <diff_drive_controller/wheel_state_publisher.h>
#include <geometry_msgs/TwistStamped.h>
#include <hardware_interface/joint_command_interface.h>
#include <realtime_tools/realtime_publisher.h>

#include <memory>
#include <string>
#include <vector>

namespace diff_drive_controller {

/// Drives a robot with N >= 1 wheels a side from `cmd_vel` and publishes its odometry.
///
/// Assumptions: the wheels of the two sides face each other, have one nominal radius and hang on
/// the same link. Topics, parameters and the handling of faults are described in the README.
///
/// starting(), update() and stopping() belong to one thread, the control loop; they allocate
/// nothing and do not block.
class DiffDriveController
    : public controller_interface::Controller<hardware_interface::VelocityJointInterface> {
 public:
  /// @return false, with errors in the log, if a parameter or the URDF does not fit
  /// @throws hardware_interface::HardwareInterfaceException if a wheel joint is unknown (logged
  /// too)
  bool init(hardware_interface::VelocityJointInterface* hw, ros::NodeHandle& root_nh,
            ros::NodeHandle& controller_nh) override;

  /// Stops the wheels and forgets commands and motion from before; the pose stays.
  void starting(const ros::Time& time) override;

  /// One cycle: wheel angles -> odometry -> newest command -> limits -> wheel speeds.
  void update(const ros::Time& time, const ros::Duration& period) override;

  /// Stops the wheels at once.
  void stopping(const ros::Time& time) override;

 private:
  using Joints = std::vector<hardware_interface::JointHandle>;

  struct Twist {
    double linear = 0.0;   // m/s
    double angular = 0.0;  // rad/s
  };

  /// Separation and radii with their multipliers [m].
  struct Geometry {
    double separation;
    double left_radius;
    double right_radius;
  };

  bool findGeometry(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh);
  void getJoints(hardware_interface::VelocityJointInterface& hw);
  void advertise(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh);
  void logStart() const;

  Geometry geometry(const DynamicValues& dynamic) const;
  bool updateOdometry(const ros::Time& time, double dt);
  Twist limitedCommand(const ros::Time& time, double dt);
  void setWheels(const Twist& twist, const Geometry& geometry);
  void stopWheels();
  void publishCommand(const ros::Time& time);

  std::string name_;
  Parameters parameters_;
  std::string separation_source_;
  std::string radius_source_;

  Joints left_joints_;
  Joints right_joints_;
  WheelFeedback feedback_;
  Odometry odometry_;
  OdometryPublisher odometry_publisher_;
  std::unique_ptr<realtime_tools::RealtimePublisher<geometry_msgs::TwistStamped>>
      command_publisher_;
  std::unique_ptr<WheelStatePublisher> wheel_state_publisher_;

  Twist last_;         // limited command of the last cycle
  Twist before_last_;  // and of the one before
  ros::Time last_update_;

  // Last, so that their callbacks end before anything else is destroyed.
  EventLog events_;
  CommandInput command_input_;
  DynamicParameters dynamic_;
};

}  // namespace diff_drive_controller
