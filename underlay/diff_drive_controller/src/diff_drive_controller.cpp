#include <diff_drive_controller/diff_drive_controller.h>
#include <pluginlib/class_list_macros.hpp>

namespace diff_drive_controller {

void DiffDriveController::starting(const ros::Time& time) {
  stopWheels();
  command_input_.reset();
  odometry_publisher_.start(time);
  odometry_.init(time);
  feedback_.relatch();
  last_update_ = time;
  // Takes the present wheel angles as reference, so that motion from now on counts.
  if (!parameters_.open_loop) updateOdometry(time, 0.0);
}

void DiffDriveController::update(const ros::Time& time, const ros::Duration& period) {
  const double dt = period.toSec();
  const DynamicValues dynamic = dynamic_.read();
  const Geometry now = geometry(dynamic);
  odometry_.setWheelParams(now.separation, now.left_radius, now.right_radius);

  if (time < last_update_) {
    command_input_.reset();
    events_.clockWentBack();
  }
  last_update_ = time;

  if (!updateOdometry(time, dt)) {
    stopWheels();
    publishCommand(time);
    return;
  }
  odometry_publisher_.update(time, odometry_, dynamic.publish_rate, dynamic.enable_odom_tf);

  const Twist command = limitedCommand(time, dt);
  if (dt > 0.0) before_last_ = last_;
  last_ = command;
  setWheels(command, now);

  publishCommand(time);
  if (wheel_state_publisher_) wheel_state_publisher_->update(time, dt, left_joints_, right_joints_);
}

void DiffDriveController::stopping(const ros::Time&) { stopWheels(); }

DiffDriveController::Geometry DiffDriveController::geometry(const DynamicValues& dynamic) const {
  Geometry geometry;
  geometry.separation = dynamic.wheel_separation_multiplier * parameters_.wheel_separation;
  geometry.left_radius = dynamic.left_wheel_radius_multiplier * parameters_.wheel_radius;
  geometry.right_radius = dynamic.right_wheel_radius_multiplier * parameters_.wheel_radius;
  return geometry;
}

bool DiffDriveController::updateOdometry(const ros::Time& time, double dt) {
  if (parameters_.open_loop) {
    odometry_.updateOpenLoop(last_.linear, last_.angular, time);
    return true;
  }
  const WheelFeedback::Status status = feedback_.read(left_joints_, right_joints_, dt);
  if (status == WheelFeedback::Status::kNotFinite) {
    events_.feedbackNotFinite(feedback_.culprit());
    return false;
  }
  if (status == WheelFeedback::Status::kDeviceReset) events_.deviceReset(feedback_.culprit());
  events_.feedbackGood();
  odometry_.update(feedback_.left(), feedback_.right(), time);
  return true;
}

DiffDriveController::Twist DiffDriveController::limitedCommand(const ros::Time& time, double dt) {
  const CommandInput::Target target = command_input_.read(time);
  if (target.stop_now) {
    stopWheels();
    return Twist();
  }
  Twist twist;
  twist.linear = target.linear;
  twist.angular = target.angular;
  parameters_.linear.limit(twist.linear, last_.linear, before_last_.linear, dt);
  parameters_.angular.limit(twist.angular, last_.angular, before_last_.angular, dt);
  return twist;
}

void DiffDriveController::setWheels(const Twist& twist, const Geometry& geometry) {
  const double half_turn = 0.5 * twist.angular * geometry.separation;
  const double left = (twist.linear - half_turn) / geometry.left_radius;
  const double right = (twist.linear + half_turn) / geometry.right_radius;
  for (auto& joint : left_joints_) joint.setCommand(left);
  for (auto& joint : right_joints_) joint.setCommand(right);
}

void DiffDriveController::stopWheels() {
  for (auto& joint : left_joints_) joint.setCommand(0.0);
  for (auto& joint : right_joints_) joint.setCommand(0.0);
  last_ = Twist();
  before_last_ = Twist();
}

void DiffDriveController::publishCommand(const ros::Time& time) {
  if (!command_publisher_ || !command_publisher_->trylock()) return;
  command_publisher_->msg_.header.stamp = time;
  command_publisher_->msg_.twist.linear.x = last_.linear;
  command_publisher_->msg_.twist.angular.z = last_.angular;
  command_publisher_->unlockAndPublish();
}

}  // namespace diff_drive_controller

PLUGINLIB_EXPORT_CLASS(diff_drive_controller::DiffDriveController,
                       controller_interface::ControllerBase)
