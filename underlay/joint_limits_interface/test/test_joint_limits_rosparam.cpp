// The parameters are in joint_limits_rosparam.yaml.
#include "joint_limits_interface/joint_limits_rosparam.h"

#include <gtest/gtest.h>
#include <ros/ros.h>

using joint_limits_interface::getJointLimits;
using joint_limits_interface::getSoftJointLimits;
using joint_limits_interface::JointLimits;
using joint_limits_interface::SoftJointLimits;

namespace {

JointLimits allOn() {
  JointLimits limits;
  limits.has_position_limits = limits.has_velocity_limits = limits.has_acceleration_limits =
      limits.has_jerk_limits = limits.has_effort_limits = true;
  limits.min_position = -0.5;
  limits.max_position = 0.5;
  limits.max_velocity = 0.6;
  limits.max_acceleration = 0.7;
  limits.max_jerk = 0.8;
  limits.max_effort = 0.9;
  return limits;
}

void expectEqual(const JointLimits& expected, const JointLimits& limits) {
  EXPECT_EQ(expected.has_position_limits, limits.has_position_limits);
  EXPECT_EQ(expected.has_velocity_limits, limits.has_velocity_limits);
  EXPECT_EQ(expected.has_acceleration_limits, limits.has_acceleration_limits);
  EXPECT_EQ(expected.has_jerk_limits, limits.has_jerk_limits);
  EXPECT_EQ(expected.has_effort_limits, limits.has_effort_limits);
  EXPECT_EQ(expected.angle_wraparound, limits.angle_wraparound);
  EXPECT_EQ(expected.min_position, limits.min_position);
  EXPECT_EQ(expected.max_position, limits.max_position);
  EXPECT_EQ(expected.max_velocity, limits.max_velocity);
  EXPECT_EQ(expected.max_acceleration, limits.max_acceleration);
  EXPECT_EQ(expected.max_jerk, limits.max_jerk);
  EXPECT_EQ(expected.max_effort, limits.max_effort);
}

}  // namespace

TEST(JointLimitsRosparam, NothingSetChangesNothing) {
  ros::NodeHandle node;
  JointLimits limits = allOn();
  EXPECT_FALSE(getJointLimits("unknown", node, limits));
  EXPECT_FALSE(getJointLimits("full", ros::NodeHandle("elsewhere"), limits));
  EXPECT_FALSE(getJointLimits("not a name", node, limits));
  expectEqual(allOn(), limits);
}

TEST(JointLimitsRosparam, SetsEveryField) {
  JointLimits limits;
  ASSERT_TRUE(getJointLimits("full", ros::NodeHandle(), limits));
  JointLimits expected = allOn();
  expected.min_position = -1.0;
  expected.max_position = 1.5;
  expected.max_velocity = 2.0;  // an integer in the file
  expected.max_acceleration = 5.5;
  expected.max_jerk = 100.0;
  expected.max_effort = 20.5;
  expected.angle_wraparound = false;  // true in the file, but there are position limits
  expectEqual(expected, limits);
}

TEST(JointLimitsRosparam, FalseSwitchesOff) {
  JointLimits limits = allOn();
  ASSERT_TRUE(getJointLimits("off", ros::NodeHandle(), limits));
  JointLimits expected = allOn();
  expected.has_position_limits = expected.has_velocity_limits = expected.has_acceleration_limits =
      expected.has_jerk_limits = expected.has_effort_limits = false;
  expected.angle_wraparound = true;
  expectEqual(expected, limits);
}

TEST(JointLimitsRosparam, OverridesFieldByField) {
  JointLimits limits = allOn();
  ASSERT_TRUE(getJointLimits("velocity_only", ros::NodeHandle(), limits));
  JointLimits expected = allOn();
  expected.max_velocity = 3.0;
  expectEqual(expected, limits);
}

TEST(JointLimitsRosparam, ValuesCountOnlyWithTheirSwitch) {
  JointLimits limits = allOn();
  ASSERT_TRUE(getJointLimits("values_only", ros::NodeHandle(), limits));
  expectEqual(allOn(), limits);
}

TEST(JointLimitsRosparam, SwitchWithoutNumberChangesNothing) {
  JointLimits limits = allOn();
  ASSERT_TRUE(getJointLimits("switches_only", ros::NodeHandle(), limits));
  expectEqual(allOn(), limits);
  JointLimits off;
  ASSERT_TRUE(getJointLimits("switches_only", ros::NodeHandle(), off));
  expectEqual(JointLimits(), off);
}

TEST(JointLimitsRosparam, WrongTypesChangeNothing) {
  JointLimits limits = allOn();
  ASSERT_TRUE(getJointLimits("wrong_types", ros::NodeHandle(), limits));
  expectEqual(allOn(), limits);
}

TEST(JointLimitsRosparam, NamespaceOfTheNodeHandleCounts) {
  JointLimits limits;
  ASSERT_TRUE(getJointLimits("wheel", ros::NodeHandle("robot"), limits));
  EXPECT_EQ(11.0, limits.max_velocity);
}

TEST(JointLimitsRosparam, SoftLimitsNeedSwitchAndAllValues) {
  ros::NodeHandle node;
  SoftJointLimits soft;
  soft.k_position = 3.0;
  for (const char* joint : {"unknown", "not a name", "full", "soft_off", "soft_incomplete"}) {
    EXPECT_FALSE(getSoftJointLimits(joint, node, soft)) << joint;
    EXPECT_EQ(3.0, soft.k_position) << joint;
    EXPECT_EQ(0.0, soft.min_position) << joint;
  }
  ASSERT_TRUE(getSoftJointLimits("soft", node, soft));
  EXPECT_EQ(-0.9, soft.min_position);
  EXPECT_EQ(1.4, soft.max_position);
  EXPECT_EQ(20.0, soft.k_position);
  EXPECT_EQ(40.5, soft.k_velocity);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "joint_limits_rosparam_test");
  ros::NodeHandle keep_alive;
  return RUN_ALL_TESTS();
}
