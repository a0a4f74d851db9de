#include <diff_drive_controller/dynamic_parameters.h>
#include <ros/console.h>

#include <algorithm>
#include <cmath>

namespace diff_drive_controller {

namespace {

using Config = DiffDriveControllerConfig;

constexpr double Config::* kNumbers[] = {
    &Config::left_wheel_radius_multiplier, &Config::right_wheel_radius_multiplier,
    &Config::wheel_separation_multiplier, &Config::publish_rate};

Config toConfig(const DynamicValues& values) {
  Config config = Config::__getDefault__();
  config.left_wheel_radius_multiplier = values.left_wheel_radius_multiplier;
  config.right_wheel_radius_multiplier = values.right_wheel_radius_multiplier;
  config.wheel_separation_multiplier = values.wheel_separation_multiplier;
  config.publish_rate = values.publish_rate;
  config.enable_odom_tf = values.enable_odom_tf;
  return config;
}

DynamicValues toValues(const Config& config) {
  DynamicValues values;
  values.left_wheel_radius_multiplier = config.left_wheel_radius_multiplier;
  values.right_wheel_radius_multiplier = config.right_wheel_radius_multiplier;
  values.wheel_separation_multiplier = config.wheel_separation_multiplier;
  values.publish_rate = config.publish_rate;
  values.enable_odom_tf = config.enable_odom_tf;
  return values;
}

}  // namespace

void WidenedConfig::__clamp__() {
  if (!min || !max) {
    DiffDriveControllerConfig::__clamp__();
    return;
  }
  for (const auto number : kNumbers) {
    this->*number = std::min(std::max(this->*number, (*min).*number), (*max).*number);
  }
}

void DynamicParameters::init(const ros::NodeHandle& nh, const DynamicValues& initial) {
  controller_ = nh.getNamespace();
  current_ = initial;
  values_.initRT(initial);

  const Config start = toConfig(initial);
  Config min = Config::__getMin__();
  Config max = Config::__getMax__();
  for (const auto number : kNumbers) {
    min.*number = std::min(min.*number, start.*number);
    max.*number = std::max(max.*number, start.*number);
  }
  WidenedConfig config(start);
  config.min = std::make_shared<Config>(min);
  config.max = std::make_shared<Config>(max);

  server_.reset(new Server(mutex_, nh));
  server_->setConfigMin(min);
  server_->setConfigMax(max);
  server_->updateConfig(config);
  server_->setCallback([this](WidenedConfig& config, uint32_t) { callback(config); });
}

void DynamicParameters::callback(WidenedConfig& config) {
  const Config before = toConfig(current_);
  for (const auto number : kNumbers) {
    if (std::isfinite(config.*number)) continue;
    ROS_WARN_STREAM(controller_ << "/set_parameters: a value that is not a finite number was "
                                   "requested and ignored");
    config.*number = before.*number;
  }
  current_ = toValues(config);
  values_.writeFromNonRT(current_);
  if (before.__level__(config) != 0) {
    ROS_INFO_STREAM(controller_ << ": multipliers now left radius "
                                << current_.left_wheel_radius_multiplier << ", right radius "
                                << current_.right_wheel_radius_multiplier << ", separation "
                                << current_.wheel_separation_multiplier << "; publish rate "
                                << current_.publish_rate << " Hz, odometry tf "
                                << (current_.enable_odom_tf ? "on" : "off"));
  }
}

}  // namespace diff_drive_controller
