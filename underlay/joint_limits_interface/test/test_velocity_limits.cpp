#include <cmath>

#include "joint_fixture.h"

using joint_limits_interface::JointLimitsInterfaceException;
using joint_limits_interface::VelocityJointSaturationHandle;
using joint_limits_interface::VelocityJointSoftLimitsHandle;

using VelocitySaturation = JointFixture;
using VelocitySoftLimits = JointFixture;

TEST_F(VelocitySaturation, NeedsVelocityLimits) {
  limits.has_position_limits = false;
  limits.has_effort_limits = false;
  EXPECT_EQ("joint", VelocityJointSaturationHandle(joint, limits).getName());
  limits.has_velocity_limits = false;
  try {
    VelocityJointSaturationHandle handle(joint, limits);
    FAIL() << "must throw";
  } catch (const JointLimitsInterfaceException& error) {
    EXPECT_STREQ("Cannot limit joint 'joint': it has no velocity limits", error.what());
  }
}

TEST_F(VelocitySaturation, ClampsToMaxVelocity) {
  VelocityJointSaturationHandle handle(joint, limits);
  EXPECT_EQ(2.0, limited(handle, 5.0));
  EXPECT_EQ(-2.0, limited(handle, -5.0));
  EXPECT_EQ(1.5, limited(handle, 1.5));
  EXPECT_EQ(-2.0, limited(handle, -5.0, 0.0)) << "no acceleration limit: the period is not used";
}

TEST_F(VelocitySaturation, StepsFromPreviousCommandByAcceleration) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  velocity = 1.9;  // must not matter
  VelocityJointSaturationHandle handle(joint, limits);
  EXPECT_NEAR(0.6, limited(handle, 5.0), kEps) << "the first step starts at 0";
  EXPECT_NEAR(1.2, limited(handle, 5.0), kEps);
  EXPECT_NEAR(1.8, limited(handle, 5.0), kEps);
  EXPECT_NEAR(2.0, limited(handle, 5.0), kEps) << "the velocity limit";
  EXPECT_NEAR(1.4, limited(handle, -5.0), kEps);
  EXPECT_NEAR(1.3, limited(handle, 1.3), kEps) << "a small step is left alone";
}

TEST_F(VelocitySaturation, NoTimePassedKeepsCommand) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  VelocityJointSaturationHandle handle(joint, limits);
  limited(handle, 0.5);
  EXPECT_EQ(0.5, limited(handle, 2.0, 0.0));
  EXPECT_EQ(0.5, limited(handle, -2.0, -1.0)) << "the clock jumped back";
}

TEST_F(VelocitySaturation, NanPassesAndLimitsHoldAfterwards) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  VelocityJointSaturationHandle handle(joint, limits);
  limited(handle, 0.5);
  EXPECT_TRUE(std::isnan(limited(handle, kNan)));
  EXPECT_NEAR(1.1, limited(handle, 5.0), kEps) << "from the last command that was a number";
}

TEST_F(VelocitySaturation, BoundsHoldForRandomSequences) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  VelocityJointSaturationHandle handle(joint, limits);
  double previous = 0.0;
  for (int i = 0; i < 5000; ++i) {
    const double dt = uniform(0.0, 0.5);
    const double now = limited(handle, uniform(-5.0, 5.0), dt);
    ASSERT_LE(std::abs(now), 2.0);
    ASSERT_LE(std::abs(now - previous), 6.0 * ros::Duration(dt).toSec() + kEps);
    previous = now;
  }
}

TEST_F(VelocitySoftLimits, NeedsNoLimits) {
  VelocityJointSoftLimitsHandle handle(joint, joint_limits_interface::JointLimits(), soft);
  EXPECT_EQ("joint", handle.getName());
  EXPECT_EQ(1e6, limited(handle, 1e6));
}

TEST_F(VelocitySoftLimits, BoundShrinksTowardsSoftLimit) {
  soft.k_position = 5.0;
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  for (const double side : {-1.0, 1.0}) {
    position = 0.0;
    EXPECT_NEAR(side * 2.0, limited(handle, side * 9.0), kEps) << "max_velocity far from it";
    position = side * 0.7;
    EXPECT_NEAR(side * 0.5, limited(handle, side * 9.0), kEps) << "5 * 0.1 before it";
    EXPECT_NEAR(side * -2.0, limited(handle, side * -9.0), kEps) << "away from it at full speed";
    position = side * 0.8;
    EXPECT_NEAR(0.0, limited(handle, side * 9.0), kEps) << "at it";
    position = side * 0.9;
    EXPECT_NEAR(side * -0.5, limited(handle, side * 9.0), kEps) << "back from beyond it";
    position = side * 9.0;
    EXPECT_NEAR(side * -2.0, limited(handle, side * 9.0), kEps) << "no faster than max_velocity";
  }
}

TEST_F(VelocitySoftLimits, SoftLimitsCountOnlyWithPositionLimits) {
  limits.has_position_limits = false;
  position = 5.0;
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_EQ(2.0, limited(handle, 9.0));
}

TEST_F(VelocitySoftLimits, StepsFromMeasuredVelocityByAcceleration) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  velocity = 0.5;
  EXPECT_NEAR(1.1, limited(handle, 9.0), kEps);
  EXPECT_NEAR(1.1, limited(handle, 9.0), kEps) << "the command before does not matter";
  EXPECT_NEAR(-0.1, limited(handle, -9.0), kEps);
  velocity = 1.9;
  EXPECT_NEAR(2.0, limited(handle, 9.0), kEps);
  EXPECT_EQ(1.9, limited(handle, -9.0, 0.0)) << "no time passed";
}

TEST_F(VelocitySoftLimits, SoftLimitWinsOverAccelerationOnBothSides) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 1.0;
  soft.k_position = 5.0;
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  for (const double side : {-1.0, 1.0}) {
    position = side * 0.9;
    velocity = side * 1.5;  // 0.1 s of 1 rad/s^2 does not even stop it
    EXPECT_NEAR(side * -0.5, limited(handle, side * 9.0), kEps) << side;
    position = 0.0;
    velocity = side * 9.0;
    EXPECT_NEAR(side * 2.0, limited(handle, side * 9.0), kEps) << side;
  }
}

TEST_F(VelocitySoftLimits, NanMeasurementStillLeavesMaxVelocity) {
  limits.has_acceleration_limits = true;
  limits.max_acceleration = 6.0;
  position = kNan;
  velocity = kNan;
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_EQ(2.0, limited(handle, 9.0));
  EXPECT_EQ(-2.0, limited(handle, -9.0));
  EXPECT_TRUE(std::isnan(limited(handle, kNan)));
}

TEST_F(VelocitySoftLimits, DrivenJointNeverPassesSoftLimits) {
  soft.k_position = 9.0;  // k * dt < 1: no overshoot
  VelocityJointSoftLimitsHandle handle(joint, limits, soft);
  for (int i = 0; i < 5000; ++i) {
    position += limited(handle, uniform(-9.0, 9.0)) * 0.1;
    ASSERT_LE(std::abs(command), 2.0);
    ASSERT_LE(std::abs(position), 0.8 + 1e-9) << "step " << i;
  }
}
