#include "control_toolbox/limited_proxy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using control_toolbox::LimitedProxy;

namespace {

const double kDt = 0.001;

// A joint of the mass that the controller assumes, moved by the controller.
class LimitedProxyTest : public ::testing::Test {
 protected:
  LimitedProxyTest() {
    proxy.mass_ = mass;
    proxy.Kp_ = 400.0;
    proxy.Kd_ = 40.0;
    proxy.Ki_ = 100.0;
    proxy.Ficl_ = 2.0;
    proxy.effort_limit_ = 10.0;
    proxy.vel_limit_ = 1.5;
    proxy.pos_upper_limit_ = 2.0;
    proxy.pos_lower_limit_ = -1.0;
    proxy.lambda_proxy_ = 20.0;
    proxy.acc_converge_ = 4.0;
    proxy.reset(0.0, 0.0);
  }

  double step(double target, double target_velocity = 0.0, double disturbance = 0.0) {
    const double effort = proxy.update(target, target_velocity, 0.0, position, velocity, kDt);
    velocity += (effort + disturbance) / mass * kDt;
    position += velocity * kDt;
    fastest = std::max(fastest, std::abs(velocity));
    highest = std::max(highest, position);
    strongest = std::max(strongest, std::abs(effort));
    return effort;
  }

  const double mass = 1.0;
  LimitedProxy proxy;
  double position = 0.0;
  double velocity = 0.0;
  double fastest = 0.0;
  double highest = 0.0;
  double strongest = 0.0;
};

}  // namespace

TEST_F(LimitedProxyTest, AllZeroGivesNoEffort) {
  LimitedProxy unset;
  for (const double value : {unset.mass_, unset.Kd_, unset.Kp_, unset.Ki_, unset.Ficl_,
                             unset.effort_limit_, unset.vel_limit_, unset.pos_upper_limit_,
                             unset.pos_lower_limit_, unset.lambda_proxy_, unset.acc_converge_}) {
    EXPECT_EQ(0.0, value);
  }
  EXPECT_EQ(0.0, unset.update(1.0, 1.0, 1.0, 0.0, 0.0, kDt));
}

TEST_F(LimitedProxyTest, ReachesFarTargetWithinLimitsWithoutOvershoot) {
  for (int i = 0; i < 5000; ++i) {
    step(1.8);
  }
  EXPECT_NEAR(1.8, position, 1e-4);
  EXPECT_NEAR(0.0, velocity, 1e-4);
  EXPECT_LT(highest, 1.8 + 1e-3);
  EXPECT_NEAR(1.5, fastest, 0.02) << "uses the velocity limit, and no more";
  EXPECT_LE(strongest, 10.0);
}

TEST_F(LimitedProxyTest, FollowsMovingTarget) {
  for (int i = 1; i <= 2000; ++i) {
    step(0.5 * i * kDt, 0.5);
  }
  EXPECT_NEAR(1.0, position, 5e-3);
  EXPECT_NEAR(0.5, velocity, 5e-3);
}

TEST_F(LimitedProxyTest, StopsAtPositionLimits) {
  for (int i = 0; i < 5000; ++i) {
    step(9.0);
  }
  EXPECT_NEAR(2.0, position, 1e-3);
  EXPECT_LT(highest, 2.0 + 0.02);
  for (int i = 0; i < 8000; ++i) {
    step(-9.0);
  }
  EXPECT_NEAR(-1.0, position, 1e-3);
}

TEST_F(LimitedProxyTest, PositionLimitsCountOnlyIfLowerIsBelowUpper) {
  proxy.pos_lower_limit_ = proxy.pos_upper_limit_ = 0.0;
  for (int i = 0; i < 6000; ++i) {
    step(4.0);
  }
  EXPECT_NEAR(4.0, position, 1e-3);
}

TEST_F(LimitedProxyTest, IntegralTermRemovesConstantDisturbance) {
  for (int i = 0; i < 20000; ++i) {
    step(0.5, 0.0, -1.5);
  }
  EXPECT_NEAR(0.5, position, 1e-3);
}

TEST_F(LimitedProxyTest, IntegralTermIsBounded) {
  for (int i = 0; i < 20000; ++i) {
    step(0.5, 0.0, -4.0);  // 2 more than Ficl holds: the rest is left to Kp
  }
  EXPECT_NEAR(0.5 - 2.0 / 400.0, position, 1e-3);
}

TEST_F(LimitedProxyTest, BlockedJointWindsNothingUp) {
  for (int i = 0; i < 10000; ++i) {
    const double effort = proxy.update(1.8, 0.0, 0.0, 0.0, 0.0, kDt);
    ASSERT_LE(std::abs(effort), 10.0 + 1e-9);
  }
  // Released, with the target where the joint is: it goes at most where the proxy waits, which the
  // effort limit keeps close (10 N / 400 N/m), and comes back.
  for (int i = 0; i < 20000; ++i) {
    step(0.0);
  }
  EXPECT_LT(highest, 0.1);
  EXPECT_NEAR(0.0, position, 1e-3);
}

TEST_F(LimitedProxyTest, EffortIsBoundedForRandomInputs) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> wide(-5.0, 5.0), time(1e-4, 0.1);
  for (int i = 0; i < 5000; ++i) {
    const double effort = proxy.update(wide(random), wide(random), wide(random), wide(random),
                                       wide(random), time(random));
    ASSERT_LE(std::abs(effort), 10.0) << i;
  }
}

TEST_F(LimitedProxyTest, ResetPutsTheProxyOnTheJoint) {
  for (int i = 0; i < 100; ++i) {
    step(1.8);
  }
  proxy.reset(0.7, 0.0);
  EXPECT_NEAR(0.0, proxy.update(0.7, 0.0, 0.0, 0.7, 0.0, kDt), 1e-9);
}

TEST_F(LimitedProxyTest, RefusesTimeThatDoesNotPassAndWhatIsNoNumber) {
  LimitedProxy untouched = proxy;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, 0.0, 0.0, 0.0, -1.0));
  EXPECT_EQ(0.0, proxy.update(nan, 0.0, 0.0, 0.0, 0.0, kDt));
  EXPECT_EQ(0.0, proxy.update(1.0, inf, 0.0, 0.0, 0.0, kDt));
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, nan, 0.0, 0.0, kDt));
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, 0.0, nan, 0.0, kDt));
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, 0.0, 0.0, nan, kDt));
  EXPECT_EQ(0.0, proxy.update(1.0, 0.0, 0.0, 0.0, 0.0, nan));
  EXPECT_EQ(untouched.update(1.0, 0.0, 0.0, 0.0, 0.0, kDt),
            proxy.update(1.0, 0.0, 0.0, 0.0, 0.0, kDt));
}
