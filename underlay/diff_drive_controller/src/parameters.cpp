#include <diff_drive_controller/parameters.h>

#include <set>

namespace diff_drive_controller {

namespace {

/// Reads one pair of bounds, such as max_velocity and min_velocity (default: the opposite of max).
bool readBounds(ParameterReader& reader, const std::string& axis, const std::string& quantity,
                const std::string& consequence, double& min, double& max) {
  const std::string enable = axis + "/has_" + quantity + "_limits";
  const std::string max_name = axis + "/max_" + quantity;
  const std::string min_name = axis + "/min_" + quantity;
  const bool enabled = reader.boolean(enable, false);
  max = reader.number(max_name, 0.0);
  min = reader.number(min_name, -max);

  if (!enabled) {
    if (!reader.has(enable) && (reader.has(max_name) || reader.has(min_name))) {
      reader.addWarning("Parameter '" + reader.fullName(enable) + "' is not set: the " + quantity +
                        " limits beside it have no effect");
    }
    return false;
  }
  reader.require(max >= 0.0, max_name, "a number >= 0");
  // Without a min of its own a wrong max would be reported twice.
  if (reader.has(min_name)) {
    reader.require(min <= 0.0, min_name, "a number <= 0, so that the robot is allowed to stop");
  }
  if (!reader.has(max_name)) {
    reader.addWarning("Parameter '" + reader.fullName(enable) + "' is true but '" +
                      reader.fullName(max_name) + "' is not set and counts as 0: " + consequence);
  }
  return true;
}

SpeedLimiter readLimits(ParameterReader& reader, const std::string& axis) {
  const std::string held = "the robot can't move, as its speed can't change from 0";
  SpeedLimiter limits;
  limits.has_velocity_limits =
      readBounds(reader, axis, "velocity", "the robot can't move in that direction",
                 limits.min_velocity, limits.max_velocity);
  limits.has_acceleration_limits = readBounds(reader, axis, "acceleration", held,
                                              limits.min_acceleration, limits.max_acceleration);
  limits.has_jerk_limits = readBounds(reader, axis, "jerk", held, limits.min_jerk, limits.max_jerk);
  return limits;
}

double readPositive(ParameterReader& reader, const std::string& name, double fallback,
                    const std::string& expected) {
  const double value = reader.number(name, fallback);
  reader.require(value > 0.0, name, expected);
  return value;
}

void readWheels(ParameterReader& reader, Parameters& p) {
  p.left_wheels = reader.names("left_wheel");
  p.right_wheels = reader.names("right_wheel");
  if (p.left_wheels.empty() || p.right_wheels.empty()) return;
  if (p.left_wheels.size() != p.right_wheels.size()) {
    reader.addError("Parameters '" + reader.fullName("left_wheel") + "' and '" +
                    reader.fullName("right_wheel") + "' name " +
                    std::to_string(p.left_wheels.size()) + " and " +
                    std::to_string(p.right_wheels.size()) +
                    " joints: expected as many on the left as on the right");
  }
  std::set<std::string> seen;
  for (const auto* side : {&p.left_wheels, &p.right_wheels}) {
    for (const auto& joint : *side) {
      if (!seen.insert(joint).second) {
        reader.addError("Parameters '" + reader.fullName("left_wheel") + "' and '" +
                        reader.fullName("right_wheel") + "' name joint '" + joint +
                        "' twice: expected each joint once");
      }
    }
  }
}

void readGeometry(ParameterReader& reader, Parameters& p) {
  const std::string length = "a number > 0 (m)";
  const std::string factor = "a number > 0";
  p.has_wheel_separation = reader.has("wheel_separation");
  if (p.has_wheel_separation) {
    p.wheel_separation = readPositive(reader, "wheel_separation", 1.0, length);
  }
  p.has_wheel_radius = reader.has("wheel_radius");
  if (p.has_wheel_radius) p.wheel_radius = readPositive(reader, "wheel_radius", 1.0, length);

  DynamicValues& dynamic = p.dynamic;
  dynamic.wheel_separation_multiplier =
      readPositive(reader, "wheel_separation_multiplier", 1.0, factor);
  if (reader.has("wheel_radius_multiplier")) {
    const double both = readPositive(reader, "wheel_radius_multiplier", 1.0, factor);
    dynamic.left_wheel_radius_multiplier = both;
    dynamic.right_wheel_radius_multiplier = both;
  } else {
    dynamic.left_wheel_radius_multiplier =
        readPositive(reader, "left_wheel_radius_multiplier", 1.0, factor);
    dynamic.right_wheel_radius_multiplier =
        readPositive(reader, "right_wheel_radius_multiplier", 1.0, factor);
  }
}

}  // namespace

Parameters readParameters(ParameterReader& reader) {
  Parameters p;
  readWheels(reader, p);
  readGeometry(reader, p);

  p.dynamic.publish_rate = reader.number("publish_rate", p.dynamic.publish_rate);
  reader.require(p.dynamic.publish_rate >= 0.0, "publish_rate",
                 "a number >= 0 (Hz), where 0 switches odometry and tf off");
  p.dynamic.enable_odom_tf = reader.boolean("enable_odom_tf", p.dynamic.enable_odom_tf);

  p.open_loop = reader.boolean("open_loop", p.open_loop);
  p.velocity_rolling_window_size =
      reader.integer("velocity_rolling_window_size", p.velocity_rolling_window_size);
  reader.require(p.velocity_rolling_window_size >= 1 && p.velocity_rolling_window_size <= 1000000,
                 "velocity_rolling_window_size", "a whole number from 1 to 1000000 (samples)");

  p.cmd_vel_timeout = reader.number("cmd_vel_timeout", p.cmd_vel_timeout);
  if (p.cmd_vel_timeout <= 0.0) {
    reader.addWarning(
        "Parameter '" + reader.fullName("cmd_vel_timeout") +
        "' is not above 0: every command is too old at once and the robot can't move");
  }
  p.allow_multiple_cmd_vel_publishers =
      reader.boolean("allow_multiple_cmd_vel_publishers", p.allow_multiple_cmd_vel_publishers);

  p.base_frame_id = reader.text("base_frame_id", p.base_frame_id);
  p.odom_frame_id = reader.text("odom_frame_id", p.odom_frame_id);
  p.pose_covariance_diagonal = reader.numbers("pose_covariance_diagonal", 6);
  p.twist_covariance_diagonal = reader.numbers("twist_covariance_diagonal", 6);

  p.publish_cmd = reader.boolean("publish_cmd", p.publish_cmd);
  p.publish_wheel_joint_controller_state = reader.boolean("publish_wheel_joint_controller_state",
                                                          p.publish_wheel_joint_controller_state);
  p.linear = readLimits(reader, "linear/x");
  p.angular = readLimits(reader, "angular/z");

  reader.warnOfUnknown(knownParameters());
  return p;
}

std::vector<std::string> knownParameters() {
  std::vector<std::string> names = {"type",
                                    "left_wheel",
                                    "right_wheel",
                                    "pose_covariance_diagonal",
                                    "twist_covariance_diagonal",
                                    "wheel_separation",
                                    "wheel_radius",
                                    "wheel_separation_multiplier",
                                    "wheel_radius_multiplier",
                                    "left_wheel_radius_multiplier",
                                    "right_wheel_radius_multiplier",
                                    "publish_rate",
                                    "open_loop",
                                    "velocity_rolling_window_size",
                                    "cmd_vel_timeout",
                                    "allow_multiple_cmd_vel_publishers",
                                    "base_frame_id",
                                    "odom_frame_id",
                                    "enable_odom_tf",
                                    "publish_cmd",
                                    "publish_wheel_joint_controller_state"};
  for (const std::string axis : {"linear/x", "angular/z"}) {
    for (const std::string quantity : {"velocity", "acceleration", "jerk"}) {
      names.push_back(axis + "/has_" + quantity + "_limits");
      names.push_back(axis + "/max_" + quantity);
      names.push_back(axis + "/min_" + quantity);
    }
  }
  return names;
}

}  // namespace diff_drive_controller
