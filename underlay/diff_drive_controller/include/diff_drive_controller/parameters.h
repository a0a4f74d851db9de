#pragma once

#include <diff_drive_controller/parameter_reader.h>
#include <diff_drive_controller/speed_limiter.h>

#include <string>
#include <vector>

namespace diff_drive_controller {

/// Values that dynamic_reconfigure can change while the controller runs.
struct DynamicValues {
  double left_wheel_radius_multiplier = 1.0;
  double right_wheel_radius_multiplier = 1.0;
  double wheel_separation_multiplier = 1.0;
  double publish_rate = 50.0;  ///< Hz, 0: do not publish
  bool enable_odom_tf = true;
};

/// Everything the controller reads from its namespace, with the defaults.
struct Parameters {
  std::vector<std::string> left_wheels;
  std::vector<std::string> right_wheels;
  std::vector<double> pose_covariance_diagonal;   ///< 6 values, m² and rad²
  std::vector<double> twist_covariance_diagonal;  ///< 6 values, (m/s)² and (rad/s)²

  bool has_wheel_separation = false;  ///< otherwise from the URDF
  bool has_wheel_radius = false;
  double wheel_separation = 0.0;  ///< m
  double wheel_radius = 0.0;      ///< m
  DynamicValues dynamic;

  bool open_loop = false;
  int velocity_rolling_window_size = 10;
  double cmd_vel_timeout = 0.5;  ///< s
  bool allow_multiple_cmd_vel_publishers = true;
  std::string base_frame_id = "base_link";
  std::string odom_frame_id = "odom";
  bool publish_cmd = false;
  bool publish_wheel_joint_controller_state = false;
  SpeedLimiter linear;
  SpeedLimiter angular;
};

/// Reads and checks all parameters; problems are left in the reader. A value is used only if
/// `reader.errors()` is empty.
Parameters readParameters(ParameterReader& reader);

/// All names readParameters() looks at, and `type`, which the controller manager reads.
std::vector<std::string> knownParameters();

}  // namespace diff_drive_controller
