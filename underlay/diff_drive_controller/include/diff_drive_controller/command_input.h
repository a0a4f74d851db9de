#pragma once

#include <geometry_msgs/Twist.h>
#include <realtime_tools/realtime_buffer.h>
#include <ros/node_handle.h>
#include <ros/subscriber.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace diff_drive_controller {

/// Receives `cmd_vel` in the node's callback threads and hands the newest command to the control
/// loop.
///
/// Refused are: commands while the controller does not run, commands that are not finite (the one
/// before stays valid), and, if multiple publishers are not allowed, commands while more than
/// one publisher is connected; then the stored command is dropped too and the wheels are stopped.
class CommandInput {
 public:
  struct Settings {
    double timeout = 0.5;  ///< s; a command older than this counts as zero
    bool allow_multiple_publishers = true;
  };

  /// What the robot should do now.
  struct Target {
    double linear = 0.0;    ///< m/s
    double angular = 0.0;   ///< rad/s
    bool stop_now = false;  ///< stop the wheels at once, without regard to the limits
  };

  /// Subscribes to `cmd_vel` in the node handle's namespace.
  /// @param is_running says whether commands are accepted; called from callback threads
  void init(ros::NodeHandle& nh, const Settings& settings, std::function<bool()> is_running);

  /// Forgets everything received so far. For the control loop.
  void reset() { ignored_up_to_ = received_; }

  /// For the control loop; allocates nothing and does not block.
  ///
  /// A command stamped more than the timeout later than `time` counts as zero as well: after a jump
  /// of the clock its age is unknown.
  /// @param time ROS time of this cycle
  Target read(const ros::Time& time);

 private:
  struct Command {
    double linear = 0.0;
    double angular = 0.0;
    bool stop_now = false;
    ros::Time stamp;             // of the reception
    std::uint64_t sequence = 0;  // 0: no command yet
  };

  void callback(const geometry_msgs::Twist& message);
  void store(double linear, double angular, bool stop_now);

  Settings settings_;
  std::function<bool()> is_running_;
  std::string controller_;
  realtime_tools::RealtimeBuffer<Command> command_;
  std::atomic<std::uint64_t> received_{0};
  std::uint64_t ignored_up_to_ = 0;
  ros::Subscriber subscriber_;
};

}  // namespace diff_drive_controller
