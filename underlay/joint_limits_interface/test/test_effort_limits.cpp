#include <cmath>

#include "joint_fixture.h"

using joint_limits_interface::EffortJointSaturationHandle;
using joint_limits_interface::EffortJointSoftLimitsHandle;
using joint_limits_interface::JointLimitsInterfaceException;

using EffortSaturation = JointFixture;
using EffortSoftLimits = JointFixture;

TEST_F(EffortSaturation, NeedsVelocityAndEffortLimits) {
  limits.has_position_limits = false;
  EXPECT_EQ("joint", EffortJointSaturationHandle(joint, limits).getName());
  limits.has_velocity_limits = false;
  EXPECT_THROW(EffortJointSaturationHandle(joint, limits), JointLimitsInterfaceException);
  limits.has_velocity_limits = true;
  limits.has_effort_limits = false;
  EXPECT_THROW(EffortJointSaturationHandle(joint, limits), JointLimitsInterfaceException);
}

TEST_F(EffortSaturation, ClampsToMaxEffort) {
  EffortJointSaturationHandle handle(joint, limits);
  EXPECT_EQ(8.0, limited(handle, 20.0));
  EXPECT_EQ(-8.0, limited(handle, -20.0));
  EXPECT_EQ(3.0, limited(handle, 3.0));
  EXPECT_TRUE(std::isnan(limited(handle, kNan)));
}

TEST_F(EffortSaturation, DoesNotPushFurtherBeyondPositionLimit) {
  EffortJointSaturationHandle handle(joint, limits);
  for (const double side : {-1.0, 1.0}) {
    position = side * 1.0;
    EXPECT_EQ(side * 8.0, limited(handle, side * 20.0)) << "at the limit, not beyond";
    position = side * 1.01;
    EXPECT_EQ(0.0, limited(handle, side * 20.0));
    EXPECT_EQ(side * -8.0, limited(handle, side * -20.0));
  }
}

TEST_F(EffortSaturation, PositionDoesNotMatterWithoutPositionLimits) {
  limits.has_position_limits = false;
  EffortJointSaturationHandle handle(joint, limits);
  position = 5.0;
  EXPECT_EQ(8.0, limited(handle, 20.0));
}

TEST_F(EffortSaturation, DoesNotAccelerateBeyondMaxVelocity) {
  EffortJointSaturationHandle handle(joint, limits);
  for (const double side : {-1.0, 1.0}) {
    velocity = side * 2.0;
    EXPECT_EQ(side * 8.0, limited(handle, side * 20.0)) << "at the limit, not beyond";
    velocity = side * 2.01;
    EXPECT_EQ(0.0, limited(handle, side * 20.0));
    EXPECT_EQ(side * -8.0, limited(handle, side * -20.0));
  }
}

TEST_F(EffortSaturation, NoEffortWhereBothDirectionsAreForbidden) {
  EffortJointSaturationHandle handle(joint, limits);
  position = 1.5;
  velocity = -3.0;
  EXPECT_EQ(0.0, limited(handle, 20.0));
  EXPECT_EQ(0.0, limited(handle, -20.0));
}

TEST_F(EffortSaturation, BoundsHoldForRandomStates) {
  EffortJointSaturationHandle handle(joint, limits);
  for (int i = 0; i < 5000; ++i) {
    position = uniform(-2.0, 2.0);
    velocity = uniform(-4.0, 4.0);
    const double now = limited(handle, uniform(-20.0, 20.0));
    ASSERT_LE(std::abs(now), 8.0);
    ASSERT_FALSE(now > 0.0 && (position > 1.0 || velocity > 2.0)) << position << " " << velocity;
    ASSERT_FALSE(now < 0.0 && (position < -1.0 || velocity < -2.0)) << position << " " << velocity;
  }
}

TEST_F(EffortSoftLimits, NeedsVelocityAndEffortLimits) {
  limits.has_position_limits = false;
  EXPECT_NO_THROW(EffortJointSoftLimitsHandle(joint, limits, soft));
  limits.has_velocity_limits = false;
  EXPECT_THROW(EffortJointSoftLimitsHandle(joint, limits, soft), JointLimitsInterfaceException);
  limits.has_velocity_limits = true;
  limits.has_effort_limits = false;
  EXPECT_THROW(EffortJointSoftLimitsHandle(joint, limits, soft), JointLimitsInterfaceException);
}

TEST_F(EffortSoftLimits, BoundIsProportionalToVelocityLeft) {
  soft.k_position = 5.0;
  soft.k_velocity = 10.0;
  EffortJointSoftLimitsHandle handle(joint, limits, soft);
  for (const double side : {-1.0, 1.0}) {
    position = 0.0;
    velocity = 0.0;
    EXPECT_NEAR(side * 8.0, limited(handle, side * 20.0), kEps) << "max_effort at rest";
    velocity = side * 1.5;  // 0.5 below max_velocity
    EXPECT_NEAR(side * 5.0, limited(handle, side * 20.0), kEps);
    velocity = side * 2.0;
    EXPECT_NEAR(0.0, limited(handle, side * 20.0), kEps) << "at max_velocity";
    velocity = side * 2.3;
    EXPECT_NEAR(side * -3.0, limited(handle, side * 20.0), kEps) << "brakes";
    velocity = 0.0;
    position = side * 0.78;  // 0.02 before the soft limit: 0.1 rad/s allowed
    EXPECT_NEAR(side * 1.0, limited(handle, side * 20.0), kEps);
    position = side * 0.8;
    EXPECT_NEAR(0.0, limited(handle, side * 20.0), kEps) << "at the soft limit";
    position = side * 0.9;
    EXPECT_NEAR(side * -5.0, limited(handle, side * 20.0), kEps) << "pushes back";
    EXPECT_NEAR(side * -8.0, limited(handle, side * -20.0), kEps) << "no bound inwards";
  }
}

TEST_F(EffortSoftLimits, SoftLimitsCountOnlyWithPositionLimits) {
  limits.has_position_limits = false;
  position = 5.0;
  EffortJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_EQ(8.0, limited(handle, 20.0));
}

TEST_F(EffortSoftLimits, NanMeasurementStillLeavesMaxEffort) {
  position = kNan;
  velocity = kNan;
  EffortJointSoftLimitsHandle handle(joint, limits, soft);
  EXPECT_EQ(8.0, limited(handle, 20.0));
  EXPECT_EQ(-8.0, limited(handle, -20.0));
  EXPECT_TRUE(std::isnan(limited(handle, kNan)));
}

TEST_F(EffortSoftLimits, MatchesFormulaForRandomStates) {
  EffortJointSoftLimitsHandle handle(joint, limits, soft);
  const auto clamp = [](double value, double bound) {
    return value < -bound ? -bound : value > bound ? bound : value;
  };
  for (int i = 0; i < 5000; ++i) {
    position = uniform(-2.0, 2.0);
    velocity = uniform(-4.0, 4.0);
    const double wanted = uniform(-20.0, 20.0);
    const double slowest = clamp(20.0 * (-0.8 - position), 2.0);
    const double fastest = clamp(20.0 * (0.8 - position), 2.0);
    const double lowest = clamp(40.0 * (slowest - velocity), 8.0);
    const double highest = clamp(40.0 * (fastest - velocity), 8.0);
    const double expected = wanted < lowest ? lowest : wanted > highest ? highest : wanted;
    ASSERT_NEAR(expected, limited(handle, wanted), kEps) << position << " " << velocity;
  }
}
