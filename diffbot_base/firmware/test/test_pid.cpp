#include <diffbot_firmware/pid.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace diffbot_firmware;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInf = std::numeric_limits<float>::infinity();
const float kHuge = std::numeric_limits<float>::max();

struct StepCase {
  const char* name;
  PidGains gains;
  float setpoint;
  float measured;
  float dt;
  float feed_forward;
  float output;
};

class FirstStep : public testing::TestWithParam<StepCase> {};

TEST_P(FirstStep, gives_the_computed_output) {
  const StepCase& c = GetParam();
  Pid pid(c.gains, 255.0f);
  EXPECT_NEAR(c.output, pid.update(c.setpoint, c.measured, c.dt, c.feed_forward), 1e-4f) << c.name;
}

INSTANTIATE_TEST_SUITE_P(
    Table, FirstStep,
    testing::Values(StepCase{"P", {2, 0, 0}, 5, 3, 0.05f, 0, 4},
                    StepCase{"P backward", {2, 0, 0}, -5, -3, 0.05f, 0, -4},
                    StepCase{"I at 20 Hz", {0, 10, 0}, 5, 3, 0.05f, 0, 1},
                    StepCase{"I at 100 Hz", {0, 10, 0}, 5, 3, 0.01f, 0, 0.2f},
                    StepCase{"no D without a past", {0, 0, 9}, 5, 3, 0.05f, 0, 0},
                    StepCase{"feed-forward", {0, 0, 0}, 5, 3, 0.05f, 12, 12},
                    StepCase{"all", {2, 10, 1}, 5, 3, 0.05f, 12, 17},
                    StepCase{"limit", {1000, 0, 0}, 5, 3, 0.05f, 0, 255},
                    StepCase{"limit backward", {1000, 0, 0}, -5, 3, 0.05f, 0, -255},
                    StepCase{"limit of the feed-forward", {0, 0, 0}, 5, 5, 0.05f, 300, 255}));

TEST(Pid, integral_does_not_depend_on_the_rate) {
  Pid slow({0, 10, 0}, 255.0f);
  Pid fast({0, 10, 0}, 255.0f);
  for (int i = 0; i < 20; ++i) slow.update(1, 0, 0.05f);
  for (int i = 0; i < 200; ++i) fast.update(1, 0, 0.005f);
  EXPECT_NEAR(10.0f, slow.integral(), 1e-3f);
  EXPECT_NEAR(slow.integral(), fast.integral(), 1e-3f);
}

TEST(Pid, derivative_acts_on_the_measured_value_only) {
  Pid pid({0, 0, 1}, 255.0f);
  pid.update(0, 1, 0.05f);
  EXPECT_NEAR(-20.0f, pid.update(0, 2, 0.05f), 1e-3f);  // rose by 1 in 0.05 s
  EXPECT_NEAR(0.0f, pid.update(100, 2, 0.05f), 1e-3f);  // a step of the setpoint gives no spike
}

TEST(Pid, integral_does_not_wind_up_and_unwinds_at_once) {
  Pid pid({1, 100, 0}, 255.0f);
  for (int i = 0; i < 1000; ++i) EXPECT_LE(pid.update(50, 0, 0.05f), 255.0f);
  EXPECT_LE(pid.integral(), 255.0f);
  const float wound = pid.integral();
  pid.update(0, 10, 0.05f);
  EXPECT_LT(pid.integral(), wound);
}

TEST(Pid, integral_stands_still_while_the_rest_is_at_the_limit) {
  Pid pid({10, 100, 0}, 255.0f);
  for (int i = 0; i < 100; ++i) pid.update(50, 0, 0.05f);
  EXPECT_EQ(0.0f, pid.integral());
  for (int i = 0; i < 100; ++i) pid.update(-50, 0, 0.05f);
  EXPECT_EQ(0.0f, pid.integral());
}

TEST(Pid, integral_may_leave_the_limit_while_saturated) {
  Pid pid({0, 100, 0}, 255.0f);
  for (int i = 0; i < 100; ++i) pid.update(50, 0, 0.05f);
  const float wound = pid.integral();
  pid.update(40, 50, 0.05f, 1000.0f);  // still saturated by the feed-forward, but the error is < 0
  EXPECT_LT(pid.integral(), wound);
}

TEST(Pid, a_parked_wheel_gets_exactly_nothing) {
  Pid pid({4, 40, 1}, 255.0f);
  for (int i = 0; i < 20; ++i) pid.update(5, 4, 0.05f);
  ASSERT_GT(pid.integral(), 0.0f);
  EXPECT_EQ(0.0f, pid.update(0, 0, 0.05f));
  EXPECT_EQ(0.0f, pid.integral());
}

TEST(Pid, holds_its_output_when_no_time_has_passed) {
  Pid pid({2, 10, 1}, 255.0f);
  const float output = pid.update(5, 3, 0.05f);
  const float integral = pid.integral();
  for (const float dt : {0.0f, -0.05f, kNan, kInf, -kInf}) {
    EXPECT_EQ(output, pid.update(5, 3, dt)) << dt;
    EXPECT_EQ(integral, pid.integral()) << dt;
  }
}

TEST(Pid, recovers_from_values_that_are_no_numbers) {
  for (const float bad : {kNan, kInf, -kInf}) {
    Pid pid({2, 10, 1}, 255.0f);
    pid.update(5, 3, 0.05f);
    EXPECT_EQ(0.0f, pid.update(bad, 3, 0.05f));
    EXPECT_EQ(0.0f, pid.update(5, bad, 0.05f));
    EXPECT_EQ(0.0f, pid.update(5, 3, 0.05f, bad));
    EXPECT_NEAR(5.0f, pid.update(5, 3, 0.05f), 1e-4f);  // as a fresh one: P 4 and I 1
  }
}

TEST(Pid, huge_gains_stay_within_the_limit) {
  Pid pid({0, 0, 0}, 255.0f);
  ASSERT_TRUE(pid.setGains({kHuge, kHuge, kHuge}));
  for (int i = 0; i < 10; ++i) {
    const float output = pid.update(1e6f, static_cast<float>(i), 0.05f);
    EXPECT_TRUE(std::isfinite(output));
    EXPECT_LE(std::fabs(output), 255.0f);
    EXPECT_TRUE(std::isfinite(pid.integral()));
  }
}

TEST(Pid, refuses_gains_that_are_negative_or_not_finite) {
  Pid pid({1, 2, 3}, 255.0f);
  for (const float bad : {-1.0f, kNan, kInf, -kInf}) {
    EXPECT_FALSE(pid.setGains({bad, 0, 0})) << bad;
    EXPECT_FALSE(pid.setGains({0, bad, 0})) << bad;
    EXPECT_FALSE(pid.setGains({0, 0, bad})) << bad;
  }
  EXPECT_EQ(1.0f, pid.gains().kp);
  EXPECT_EQ(2.0f, pid.gains().ki);
  EXPECT_EQ(3.0f, pid.gains().kd);
  EXPECT_TRUE(pid.setGains({4, 5, 6}));
  EXPECT_EQ(5.0f, pid.gains().ki);
}

TEST(Pid, a_new_integral_gain_does_not_kick) {
  Pid pid({0, 10, 0}, 255.0f);
  for (int i = 0; i < 20; ++i) pid.update(1, 0, 0.05f);
  const float before = pid.update(1, 1, 0.05f);
  ASSERT_TRUE(pid.setGains({0, 1000, 0}));
  EXPECT_EQ(before, pid.update(1, 1, 0.05f));
}

}  // namespace
