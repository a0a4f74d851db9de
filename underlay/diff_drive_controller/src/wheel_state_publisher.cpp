#include <diff_drive_controller/wheel_state_publisher.h>

#include <limits>

namespace diff_drive_controller {

namespace {

void resize(trajectory_msgs::JointTrajectoryPoint& point, std::size_t size) {
  point.positions.resize(size, 0.0);
  point.velocities.resize(size, 0.0);
  point.accelerations.resize(size, 0.0);
  point.effort.resize(size, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

void WheelStatePublisher::init(ros::NodeHandle& nh, const std::vector<std::string>& joint_names) {
  wheels_.assign(joint_names.size(), Wheel());
  publisher_.reset(
      new realtime_tools::RealtimePublisher<control_msgs::JointTrajectoryControllerState>(
          nh, "wheel_joint_controller_state", 100));
  publisher_->lock();
  publisher_->msg_.joint_names = joint_names;
  resize(publisher_->msg_.desired, joint_names.size());
  resize(publisher_->msg_.actual, joint_names.size());
  resize(publisher_->msg_.error, joint_names.size());
  publisher_->unlock();
}

void WheelStatePublisher::update(const ros::Time& time, double period, const Joints& left,
                                 const Joints& right) {
  std::size_t index = 0;
  for (const Joints* side : {&left, &right}) {
    for (const auto& joint : *side) {
      Wheel& wheel = wheels_[index++];
      const double command = joint.getCommand();
      wheel.desired_acceleration = (command - wheel.desired_velocity) * period;
      wheel.desired_velocity = command;
      wheel.desired_position += command * period;
      const double velocity = joint.getVelocity();
      wheel.actual_acceleration = period > 0.0 ? (velocity - wheel.actual_velocity) / period : 0.0;
      wheel.actual_velocity = velocity;
    }
  }

  if (!publisher_->trylock()) return;
  publisher_->msg_.header.stamp = time;
  index = 0;
  for (const Joints* side : {&left, &right}) {
    for (const auto& joint : *side) fill(index++, joint);
  }
  publisher_->unlockAndPublish();
}

void WheelStatePublisher::fill(std::size_t i, const hardware_interface::JointHandle& joint) {
  auto& desired = publisher_->msg_.desired;
  auto& actual = publisher_->msg_.actual;
  auto& error = publisher_->msg_.error;
  const Wheel& wheel = wheels_[i];
  desired.positions[i] = wheel.desired_position;
  desired.velocities[i] = wheel.desired_velocity;
  desired.accelerations[i] = wheel.desired_acceleration;
  actual.positions[i] = joint.getPosition();
  actual.velocities[i] = wheel.actual_velocity;
  actual.accelerations[i] = wheel.actual_acceleration;
  actual.effort[i] = joint.getEffort();
  error.positions[i] = desired.positions[i] - actual.positions[i];
  error.velocities[i] = desired.velocities[i] - actual.velocities[i];
  error.accelerations[i] = desired.accelerations[i] - actual.accelerations[i];
  error.effort[i] = desired.effort[i] - actual.effort[i];
}

}  // namespace diff_drive_controller
