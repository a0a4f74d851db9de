#include <diff_drive_controller/command_input.h>
#include <ros/console.h>

#include <cmath>

namespace diff_drive_controller {

void CommandInput::init(ros::NodeHandle& nh, const Settings& settings,
                        std::function<bool()> is_running) {
  settings_ = settings;
  is_running_ = is_running;
  controller_ = nh.getNamespace();
  command_.initRT(Command());
  subscriber_ = nh.subscribe("cmd_vel", 1, &CommandInput::callback, this);
}

CommandInput::Target CommandInput::read(const ros::Time& time) {
  const Command& command = *command_.readFromRT();
  Target target;
  if (command.sequence <= ignored_up_to_) return target;
  target.stop_now = command.stop_now;
  // By hand, since a ros::Duration of more than 68 years throws.
  const double age = 1e-9 * (static_cast<std::int64_t>(time.toNSec()) -
                             static_cast<std::int64_t>(command.stamp.toNSec()));
  if (age > settings_.timeout || age < -settings_.timeout) return target;
  target.linear = command.linear;
  target.angular = command.angular;
  return target;
}

void CommandInput::callback(const geometry_msgs::Twist& message) {
  if (!is_running_()) {
    ROS_ERROR_STREAM_THROTTLE(1.0,
                              controller_ << ": command ignored, the controller is not running");
    return;
  }
  if (!settings_.allow_multiple_publishers && subscriber_.getNumPublishers() > 1) {
    ROS_ERROR_STREAM_THROTTLE(
        1.0, controller_ << ": command ignored and wheels stopped, " << subscriber_.getTopic()
                         << " has " << subscriber_.getNumPublishers()
                         << " publishers: expected 1, since allow_multiple_cmd_vel_publishers is "
                            "false");
    store(0.0, 0.0, true);
    return;
  }
  if (!std::isfinite(message.linear.x) || !std::isfinite(message.angular.z)) {
    ROS_WARN_STREAM_THROTTLE(
        1.0, controller_ << ": command ignored, linear.x = " << message.linear.x
                         << ", angular.z = " << message.angular.z << ": expected finite numbers");
    return;
  }
  store(message.linear.x, message.angular.z, false);
}

void CommandInput::store(double linear, double angular, bool stop_now) {
  Command command;
  command.linear = linear;
  command.angular = angular;
  command.stop_now = stop_now;
  command.stamp = ros::Time::now();
  command.sequence = ++received_;
  command_.writeFromNonRT(command);
}

}  // namespace diff_drive_controller
