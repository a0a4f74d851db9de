#include <cmath>

#include "joint_fixture.h"

using joint_limits_interface::JointLimitsInterfaceException;
using joint_limits_interface::PositionJointSaturationHandle;
using joint_limits_interface::PositionJointSoftLimitsHandle;

using PositionSaturation = JointFixture;
using PositionSoftLimits = JointFixture;

TEST_F(PositionSaturation, NeedsNoLimits) {
  PositionJointSaturationHandle handle(joint, joint_limits_interface::JointLimits());
  EXPECT_EQ("joint", handle.getName());
  EXPECT_EQ(1e6, limited(handle, 1e6));
  EXPECT_EQ(-1e6, limited(handle, -1e6));
}

TEST_F(PositionSaturation, ClampsToPositionLimits) {
  limits.has_velocity_limits = false;
  PositionJointSaturationHandle handle(joint, limits);
  EXPECT_EQ(1.0, limited(handle, 5.0));
  EXPECT_EQ(-1.0, limited(handle, -5.0));
  EXPECT_EQ(0.7, limited(handle, 0.7));
}

TEST_F(PositionSaturation, StepsFromPreviousCommandNotFromMeasuredPosition) {
  position = 0.25;
  PositionJointSaturationHandle handle(joint, limits);
  EXPECT_NEAR(0.45, limited(handle, 5.0), kEps) << "the first step starts at the joint";
  EXPECT_NEAR(0.65, limited(handle, 5.0), kEps) << "2 rad/s for 0.1 s";
  EXPECT_NEAR(0.85, limited(handle, 5.0), kEps);
  EXPECT_NEAR(1.0, limited(handle, 5.0), kEps) << "the position limit";
  EXPECT_NEAR(0.8, limited(handle, -5.0), kEps);
}

TEST_F(PositionSaturation, ResetStartsAgainFromTheJoint) {
  PositionJointSaturationHandle handle(joint, limits);
  limited(handle, 5.0);
  limited(handle, 5.0);
  position = -0.5;
  handle.reset();
  EXPECT_NEAR(-0.3, limited(handle, 5.0), kEps);
}

TEST_F(PositionSaturation, NoTimePassedMeansNoStep) {
  PositionJointSaturationHandle handle(joint, limits);
  EXPECT_EQ(0.0, limited(handle, 1.0, 0.0));
  EXPECT_EQ(0.0, limited(handle, 1.0, -3.0)) << "the clock jumped back";
}

TEST_F(PositionSaturation, LimitsWinOverStepForJointOutside) {
  for (const double side : {-1.0, 1.0}) {
    position = side * 5.0;
    PositionJointSaturationHandle handle(joint, limits);
    EXPECT_EQ(side * 1.0, limited(handle, side * 5.0)) << side;
  }
}

TEST_F(PositionSaturation, NanPassesAndLimitsHoldAfterwards) {
  PositionJointSaturationHandle handle(joint, limits);
  EXPECT_TRUE(std::isnan(limited(handle, kNan)));
  EXPECT_NEAR(0.2, limited(handle, 5.0), kEps) << "again from the joint";
  position = kNan;
  handle.reset();
  EXPECT_EQ(1.0, limited(handle, 5.0)) << "no measurement: only the position limits";
}

TEST_F(PositionSaturation, BoundsHoldForRandomSequences) {
  PositionJointSaturationHandle handle(joint, limits);
  double previous = position;
  for (int i = 0; i < 5000; ++i) {
    const double dt = uniform(0.0, 0.2);
    const double now = limited(handle, uniform(-3.0, 3.0), dt);
    position = uniform(-2.0, 2.0);  // must not matter
    ASSERT_LE(std::abs(now), 1.0);
    ASSERT_LE(std::abs(now - previous), 2.0 * ros::Duration(dt).toSec() + kEps);
    previous = now;
  }
}

TEST_F(PositionSoftLimits, NeedsVelocityLimits) {
  EXPECT_NO_THROW(PositionJointSoftLimitsHandle(joint, limits, soft));
  limits.has_effort_limits = false;
  limits.has_position_limits = false;
  EXPECT_NO_THROW(PositionJointSoftLimitsHandle(joint, limits, soft));
  limits.has_velocity_limits = false;
  EXPECT_THROW(PositionJointSoftLimitsHandle(joint, limits, soft), JointLimitsInterfaceException);
}

TEST_F(PositionSoftLimits, StepIsBoundedByVelocityFarFromLimits) {
  for (const double side : {-1.0, 1.0}) {
    PositionJointSoftLimitsHandle handle(joint, limits, soft);
    EXPECT_NEAR(side * 0.2, limited(handle, side * 5.0), kEps);
    EXPECT_NEAR(side * 0.4, limited(handle, side * 5.0), kEps);
    EXPECT_NEAR(side * 0.41, limited(handle, side * 0.41), kEps) << "a small step is left alone";
  }
}

TEST_F(PositionSoftLimits, StepIsProportionalToDistanceNearSoftLimit) {
  soft.k_position = 5.0;
  position = 0.7;  // 0.1 before the soft limit: 0.5 rad/s
  PositionJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_NEAR(0.75, limited(handle, 5.0), kEps);
  EXPECT_NEAR(0.775, limited(handle, 5.0), kEps);
  EXPECT_NEAR(0.575, limited(handle, -5.0), kEps) << "away from it at full speed";
}

TEST_F(PositionSoftLimits, JointAtSoftLimitMayOnlyMoveAway) {
  for (const double side : {-1.0, 1.0}) {
    position = side * 0.8;
    PositionJointSoftLimitsHandle handle(joint, limits, soft);
    EXPECT_NEAR(side * 0.8, limited(handle, side * 5.0), kEps);
    EXPECT_NEAR(side * 0.6, limited(handle, -side * 5.0), kEps);
  }
}

TEST_F(PositionSoftLimits, JointBetweenSoftAndHardLimitMustComeBack) {
  soft.k_position = 5.0;
  for (const double side : {-1.0, 1.0}) {
    position = side * 0.9;
    PositionJointSoftLimitsHandle handle(joint, limits, soft);
    EXPECT_NEAR(side * 0.85, limited(handle, side * 5.0), kEps) << "0.5 rad/s inwards";
  }
}

TEST_F(PositionSoftLimits, SoftLimitsBeyondHardLimitsDoNotLiftThem) {
  soft.min_position = -10.0;
  soft.max_position = 10.0;
  for (const double side : {-1.0, 1.0}) {
    position = side * 0.95;
    PositionJointSoftLimitsHandle handle(joint, limits, soft);
    EXPECT_EQ(side * 1.0, limited(handle, side * 5.0));
    EXPECT_EQ(side * 1.0, limited(handle, side * 5.0));
  }
}

TEST_F(PositionSoftLimits, SoftLimitsCountOnlyWithPositionLimits) {
  limits.has_position_limits = false;
  position = 3.0;
  PositionJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_NEAR(3.2, limited(handle, 9.0), kEps);
}

TEST_F(PositionSoftLimits, ResetStartsAgainFromTheJoint) {
  PositionJointSoftLimitsHandle handle(joint, limits, soft);
  limited(handle, 5.0);
  position = -0.5;
  handle.reset();
  EXPECT_NEAR(-0.3, limited(handle, 5.0), kEps);
  EXPECT_EQ(-0.3, limited(handle, 5.0, 0.0)) << "no time passed";
  EXPECT_EQ(-0.3, limited(handle, 5.0, -1.0)) << "the clock jumped back";
}

TEST_F(PositionSoftLimits, BoundsHoldForRandomSequences) {
  soft.k_position = 4.0;  // k * dt < 1: no overshoot
  PositionJointSoftLimitsHandle handle(joint, limits, soft);
  double previous = position;
  for (int i = 0; i < 5000; ++i) {
    const double dt = uniform(0.0, 0.2);
    const double now = limited(handle, uniform(-3.0, 3.0), dt);
    ASSERT_LE(std::abs(now), 0.8 + kEps);
    ASSERT_LE(std::abs(now - previous), 2.0 * ros::Duration(dt).toSec() + kEps);
    previous = now;
  }
}
