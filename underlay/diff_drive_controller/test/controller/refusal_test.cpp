// Configurations that init() refuses, and what it says. The parameter checks themselves are tested
// one by one in unit/parameters_test.cpp.

#include <gtest/gtest.h>
#include <ros/master.h>

#include "bench.h"
#include "log_capture.h"

namespace {

bool anythingPublishedBelow(const std::string& name_space) {
  ros::master::V_TopicInfo topics;
  ros::master::getTopics(topics);
  for (const auto& topic : topics) {
    if (topic.name.find(name_space + "/") == 0) return true;
  }
  return false;
}

/// init() fails, says so, and leaves nothing behind.
void expectRefusal(Bench& bench, const std::string& message) {
  LogCapture log;
  EXPECT_FALSE(bench.init());
  log.expectError(message);
  bench.controller.reset();
  EXPECT_FALSE(anythingPublishedBelow(bench.name_space)) << message;
}

TEST(Refusal, AParameterThatDoesNotFit) {
  Bench bench;
  bench.set("publish_rate", -1.0);
  expectRefusal(bench, "Parameter '" + bench.name_space +
                           "/base/publish_rate' = -1: expected a number >= 0 (Hz)");
}

TEST(Refusal, AMissingCovarianceList) {
  Bench bench;
  bench.erase("twist_covariance_diagonal");
  expectRefusal(bench, "Parameter '" + bench.name_space +
                           "/base/twist_covariance_diagonal' is not set: expected a list of "
                           "exactly 6 finite numbers");
}

TEST(Refusal, AnEmptyListOfWheels) {
  Bench bench;
  bench.set("left_wheel", std::vector<std::string>());
  expectRefusal(bench, "/base/left_wheel' = {}: expected a joint name or a list, not empty,");
}

TEST(Refusal, AllProblemsAreNamedAtOnce) {
  Bench bench;
  bench.set("wheel_radius", -0.1);
  bench.erase("right_wheel");
  LogCapture log;
  EXPECT_FALSE(bench.init());
  log.expectError("/base/wheel_radius' = -0.1");
  log.expectError("/base/right_wheel' is not set");
}

TEST(Refusal, AnUnknownJointThrowsAndIsNamed) {
  Bench bench;
  bench.set("right_wheel", "wrong_wheel");
  LogCapture log;
  EXPECT_THROW(bench.init(), hardware_interface::HardwareInterfaceException);
  log.expectError("Parameters '" + bench.name_space +
                  "/base/left_wheel' and 'right_wheel' = 'left_1' and 'wrong_wheel': expected "
                  "joints of the robot's velocity interface, which are 'left_1', 'right_1'");
  bench.controller.reset();
  EXPECT_FALSE(anythingPublishedBelow(bench.name_space));
}

TEST(Refusal, NoUrdf) {
  Bench bench;
  bench.erase("wheel_radius");
  expectRefusal(bench, "Parameter '" + bench.name_space +
                           "/robot_description' is not set or empty: expected the robot's URDF "
                           "(the URDF is read because wheel_separation and wheel_radius are not "
                           "both set in " +
                           bench.name_space + "/base)");
}

TEST(Refusal, AUrdfElsewhereIsNotUsedButMentioned) {
  Bench bench;
  bench.erase("wheel_radius");
  ros::param::set("/robot_description", "<robot/>");
  expectRefusal(bench, "; '/robot_description' is not looked at");
  ros::param::del("/robot_description");
}

TEST(Refusal, TextThatIsNoUrdf) {
  Bench bench;
  bench.erase("wheel_separation");
  bench.root_nh.setParam("robot_description", "this is no robot");
  expectRefusal(bench,
                "Parameter '" + bench.name_space +
                    "/robot_description': expected a valid URDF, found text that begins with "
                    "'this is no robot'");
}

std::string urdf(const std::string& left_joint, const std::string& shape, double distance) {
  const std::string y = std::to_string(distance / 2);
  return "<robot name='bench'><link name='base'/><link name='l'><collision><geometry>" + shape +
         "</geometry></collision></link><link name='r'/><joint name='" + left_joint +
         "' type='continuous'><parent link='base'/><child link='l'/><origin xyz='0 " + y +
         " 0'/></joint><joint name='right_1' type='continuous'><parent link='base'/><child "
         "link='r'/><origin xyz='0 -" +
         y + " 0'/></joint></robot>";
}

TEST(Refusal, AUrdfWithoutTheJoint) {
  Bench bench;
  bench.erase("wheel_separation");
  bench.root_nh.setParam("robot_description", urdf("other", "<sphere radius='0.1'/>", 0.4));
  expectRefusal(bench, "/robot_description': the URDF of robot 'bench' has no joint 'left_1'");
}

TEST(Refusal, SquareWheels) {
  Bench bench;
  bench.erase("wheel_radius");
  bench.root_nh.setParam("robot_description", urdf("left_1", "<box size='1 1 1'/>", 0.4));
  expectRefusal(bench,
                "Link 'l' of joint 'left_1' has a box as collision geometry: expected a "
                "cylinder or a sphere");
}

TEST(Refusal, WheelsAtTheSamePlace) {
  Bench bench;
  bench.erase("wheel_separation");
  bench.root_nh.setParam("robot_description", urdf("left_1", "<sphere radius='0.1'/>", 0.0));
  expectRefusal(bench, "the joints 'left_1' and 'right_1' are at the same place");
}

TEST(Refusal, SquareWheelsDoNotMatterIfTheRadiusIsGiven) {
  Bench bench;
  bench.erase("wheel_separation");
  bench.root_nh.setParam("robot_description", urdf("left_1", "<box size='1 1 1'/>", 0.4));
  EXPECT_TRUE(bench.init());
}

TEST(Refusal, NoUrdfIsNeededIfBothAreGiven) {
  Bench bench;
  bench.root_nh.setParam("robot_description", "this is no robot");
  EXPECT_TRUE(bench.init());
}

TEST(Warning, UnknownParametersAreNamed) {
  Bench bench;
  bench.set("publish_rte", 20);
  LogCapture log;
  EXPECT_TRUE(bench.init());
  log.expectWarning(
      "Parameter '" + bench.name_space +
      "/base/publish_rte' is unknown and has no effect; did you mean 'publish_rate'?");
}

TEST(Warning, ALimitWithoutAMaximumHoldsTheRobot) {
  Bench bench;
  bench.set("linear/x/has_velocity_limits", true);
  LogCapture log;
  bench.begin();
  log.expectWarning(
      "/base/linear/x/max_velocity' is not set and counts as 0: the robot can't move");
  bench.drive(1.0, 0.0, 0.5);
  EXPECT_EQ(0.0, bench.rig.leftCommand());
}

TEST(Warning, ACompleteConfigurationHasNone) {
  Bench bench;
  LogCapture log;
  EXPECT_TRUE(bench.init());
  EXPECT_EQ("", log.problems());
}

}  // namespace
