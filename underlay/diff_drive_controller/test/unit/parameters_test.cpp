#include <diff_drive_controller/nearest_name.h>
#include <diff_drive_controller/parameters.h>
#include <gtest/gtest.h>

#include <limits>

using diff_drive_controller::nearestName;
using diff_drive_controller::ParameterReader;
using diff_drive_controller::Parameters;
using diff_drive_controller::readParameters;
using XmlRpc::XmlRpcValue;

namespace {

XmlRpcValue sixNumbers(double value) {
  XmlRpcValue list;
  for (int i = 0; i < 6; ++i) list[i] = value;
  return list;
}

XmlRpcValue required() {
  XmlRpcValue tree;
  tree["type"] = "diff_drive_controller/DiffDriveController";
  tree["left_wheel"] = "left";
  tree["right_wheel"] = "right";
  tree["pose_covariance_diagonal"] = sixNumbers(0.1);
  tree["twist_covariance_diagonal"] = sixNumbers(0.2);
  return tree;
}

struct Result {
  Parameters parameters;
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
};

Result read(const XmlRpcValue& tree) {
  ParameterReader reader("/robot/base", tree);
  Result result;
  result.parameters = readParameters(reader);
  result.errors = reader.errors();
  result.warnings = reader.warnings();
  return result;
}

std::string all(const std::vector<std::string>& texts) {
  std::string joined;
  for (const auto& text : texts) joined += text + "\n";
  return joined;
}

void expectOneError(const XmlRpcValue& tree, const std::string& text) {
  const Result result = read(tree);
  EXPECT_EQ(1u, result.errors.size()) << all(result.errors);
  EXPECT_NE(std::string::npos, all(result.errors).find(text))
      << "expected: " << text << "\nfound: " << all(result.errors);
}

void expectOneWarning(const XmlRpcValue& tree, const std::string& text) {
  const Result result = read(tree);
  EXPECT_TRUE(result.errors.empty()) << all(result.errors);
  EXPECT_EQ(1u, result.warnings.size()) << all(result.warnings);
  EXPECT_NE(std::string::npos, all(result.warnings).find(text))
      << "expected: " << text << "\nfound: " << all(result.warnings);
}

TEST(Parameters, Defaults) {
  const Result result = read(required());
  EXPECT_TRUE(result.errors.empty()) << all(result.errors);
  EXPECT_TRUE(result.warnings.empty()) << all(result.warnings);
  const Parameters& p = result.parameters;
  EXPECT_EQ(std::vector<std::string>{"left"}, p.left_wheels);
  EXPECT_EQ(std::vector<std::string>{"right"}, p.right_wheels);
  EXPECT_EQ(std::vector<double>(6, 0.1), p.pose_covariance_diagonal);
  EXPECT_EQ(std::vector<double>(6, 0.2), p.twist_covariance_diagonal);
  EXPECT_FALSE(p.has_wheel_separation);
  EXPECT_FALSE(p.has_wheel_radius);
  EXPECT_EQ(1.0, p.dynamic.left_wheel_radius_multiplier);
  EXPECT_EQ(1.0, p.dynamic.right_wheel_radius_multiplier);
  EXPECT_EQ(1.0, p.dynamic.wheel_separation_multiplier);
  EXPECT_EQ(50.0, p.dynamic.publish_rate);
  EXPECT_TRUE(p.dynamic.enable_odom_tf);
  EXPECT_FALSE(p.open_loop);
  EXPECT_EQ(10, p.velocity_rolling_window_size);
  EXPECT_EQ(0.5, p.cmd_vel_timeout);
  EXPECT_TRUE(p.allow_multiple_cmd_vel_publishers);
  EXPECT_EQ("base_link", p.base_frame_id);
  EXPECT_EQ("odom", p.odom_frame_id);
  EXPECT_FALSE(p.publish_cmd);
  EXPECT_FALSE(p.publish_wheel_joint_controller_state);
  for (const auto* axis : {&p.linear, &p.angular}) {
    EXPECT_FALSE(axis->has_velocity_limits);
    EXPECT_FALSE(axis->has_acceleration_limits);
    EXPECT_FALSE(axis->has_jerk_limits);
    EXPECT_EQ(0.0, axis->max_velocity);
  }
}

TEST(Parameters, ListsOfWheels) {
  XmlRpcValue tree = required();
  tree["left_wheel"] = XmlRpcValue();
  tree["left_wheel"][0] = "front_left";
  tree["left_wheel"][1] = "rear_left";
  tree["right_wheel"] = XmlRpcValue();
  tree["right_wheel"][0] = "front_right";
  tree["right_wheel"][1] = "rear_right";
  const Result result = read(tree);
  EXPECT_TRUE(result.errors.empty()) << all(result.errors);
  EXPECT_EQ((std::vector<std::string>{"front_left", "rear_left"}), result.parameters.left_wheels);
}

TEST(Parameters, WheelErrors) {
  const std::string expected = ": expected a joint name or a list, not empty, of joint names";
  XmlRpcValue tree = required();
  tree["left_wheel"] = XmlRpcValue();
  tree["left_wheel"].setSize(0);
  expectOneError(tree, "Parameter '/robot/base/left_wheel' = {}" + expected);

  tree = required();
  tree["right_wheel"] = 7;
  expectOneError(tree, "Parameter '/robot/base/right_wheel' = 7" + expected);

  tree = required();
  tree["right_wheel"] = "";
  expectOneError(tree, "Parameter '/robot/base/right_wheel' = ''" + expected);

  tree = required();
  tree["right_wheel"] = XmlRpcValue();
  tree["right_wheel"][0] = "right";
  tree["right_wheel"][1] = 2;
  expectOneError(tree, "Parameter '/robot/base/right_wheel' = {right,2}" + expected);

  tree = required();
  tree["right_wheel"] = XmlRpcValue();
  tree["right_wheel"][0] = "right";
  tree["right_wheel"][1] = "other";
  expectOneError(tree, "name 1 and 2 joints: expected as many on the left as on the right");

  tree = required();
  tree["right_wheel"] = "left";
  expectOneError(tree, "name joint 'left' twice");
}

TEST(Parameters, MissingRequiredOnesAreAllNamed) {
  const Result result = read(XmlRpcValue());
  const std::string errors = all(result.errors);
  EXPECT_EQ(4u, result.errors.size()) << errors;
  for (const std::string name :
       {"left_wheel", "right_wheel", "pose_covariance_diagonal", "twist_covariance_diagonal"}) {
    EXPECT_NE(std::string::npos, errors.find("'/robot/base/" + name + "' is not set: expected"))
        << errors;
  }
}

TEST(Parameters, Covariances) {
  const std::string expected = ": expected a list of exactly 6 finite numbers";
  for (const std::string name : {"pose_covariance_diagonal", "twist_covariance_diagonal"}) {
    XmlRpcValue tree = required();
    for (int i = 0; i < 6; ++i) tree[name][i] = i;  // whole numbers are numbers
    EXPECT_TRUE(read(tree).errors.empty());

    tree[name][3] = "0.1";
    expectOneError(tree, "Parameter '/robot/base/" + name + "' = {0,1,2,0.1,4,5}" + expected);
    tree[name][3] = std::numeric_limits<double>::quiet_NaN();
    expectOneError(tree, expected);
    tree[name].setSize(5);
    expectOneError(tree, expected);
    tree[name] = sixNumbers(0.0);
    tree[name].setSize(7);
    tree[name][6] = 1.0;
    expectOneError(tree, expected);
    tree[name] = 0.1;
    expectOneError(tree, "'/robot/base/" + name + "' = 0.1" + expected);
  }
}

TEST(Parameters, NumbersMayBeWholeOrNotButNothingElse) {
  XmlRpcValue tree = required();
  tree["publish_rate"] = 20;
  tree["velocity_rolling_window_size"] = 4.0;
  tree["wheel_separation"] = 1;
  const Result result = read(tree);
  EXPECT_TRUE(result.errors.empty()) << all(result.errors);
  EXPECT_EQ(20.0, result.parameters.dynamic.publish_rate);
  EXPECT_EQ(4, result.parameters.velocity_rolling_window_size);
  EXPECT_TRUE(result.parameters.has_wheel_separation);
  EXPECT_EQ(1.0, result.parameters.wheel_separation);

  tree["publish_rate"] = "20";
  expectOneError(tree, "Parameter '/robot/base/publish_rate' = '20': expected a finite number");
  tree["publish_rate"] = std::numeric_limits<double>::infinity();
  expectOneError(tree, "/publish_rate' = inf: expected a finite number");
}

TEST(Parameters, WrongTypesAndRanges) {
  const auto check = [](const std::string& name, const XmlRpcValue& value,
                        const std::string& message) {
    XmlRpcValue tree = required();
    tree[name] = value;
    expectOneError(tree, "Parameter '/robot/base/" + name + "' = " + message);
  };
  check("publish_rate", -5.0, "-5: expected a number >= 0 (Hz)");
  check("wheel_separation", 0.0, "0: expected a number > 0 (m)");
  check("wheel_radius", -0.1, "-0.1: expected a number > 0 (m)");
  check("wheel_separation_multiplier", 0, "0: expected a number > 0");
  check("wheel_radius_multiplier", -1, "-1: expected a number > 0");
  check("left_wheel_radius_multiplier", 0.0, "0: expected a number > 0");
  check("right_wheel_radius_multiplier", std::numeric_limits<double>::quiet_NaN(),
        "nan: expected a finite number");
  check("velocity_rolling_window_size", 0, "0: expected a whole number from 1");
  check("velocity_rolling_window_size", 2.5, "2.5: expected a whole number");
  check("open_loop", 1, "1: expected true or false");
  check("enable_odom_tf", "yes", "'yes': expected true or false");
  check("base_frame_id", true, "true: expected a text");
  check("cmd_vel_timeout", std::numeric_limits<double>::quiet_NaN(),
        "nan: expected a finite number");
}

TEST(Parameters, RadiusMultipliers) {
  XmlRpcValue tree = required();
  tree["left_wheel_radius_multiplier"] = 0.9;
  tree["right_wheel_radius_multiplier"] = 1.1;
  EXPECT_EQ(0.9, read(tree).parameters.dynamic.left_wheel_radius_multiplier);
  EXPECT_EQ(1.1, read(tree).parameters.dynamic.right_wheel_radius_multiplier);
  tree["wheel_radius_multiplier"] = 1.4;
  EXPECT_EQ(1.4, read(tree).parameters.dynamic.left_wheel_radius_multiplier);
  EXPECT_EQ(1.4, read(tree).parameters.dynamic.right_wheel_radius_multiplier);
}

TEST(Parameters, LimitsAndTheirOppositeAsDefault) {
  XmlRpcValue tree = required();
  tree["linear"]["x"]["has_velocity_limits"] = true;
  tree["linear"]["x"]["max_velocity"] = 0.3;
  tree["linear"]["x"]["has_acceleration_limits"] = true;
  tree["linear"]["x"]["max_acceleration"] = 0.6;
  tree["linear"]["x"]["min_acceleration"] = -1.2;
  tree["angular"]["z"]["has_jerk_limits"] = true;
  tree["angular"]["z"]["max_jerk"] = 5;
  const Result result = read(tree);
  EXPECT_TRUE(result.errors.empty()) << all(result.errors);
  EXPECT_TRUE(result.warnings.empty()) << all(result.warnings);
  const auto& linear = result.parameters.linear;
  EXPECT_TRUE(linear.has_velocity_limits);
  EXPECT_EQ(0.3, linear.max_velocity);
  EXPECT_EQ(-0.3, linear.min_velocity);
  EXPECT_EQ(0.6, linear.max_acceleration);
  EXPECT_EQ(-1.2, linear.min_acceleration);
  EXPECT_FALSE(linear.has_jerk_limits);
  EXPECT_TRUE(result.parameters.angular.has_jerk_limits);
  EXPECT_EQ(-5.0, result.parameters.angular.min_jerk);
}

TEST(Parameters, LimitErrors) {
  for (const std::string quantity : {"velocity", "acceleration", "jerk"}) {
    for (const auto& axis : {std::make_pair("linear", "x"), std::make_pair("angular", "z")}) {
      const std::string path = std::string("/robot/base/") + axis.first + "/" + axis.second;
      const auto tree_with = [&](double min, double max) {
        XmlRpcValue tree = required();
        XmlRpcValue& limits = tree[axis.first][axis.second];
        limits["has_" + quantity + "_limits"] = true;
        limits["max_" + quantity] = max;
        limits["min_" + quantity] = min;
        return tree;
      };
      expectOneError(tree_with(-1.0, -0.5), path + "/max_" + quantity + "' = -0.5: expected");
      expectOneError(tree_with(0.5, 1.0), path + "/min_" + quantity + "' = 0.5: expected");
      expectOneError(tree_with(-1.0, std::numeric_limits<double>::quiet_NaN()),
                     path + "/max_" + quantity + "' = nan: expected a finite number");
      expectOneError(tree_with(-std::numeric_limits<double>::infinity(), 1.0),
                     path + "/min_" + quantity + "' = -inf: expected a finite number");
    }
  }
}

TEST(Parameters, ALimitWithoutItsMaximumIsWarnedAbout) {
  for (const std::string quantity : {"velocity", "acceleration", "jerk"}) {
    XmlRpcValue tree = required();
    tree["linear"]["x"]["has_" + quantity + "_limits"] = true;
    expectOneWarning(tree, "'/robot/base/linear/x/has_" + quantity +
                               "_limits' is true but '/robot/base/linear/x/max_" + quantity +
                               "' is not set and counts as 0: the robot can't move");
  }
}

TEST(Parameters, AMaximumThatIsNotEnabledIsWarnedAbout) {
  XmlRpcValue tree = required();
  tree["linear"]["x"]["max_velocity"] = 0.3;
  expectOneWarning(tree,
                   "'/robot/base/linear/x/has_velocity_limits' is not set: the velocity "
                   "limits beside it have no effect");
  tree["linear"]["x"]["has_velocity_limits"] = false;
  EXPECT_TRUE(read(tree).warnings.empty());
}

TEST(Parameters, ATimeoutThatIsNeverMetIsWarnedAbout) {
  XmlRpcValue tree = required();
  tree["cmd_vel_timeout"] = 0;
  expectOneWarning(tree, "'/robot/base/cmd_vel_timeout' is not above 0");
}

TEST(Parameters, UnknownNamesAreWarnedAboutWithTheNearestKnownOne) {
  XmlRpcValue tree = required();
  tree["publsh_rate"] = 20;
  expectOneWarning(tree,
                   "Parameter '/robot/base/publsh_rate' is unknown and has no effect; did "
                   "you mean 'publish_rate'? (known: type, left_wheel, ");
  tree = required();
  tree["linear"]["x"]["max_velocty"] = 0.3;
  expectOneWarning(tree,
                   "'/robot/base/linear/x/max_velocty' is unknown and has no effect; did you "
                   "mean 'linear/x/max_velocity'?");
  tree = required();
  tree["colour"] = "red";
  expectOneWarning(tree, "'/robot/base/colour' is unknown and has no effect (known:");
}

TEST(NearestName, IsNearOrNone) {
  const std::vector<std::string> names = {"open_loop", "odom_frame_id", "wheel_radius"};
  EXPECT_EQ("open_loop", nearestName("open_loop:", names));
  EXPECT_EQ("odom_frame_id", nearestName("odom_frame", names));
  EXPECT_EQ("wheel_radius", nearestName("weel_radius", names));
  EXPECT_EQ("", nearestName("gravity", names));
  EXPECT_EQ(3, diff_drive_controller::editDistance("kitten", "sitting"));
  EXPECT_EQ(4, diff_drive_controller::editDistance("", "four"));
}

}  // namespace
