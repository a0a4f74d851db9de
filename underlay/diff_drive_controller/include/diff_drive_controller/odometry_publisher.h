#pragma once

#include <diff_drive_controller/odometry.h>
#include <nav_msgs/Odometry.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/node_handle.h>
#include <tf/tfMessage.h>

#include <memory>
#include <string>
#include <vector>

namespace diff_drive_controller {

/// Publishes `odom` and the odom -> base transform on `/tf` at a fixed rate of ROS time.
///
/// The schedule advances by exactly one period per message, so the rate does not drift. A message
/// that finds its publisher busy is published in the next cycle, with that cycle's time and pose.
/// The schedule is never more than one period late: after a gap nothing is made up for.
class OdometryPublisher {
 public:
  struct Settings {
    std::string odom_frame_id;
    std::string base_frame_id;
    std::vector<double> pose_covariance_diagonal;   ///< 6 values
    std::vector<double> twist_covariance_diagonal;  ///< 6 values
  };

  void init(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh, const Settings& settings);

  /// The first message is due one period after this time.
  void start(const ros::Time& time);

  /// Publishes what is due; for the control loop, allocates nothing and does not block.
  /// @param rate Hz, <= 0: nothing is published
  /// @param with_tf whether the transform is published
  void update(const ros::Time& time, const Odometry& odometry, double rate, bool with_tf);

 private:
  bool due(const ros::Time& time, double rate);

  std::unique_ptr<realtime_tools::RealtimePublisher<nav_msgs::Odometry>> odom_;
  std::unique_ptr<realtime_tools::RealtimePublisher<tf::tfMessage>> tf_;
  ros::Time last_;
  bool odom_waits_ = false;
  bool tf_waits_ = false;
};

}  // namespace diff_drive_controller
