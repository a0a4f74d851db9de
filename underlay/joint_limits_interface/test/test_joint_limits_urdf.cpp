#include "joint_limits_interface/joint_limits_urdf.h"

#include <gtest/gtest.h>

#include <memory>

using joint_limits_interface::getJointLimits;
using joint_limits_interface::getSoftJointLimits;
using joint_limits_interface::JointLimits;
using joint_limits_interface::SoftJointLimits;

namespace {

// A joint with <limit lower="-1" upper="2" effort="8" velocity="3"/>
urdf::JointSharedPtr makeJoint(int type) {
  urdf::JointSharedPtr joint(new urdf::Joint);
  joint->name = "joint";
  joint->type = static_cast<decltype(joint->type)>(type);
  joint->limits.reset(new urdf::JointLimits);
  joint->limits->lower = -1.0;
  joint->limits->upper = 2.0;
  joint->limits->effort = 8.0;
  joint->limits->velocity = 3.0;
  return joint;
}

}  // namespace

TEST(JointLimitsUrdf, NeedsJointWithLimits) {
  JointLimits limits;
  limits.max_effort = 5.0;
  EXPECT_FALSE(getJointLimits(urdf::JointConstSharedPtr(), limits));
  urdf::JointSharedPtr joint = makeJoint(urdf::Joint::REVOLUTE);
  joint->limits.reset();
  EXPECT_FALSE(getJointLimits(joint, limits));
  EXPECT_EQ(5.0, limits.max_effort) << "unchanged";
  EXPECT_FALSE(limits.has_effort_limits) << "unchanged";
}

TEST(JointLimitsUrdf, RevoluteAndPrismaticHavePositionLimits) {
  for (const int type : {urdf::Joint::REVOLUTE, urdf::Joint::PRISMATIC}) {
    JointLimits limits;
    limits.angle_wraparound = true;
    limits.has_acceleration_limits = true;
    EXPECT_TRUE(getJointLimits(makeJoint(type), limits));
    EXPECT_TRUE(limits.has_position_limits);
    EXPECT_EQ(-1.0, limits.min_position);
    EXPECT_EQ(2.0, limits.max_position);
    EXPECT_TRUE(limits.has_velocity_limits);
    EXPECT_EQ(3.0, limits.max_velocity);
    EXPECT_TRUE(limits.has_effort_limits);
    EXPECT_EQ(8.0, limits.max_effort);
    EXPECT_FALSE(limits.angle_wraparound);
    EXPECT_FALSE(limits.has_acceleration_limits);
    EXPECT_FALSE(limits.has_jerk_limits);
  }
}

TEST(JointLimitsUrdf, ContinuousWrapsAround) {
  JointLimits limits;
  EXPECT_TRUE(getJointLimits(makeJoint(urdf::Joint::CONTINUOUS), limits));
  EXPECT_FALSE(limits.has_position_limits);
  EXPECT_TRUE(limits.angle_wraparound);
  EXPECT_TRUE(limits.has_velocity_limits);
  EXPECT_TRUE(limits.has_effort_limits);
}

TEST(JointLimitsUrdf, ZeroMeansZero) {
  urdf::JointSharedPtr joint = makeJoint(urdf::Joint::CONTINUOUS);
  joint->limits->effort = 0.0;
  joint->limits->velocity = 0.0;
  JointLimits limits;
  EXPECT_TRUE(getJointLimits(joint, limits));
  EXPECT_TRUE(limits.has_velocity_limits);
  EXPECT_EQ(0.0, limits.max_velocity);
  EXPECT_TRUE(limits.has_effort_limits);
  EXPECT_EQ(0.0, limits.max_effort);
}

TEST(JointLimitsUrdf, SoftLimitsComeFromSafetyController) {
  SoftJointLimits soft;
  soft.k_velocity = 7.0;
  EXPECT_FALSE(getSoftJointLimits(urdf::JointConstSharedPtr(), soft));
  urdf::JointSharedPtr joint = makeJoint(urdf::Joint::REVOLUTE);
  EXPECT_FALSE(getSoftJointLimits(joint, soft));
  EXPECT_EQ(7.0, soft.k_velocity) << "unchanged";

  joint->safety.reset(new urdf::JointSafety);
  joint->safety->soft_lower_limit = -0.9;
  joint->safety->soft_upper_limit = 1.9;
  joint->safety->k_position = 20.0;
  joint->safety->k_velocity = 40.0;
  EXPECT_TRUE(getSoftJointLimits(joint, soft));
  EXPECT_EQ(-0.9, soft.min_position);
  EXPECT_EQ(1.9, soft.max_position);
  EXPECT_EQ(20.0, soft.k_position);
  EXPECT_EQ(40.0, soft.k_velocity);
}
