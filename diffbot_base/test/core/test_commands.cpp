#include <diffbot_base/command_shaper.h>
#include <diffbot_base/drive_gate.h>
#include <diffbot_base/position_follower.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace diffbot_base;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(CommandShaper, gain_trim_and_limit) {
  const struct {
    double gain, trim, constant, limit;
    WheelPair in, out;
  } table[] = {
      {1.0, 0.0, 1.0, 1.0, {3.0, -4.0}, {3.0, -4.0}},
      {2.0, 0.0, 1.0, 1.0, {3.0, -4.0}, {6.0, -8.0}},
      {1.0, 0.1, 1.0, 1.0, {5.0, 5.0}, {4.5, 5.5}},
      {1.0, 0.0, 2.0, 1.0, {5.0, 5.0}, {2.5, 2.5}},
      {1.0, 0.0, 1.0, 1.0, {36.0, 18.0}, {18.0, 9.0}},  // curvature kept
      {1.0, 0.0, 1.0, 1.0, {-36.0, 18.0}, {-18.0, 9.0}},
      {1.0, 0.0, 1.0, 0.5, {18.0, 9.0}, {9.0, 4.5}},
      {1.0, 0.2, 1.0, 1.0, {20.0, 20.0}, {12.0, 18.0}},  // after trim the right one saturates
      {1.0, 0.0, 1.0, 1.0, {1e308, 1e308}, {18.0, 18.0}},
      {100.0, 0.0, 0.01, 1.0, {1e308, -1e308}, {18.0, -18.0}},
      {1.0, 0.0, 1.0, 1.0, {0.0, 0.0}, {0.0, 0.0}},
  };
  for (const auto& row : table) {
    CommandSettings settings;
    settings.gain = row.gain;
    settings.trim = row.trim;
    settings.motor_constant = row.constant;
    settings.pwm_limit = row.limit;
    const WheelPair out = CommandShaper(settings).shape(row.in, 1.0);
    EXPECT_NEAR(out.left, row.out.left, 1e-9) << row.in.left << ", " << row.in.right;
    EXPECT_NEAR(out.right, row.out.right, 1e-9) << row.in.left << ", " << row.in.right;
  }
}

TEST(CommandShaper, same_command_gives_the_same_speed_each_cycle) {
  CommandSettings settings;
  settings.gain = 1.1;
  CommandShaper shaper(settings);
  for (int i = 0; i < 100; ++i) EXPECT_NEAR(shaper.shape({1.0, 1.0}, 1.0).left, 1.1, 1e-12);
}

TEST(CommandShaper, not_finite_is_zero_for_both_and_counted) {
  CommandShaper shaper{CommandSettings()};
  for (const double bad : {kNan, kInf, -kInf}) {
    EXPECT_EQ(largest(shaper.shape({bad, 1.0}, 1.0)), 0.0);
    EXPECT_EQ(largest(shaper.shape({1.0, bad}, 1.0)), 0.0);
  }
  EXPECT_EQ(shaper.notFinite(), 6u);
}

class GateTest : public ::testing::Test {
 protected:
  DriveGate gate{GateSettings()};
  GateInput input;

  GateTest() {
    input.now_s = 50.0;
    input.requested = {5.0, 5.0};
  }
  // One cycle with wheels that do as they are told.
  double cycle() {
    input.now_s += 0.02;
    const double part = gate.update(input);
    input.sent = part * input.requested;
    if (follows) input.measured = input.sent;
    input.clock_stepped = false;
    return part;
  }
  double cycles(double seconds) {
    double part = 0.0;
    for (double t = 0.0; t < seconds; t += 0.02) part = cycle();
    return part;
  }
  bool follows = true;
};

TEST_F(GateTest, open_when_all_is_well) {
  EXPECT_EQ(cycle(), 1.0);
  EXPECT_FALSE(gate.takeReset());
}

TEST_F(GateTest, each_reason_holds_at_once_and_lets_go_with_a_ramp_and_one_reset) {
  const struct {
    HoldReason reason;
    void (*begin)(GateInput*);
    void (*end)(GateInput*);
  } table[] = {
      {kHoldStale, [](GateInput* in) { in->age_s = 0.16; }, [](GateInput* in) { in->age_s = 0.1; }},
      {kHoldEmergency, [](GateInput* in) { in->emergency = true; },
       [](GateInput* in) { in->emergency = false; }},
      {kHoldFirmware, [](GateInput* in) { in->wrong_firmware = true; },
       [](GateInput* in) { in->wrong_firmware = false; }},
  };
  for (const auto& row : table) {
    cycles(1.0);
    row.begin(&input);
    EXPECT_EQ(cycle(), 0.0) << holdText(row.reason);
    EXPECT_EQ(gate.reasons(), row.reason);
    EXPECT_EQ(cycles(2.0), 0.0);
    EXPECT_FALSE(gate.takeReset());
    row.end(&input);
    EXPECT_LT(cycle(), 0.05) << "no ramp after: " << holdText(row.reason);
    EXPECT_TRUE(gate.takeReset());
    EXPECT_FALSE(gate.takeReset());
    const double half = cycles(0.25);
    EXPECT_GT(half, 0.4);
    EXPECT_LT(half, 0.6);
    EXPECT_EQ(cycles(0.3), 1.0);
  }
  EXPECT_EQ(gate.holds(), 3u);
}

TEST_F(GateTest, after_a_clock_step_only_a_new_command_or_zero_frees) {
  cycles(1.0);
  input.clock_stepped = true;
  EXPECT_EQ(cycle(), 0.0);
  EXPECT_EQ(cycles(3600.0 / 50), 0.0) << "an old command drives on";
  ++input.commands_received;
  cycle();
  EXPECT_EQ(gate.reasons(), 0u);
  cycles(1.0);
  input.clock_stepped = true;
  EXPECT_EQ(cycle(), 0.0);
  input.requested = WheelPair();
  cycle();
  EXPECT_EQ(gate.reasons(), 0u);
}

TEST_F(GateTest, wheel_that_does_not_turn_as_commanded_stops_both_until_zero) {
  for (const double turning : {0.0, -0.8}) {  // blocked; wires swapped
    cycles(2.0);
    follows = false;
    double held_after = -1.0;
    for (double t = 0.0; t < 3.0 && held_after < 0.0; t += 0.02) {
      input.measured = {input.sent.left, turning * input.sent.right};
      cycle();
      if (gate.reasons() == kHoldNoMotion) held_after = t;
    }
    EXPECT_GT(held_after, 0.9);
    EXPECT_LT(held_after, 1.1);
    follows = true;
    EXPECT_EQ(cycles(5.0), 0.0) << "drives again by itself";
    input.requested = WheelPair();
    cycle();
    input.requested = {5.0, 5.0};
    EXPECT_EQ(cycles(1.0), 1.0);
  }
}

TEST_F(GateTest, slow_and_reversing_commands_are_followed_well_enough) {
  input.requested = {0.5, 0.5};
  follows = false;
  input.measured = WheelPair();
  EXPECT_EQ(cycles(5.0), 1.0) << "too slow to tell";
  follows = true;
  for (int i = 0; i < 20; ++i) {
    input.requested = -1.0 * input.requested;
    EXPECT_EQ(cycles(0.5), 1.0);
  }
}

TEST(PositionFollower, goes_smoothly_and_never_beyond) {
  PositionFollower follower;
  follower.start({1.0, -1.0});
  WheelPair target = {1.0, -1.0};
  const WheelPair speed = {9.0, -9.0};
  double largest_step = 0.0;
  for (int cycle = 0; cycle < 500; ++cycle) {
    if (cycle % 5 == 0) target = target + 0.1 * speed;
    const double before = follower.position().left;
    follower.step(target, speed, 0.02);
    largest_step = std::max(largest_step, follower.position().left - before);
    ASSERT_GE(follower.position().left, before);
    ASSERT_LE(follower.position().left, target.left + 1e-12);
  }
  EXPECT_LT(largest_step, (1.2 * 9.0 + 0.2) * 0.02 + 1e-9);
  EXPECT_NEAR(follower.position().left, target.left, 1e-9);
}

TEST(PositionFollower, catches_up_after_a_gap_at_the_speed_before_it) {
  PositionFollower follower;
  follower.start({});
  follower.step({0.1, 0.05}, {9.0, 4.5}, 0.02);
  const WheelPair target = {3.0, 1.5};
  follower.step(target, {9.0, 4.5}, 0.02);  // the wheels stand from now on
  int cycles = 0;
  while (follower.position().left < 3.0 && cycles < 100) {
    const WheelPair before = follower.position();
    follower.step(target, {}, 0.02);
    EXPECT_LT(follower.position().left - before.left, 0.3);
    EXPECT_NEAR(2.0 * (follower.position().right - before.right),
                follower.position().left - before.left, 1e-9)
        << "the arc is bent";
    ++cycles;
  }
  EXPECT_LT(cycles, 15);
}

}  // namespace
