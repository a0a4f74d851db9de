#include <diff_drive_controller/speed_limiter.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

using diff_drive_controller::SpeedLimiter;

namespace {

constexpr double kRounding = 1e-12;

/// Random targets and steps through a limiter; check(v, v0, v1, dt) sees every step.
template <typename Check>
void runRandom(const SpeedLimiter& limiter, Check check) {
  std::mt19937 random(11);
  std::uniform_real_distribution<> target(-5.0, 5.0);
  std::uniform_real_distribution<> exponent(-4.0, 0.5);
  double v0 = 0.0;
  double v1 = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const double dt = std::pow(10.0, exponent(random));
    double v = target(random);
    limiter.limit(v, v0, v1, dt);
    check(v, v0, v1, dt);
    v1 = v0;
    v0 = v;
  }
}

TEST(SpeedLimiter, WithoutLimitsNothingChanges) {
  double v = 123.0;
  EXPECT_EQ(1.0, SpeedLimiter().limit(v, 0.0, 0.0, 0.01));
  EXPECT_EQ(123.0, v);
}

TEST(SpeedLimiter, AllLimitsHoldTheVelocity) {
  const SpeedLimiter limiter(true, true, true, -0.5, 1.0, -2.0, 1.5, -20.0, 10.0);
  runRandom(limiter, [](double v, double, double, double) {
    ASSERT_GE(v, -0.5);
    ASSERT_LE(v, 1.0);
  });
}

TEST(SpeedLimiter, TheAccelerationIsHeldAlsoTogetherWithTheVelocity) {
  const SpeedLimiter limiter(true, true, false, -0.5, 1.0, -2.0, 1.5);
  runRandom(limiter, [](double v, double v0, double, double dt) {
    ASSERT_GE(v - v0, -2.0 * dt - kRounding);
    ASSERT_LE(v - v0, 1.5 * dt + kRounding);
  });
}

TEST(SpeedLimiter, TheJerkIsHeldAtTwiceItsValue) {
  const SpeedLimiter limiter(false, false, true, 0, 0, 0, 0, -20.0, 10.0);
  std::mt19937 random(13);
  std::uniform_real_distribution<> target(-5.0, 5.0);
  double v0 = 0.0;
  double v1 = 0.0;
  bool reached = false;
  for (int i = 0; i < 5000; ++i) {
    const double dt = 0.01;
    double v = target(random);
    limiter.limit(v, v0, v1, dt);
    const double change = (v - v0) - (v0 - v1);
    ASSERT_GE(change, -20.0 * 2 * dt * dt - 1e-9);
    ASSERT_LE(change, 10.0 * 2 * dt * dt + 1e-9);
    reached = reached || change > 10.0 * 2 * dt * dt - 1e-9;
    v1 = v0;
    v0 = v;
  }
  EXPECT_TRUE(reached) << "the bound was never needed";
}

TEST(SpeedLimiter, TheBoundsAreSigned) {
  const SpeedLimiter limiter(false, true, false, 0, 0, -1.0, 4.0);
  double v = -1.0;
  limiter.limit(v, 0.0, 0.0, 0.1);
  EXPECT_NEAR(-0.1, v, kRounding) << "speeding up backward is bounded by min_acceleration";
  v = 0.0;
  limiter.limit(v, -1.0, -1.0, 0.1);
  EXPECT_NEAR(-0.6, v, kRounding) << "braking backward is bounded by max_acceleration";
}

TEST(SpeedLimiter, JerkThenAccelerationThenVelocity) {
  // Jerk allows a change of 2 x 5 x 0.01 = 0.1, acceleration 0.05, velocity 0.02.
  const SpeedLimiter jerk(false, false, true, 0, 0, 0, 0, -5.0, 5.0);
  const SpeedLimiter acceleration(false, true, true, 0, 0, -0.5, 0.5, -5.0, 5.0);
  const SpeedLimiter all(true, true, true, -0.02, 0.02, -0.5, 0.5, -5.0, 5.0);
  double v = 1.0;
  jerk.limit(v, 0.0, 0.0, 0.1);
  EXPECT_NEAR(0.1, v, kRounding);
  v = 1.0;
  acceleration.limit(v, 0.0, 0.0, 0.1);
  EXPECT_NEAR(0.05, v, kRounding);
  v = 1.0;
  EXPECT_NEAR(0.02, all.limit(v, 0.0, 0.0, 0.1), kRounding);
  EXPECT_NEAR(0.02, v, kRounding);
}

TEST(SpeedLimiter, StopsWithinTheBrakingDistance) {
  const SpeedLimiter limiter(true, true, false, -1.0, 1.0, -0.8, 0.8);
  const double dt = 0.01;
  double v0 = 1.0;
  double distance = 0.0;
  for (int i = 0; i < 1000; ++i) {
    double v = 0.0;
    limiter.limit(v, v0, v0, dt);
    distance += v * dt;
    v0 = v;
  }
  EXPECT_EQ(0.0, v0);
  EXPECT_LE(distance, 1.0 / (2 * 0.8));
}

TEST(SpeedLimiter, AStepOfNoLengthKeepsTheSpeed) {
  for (const double dt : {0.0, -0.01, -1000.0}) {
    for (const bool jerk : {false, true}) {
      const SpeedLimiter limiter(true, !jerk, jerk, -1.0, 1.0, -2.0, 2.0, -5.0, 5.0);
      double v = 1.0;
      limiter.limit(v, 0.3, 0.2, dt);
      EXPECT_EQ(0.3, v) << "dt " << dt;
    }
  }
}

TEST(SpeedLimiter, WithoutRateLimitsAStepOfNoLengthTakesTheTarget) {
  const SpeedLimiter limiter(true, false, false, -1.0, 1.0);
  double v = 3.0;
  EXPECT_NEAR(1.0 / 3.0, limiter.limit(v, 0.0, 0.0, 0.0), kRounding);
  EXPECT_EQ(1.0, v);
}

TEST(SpeedLimiter, TheRatioOfAZeroTargetIsOne) {
  const SpeedLimiter limiter(false, true, false, 0, 0, -1.0, 1.0);
  double v = 0.0;
  EXPECT_EQ(1.0, limiter.limit(v, 1.0, 1.0, 0.1));
  EXPECT_NEAR(0.9, v, kRounding);
}

}  // namespace
