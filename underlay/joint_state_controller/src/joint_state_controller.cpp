#include <joint_state_controller/extra_joints.h>
#include <joint_state_controller/joint_state_controller.h>
#include <ros/console.h>
#include <ros/param.h>
#include <pluginlib/class_list_macros.hpp>

#include <cmath>
#include <set>
#include <sstream>

namespace joint_state_controller {

namespace {

/// Longer periods count as "never": ros::Duration ends at 2^31 s.
constexpr double kLongestPeriod = 1e9;  // s

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "'" : ", '") + name + "'";
  return all;
}

bool readRate(const std::string& parameter, double& rate) {
  XmlRpc::XmlRpcValue value;
  if (!ros::param::get(parameter, value)) {
    ROS_ERROR_STREAM("Parameter '" << parameter << "' is not set: expected a number (Hz)");
    return false;
  }
  if (!ros::param::get(parameter, rate) || !std::isfinite(rate)) {
    std::ostringstream shown;
    shown << value;
    ROS_ERROR_STREAM("Parameter '" << parameter << "' = " << shown.str()
                                   << ": expected a finite number (Hz)");
    return false;
  }
  return true;
}

/// Joints to publish: the parameter's, or all the hardware has if it is not set.
bool readJoints(const std::string& parameter, std::vector<std::string>& names) {
  XmlRpc::XmlRpcValue value;
  if (!ros::param::get(parameter, value)) return true;
  if (!ros::param::get(parameter, names)) {
    std::ostringstream shown;
    shown << value;
    ROS_ERROR_STREAM("Parameter '" << parameter << "' = " << shown.str()
                                   << ": expected a list of joint names");
    return false;
  }
  return true;
}

void warnOfUnknownParameters(const std::string& name_space) {
  const std::set<std::string> known = {"type", "publish_rate", "joints", "extra_joints"};
  XmlRpc::XmlRpcValue all;
  if (!ros::param::get(name_space, all) || all.getType() != XmlRpc::XmlRpcValue::TypeStruct) return;
  for (const auto& entry : all) {
    if (known.count(entry.first) != 0) continue;
    ROS_WARN_STREAM("Parameter '" << name_space << "/" << entry.first
                                  << "' is unknown and has no effect (known: type, publish_rate, "
                                     "joints, extra_joints)");
  }
}

}  // namespace

bool JointStateController::init(hardware_interface::JointStateInterface* hw,
                                ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh) {
  const std::string name = controller_nh.getNamespace();
  double rate = 0.0;
  std::vector<std::string> names = hw->getNames();
  if (!readRate(name + "/publish_rate", rate) || !readJoints(name + "/joints", names)) return false;
  warnOfUnknownParameters(name);
  publishes_ = rate * kLongestPeriod > 1.0;
  if (publishes_) {
    period_ = ros::Duration(1.0 / rate);
  } else {
    ROS_WARN_STREAM("Parameter '" << name << "/publish_rate' = " << rate
                                  << " is not above 0: joint states are never published");
  }

  getJoints(*hw, names, name + "/joints");
  sensor_msgs::JointState message;
  message.name = names;
  message.position.assign(names.size(), 0.0);
  message.velocity.assign(names.size(), 0.0);
  message.effort.assign(names.size(), 0.0);
  XmlRpc::XmlRpcValue extra;
  if (ros::param::get(name + "/extra_joints", extra)) {
    appendExtraJoints(name + "/extra_joints", extra, message);
  }

  publisher_.reset(
      new realtime_tools::RealtimePublisher<sensor_msgs::JointState>(root_nh, "joint_states", 4));
  publisher_->lock();  // lock() and unlock() prepare all messages in the publisher's ring
  publisher_->msg_ = message;
  publisher_->unlock();
  ROS_INFO_STREAM(name << ": joint_state_controller/JointStateController publishes "
                       << joined(message.name) << " on " << root_nh.resolveName("joint_states")
                       << " at " << rate << " Hz");
  return true;
}

void JointStateController::getJoints(hardware_interface::JointStateInterface& hw,
                                     const std::vector<std::string>& names,
                                     const std::string& parameter) {
  try {
    for (const auto& name : names) joints_.push_back(hw.getHandle(name));
  } catch (const hardware_interface::HardwareInterfaceException& e) {
    ROS_ERROR_STREAM("Parameter '" << parameter << "' = " << joined(names)
                                   << ": expected joints of the robot, which are "
                                   << joined(hw.getNames()) << " (" << e.what() << ")");
    throw;
  }
}

void JointStateController::starting(const ros::Time& time) {
  if (started_before_ || !publishes_) return;
  started_before_ = true;
  // A thousandth of a period before the start, so that the first update is past it; written so that
  // a start at time 0 doesn't ask for a negative time.
  const ros::Duration lead = period_ * 0.001;
  due_ = time - ros::Time() > lead ? time - lead : ros::Time();
}

void JointStateController::update(const ros::Time& time, const ros::Duration&) {
  if (!publishes_) return;
  // A due time more than a period ahead was set by a clock that has gone back since.
  if (due_ > time + period_) due_ = time + period_;
  if (!(due_ < time) || !publisher_->trylock()) return;
  due_ += period_;
  if (due_ < time) due_ = time;

  sensor_msgs::JointState& msg = publisher_->msg_;
  msg.header.stamp = time;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    msg.position[i] = joints_[i].getPosition();
    msg.velocity[i] = joints_[i].getVelocity();
    msg.effort[i] = joints_[i].getEffort();
  }
  publisher_->unlockAndPublish();
}

void JointStateController::stopping(const ros::Time&) {}

}  // namespace joint_state_controller

PLUGINLIB_EXPORT_CLASS(joint_state_controller::JointStateController,
                       controller_interface::ControllerBase)
