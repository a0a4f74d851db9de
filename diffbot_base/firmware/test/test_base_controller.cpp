#include <diffbot_firmware/base_controller.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fake_board.h"

using namespace diffbot_firmware;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kTick = static_cast<float>(2.0 * M_PI / 542.0);

class Base : public testing::TestWithParam<uint32_t> {
 protected:
  Base() : base(clock, left_encoder, right_encoder, left_motor, right_motor) {}

  void begin(uint32_t now_us = 0) {
    clock.now_us = now_us;
    base.begin();
  }

  void command(float left, float right) {
    const float joint[] = {left, right};
    base.command(joint, 2);
  }

  // Advances by `ms` in passes of 1 ms; the wheels turn by whole ticks per pass.
  int run(int ms, int32_t left_ticks = 0, int32_t right_ticks = 0) {
    int states = 0;
    for (int i = 0; i < ms; ++i) {
      clock.now_us += 1000;
      left_encoder.count += left_ticks;
      right_encoder.count += right_ticks;
      if (base.spinOnce()) ++states;
    }
    return states;
  }

  FakeClock clock;
  FakeEncoder left_encoder, right_encoder;
  FakeMotor left_motor, right_motor;
  BaseController base;
};

INSTANTIATE_TEST_SUITE_P(ClockStart, Base, testing::Values(0u, 0x7FFFF000u, 0xFFFFF000u));

TEST_F(Base, gives_twenty_states_per_second_whatever_the_pass_time) {
  begin();
  EXPECT_EQ(20, run(1000));
}

TEST_F(Base, measures_angle_and_speed_per_wheel) {
  begin();
  command(0, 0);
  run(50, 2, -1);
  EXPECT_EQ(100, base.left().ticks());
  EXPECT_EQ(-50, base.right().ticks());
  EXPECT_FLOAT_EQ(100 * kTick, base.left().angle());
  EXPECT_FLOAT_EQ(-50 * kTick, base.right().angle());
  EXPECT_NEAR(2000 * kTick, base.left().speed(), 1e-3f);
  EXPECT_NEAR(-1000 * kTick, base.right().speed(), 1e-3f);
}

TEST_F(Base, first_speed_after_a_start_is_right) {
  left_encoder.count = 123456;  // and was not 0 at power-on
  begin(3000000000u);
  run(50, 1, 1);
  EXPECT_NEAR(1000 * kTick, base.left().speed(), 1e-3f);
  EXPECT_FLOAT_EQ(50 * kTick, base.left().angle());
}

TEST_F(Base, speed_is_right_when_a_pass_was_slow) {
  begin();
  run(50, 1, 1);
  clock.now_us += 1000000;
  left_encoder.count += 542;
  ASSERT_TRUE(base.spinOnce());
  EXPECT_NEAR(2 * M_PI, base.left().speed(), 1e-3);
}

TEST_F(Base, drives_each_wheel_towards_its_own_setpoint) {
  begin();
  command(6, -3);
  run(50);
  EXPECT_GT(left_motor.pwm, 0);
  EXPECT_LT(right_motor.pwm, 0);
  EXPECT_GT(left_motor.pwm, -right_motor.pwm);
}

TEST_F(Base, drives_nothing_before_the_first_command) {
  begin();
  run(1000, 1, 1);  // somebody pushes the robot
  EXPECT_TRUE(base.commandExpired());
  EXPECT_EQ(0, base.left().setpoint());
  EXPECT_LE(left_motor.pwm, 0);  // at most it brakes
  EXPECT_EQ(0u, base.counters().watchdog_stops);
}

TEST_P(Base, stops_within_a_quarter_of_a_second_of_silence) {
  begin(GetParam());
  for (int i = 0; i < 20; ++i) {
    command(9, 9);
    run(20, 1, 1);
  }
  ASSERT_GT(left_motor.pwm, 0);
  run(219, 1, 1);  // 239 ms after the last command
  EXPECT_FALSE(base.commandExpired());
  EXPECT_EQ(9, base.left().setpoint());
  run(11, 1, 1);
  EXPECT_TRUE(base.commandExpired());
  EXPECT_EQ(0, base.left().setpoint());
  EXPECT_EQ(0, base.right().setpoint());
  EXPECT_LE(left_motor.pwm, 0);
  EXPECT_LE(right_motor.pwm, 0);
  EXPECT_EQ(1u, base.counters().watchdog_stops);
}

TEST_F(Base, watchdog_does_not_wait_for_a_control_step) {
  begin();
  run(10);
  command(9, 9);  // 10 ms into a period of 50 ms
  run(240);
  ASSERT_NE(0, left_motor.pwm);
  ASSERT_FALSE(base.spinOnce());
  clock.now_us += 1;
  ASSERT_FALSE(base.spinOnce()) << "the test wants a pass without a control step";
  EXPECT_EQ(0, left_motor.pwm);
  EXPECT_EQ(0, right_motor.pwm);
}

TEST_F(Base, counts_one_stop_per_silence_and_drives_again) {
  begin();
  command(9, 9);
  run(5000);
  EXPECT_EQ(1u, base.counters().watchdog_stops);
  command(9, 9);
  run(50);
  EXPECT_FALSE(base.commandExpired());
  EXPECT_GT(left_motor.pwm, 0);
  run(300);
  EXPECT_EQ(2u, base.counters().watchdog_stops);
}

TEST_F(Base, does_not_move_again_when_the_clock_wraps_in_silence) {
  begin(0xFFF00000u);
  command(9, 9);
  const uint32_t fed = clock.now_us;
  run(1000);
  clock.now_us = fed + 1;  // 71.6 minutes after the command
  base.spinOnce();
  EXPECT_TRUE(base.commandExpired());
  EXPECT_EQ(0, base.left().setpoint());
}

TEST_F(Base, a_stop_leaves_no_integral_behind) {
  begin();
  for (int i = 0; i < 20; ++i) {
    command(3, 3);
    run(20);
  }
  ASSERT_GT(base.left().pid().integral(), 0);
  run(300);
  EXPECT_EQ(0, base.left().pid().integral());
  EXPECT_EQ(0, left_motor.pwm);
}

TEST_F(Base, bad_commands_do_not_feed_the_watchdog) {
  begin();
  command(9, 9);
  const float one[] = {9};
  const float three[] = {9, 9, 9};
  for (int i = 0; i < 30; ++i) {
    command(kNan, 9);
    base.command(one, 1);
    base.command(three, 3);
    base.command(nullptr, 0);
    run(10);
  }
  EXPECT_TRUE(base.commandExpired());
  EXPECT_EQ(30u, base.counters().commands_not_finite);
  EXPECT_EQ(90u, base.counters().commands_wrong_count);
  EXPECT_EQ(1u, base.counters().commands_accepted);
}

TEST_F(Base, a_bad_command_leaves_the_last_good_one) {
  begin();
  command(6, -3);
  command(kNan, kNan);
  EXPECT_EQ(6, base.left().setpoint());
  EXPECT_EQ(-3, base.right().setpoint());
}

TEST_F(Base, limits_both_wheels_together) {
  begin();
  command(1e30f, -5e29f);
  EXPECT_FLOAT_EQ(18, base.left().setpoint());
  EXPECT_FLOAT_EQ(-9, base.right().setpoint());
}

TEST_F(Base, pid_topics_set_their_own_wheel) {
  begin();
  EXPECT_TRUE(base.setLeftPid({1, 2, 3}));
  EXPECT_TRUE(base.setRightPid({4, 5, 6}));
  EXPECT_EQ(1, base.left().pid().gains().kp);
  EXPECT_EQ(3, base.left().pid().gains().kd);
  EXPECT_EQ(4, base.right().pid().gains().kp);
  EXPECT_EQ(6, base.right().pid().gains().kd);
  EXPECT_FALSE(base.setRightPid({kNan, 0, 0}));
  EXPECT_EQ(4, base.right().pid().gains().kp);
  EXPECT_EQ(1u, base.counters().pid_rejected);
}

TEST_F(Base, reset_zeroes_the_angles_without_a_speed_spike) {
  begin();
  command(0, 0);
  run(1000, 2, -2);
  run(25, 2, -2);  // in the middle of a period
  base.resetAngles();
  run(25, 2, -2);
  EXPECT_NEAR(2000 * kTick, base.left().speed(), 1e-3f);
  EXPECT_FLOAT_EQ(50 * kTick, base.left().angle());
  EXPECT_FLOAT_EQ(-50 * kTick, base.right().angle());
}

TEST_F(Base, angle_and_speed_run_on_over_the_32_bit_edges) {
  left_encoder.count = std::numeric_limits<int32_t>::max() - 500;
  right_encoder.count = std::numeric_limits<int32_t>::min() + 500;
  begin();
  for (int i = 1; i <= 20; ++i) {
    left_encoder.count = static_cast<int32_t>(static_cast<uint32_t>(left_encoder.count) + 100u);
    right_encoder.count = static_cast<int32_t>(static_cast<uint32_t>(right_encoder.count) - 100u);
    run(50);
    ASSERT_FLOAT_EQ(100 * i * kTick, base.left().angle());
    ASSERT_FLOAT_EQ(-100 * i * kTick, base.right().angle());
    ASSERT_NEAR(2000 * kTick, base.left().speed(), 1e-3f);
    ASSERT_NEAR(-2000 * kTick, base.right().speed(), 1e-3f);
  }
}

TEST_F(Base, refuses_an_encoder_without_ticks) {
  begin();
  EXPECT_FALSE(base.setTicksPerTurn(0));
  EXPECT_FALSE(base.setTicksPerTurn(-542));
  EXPECT_EQ(542, base.config().ticks_per_turn);
  EXPECT_TRUE(base.setTicksPerTurn(1000));
  run(50, 20, 0);
  EXPECT_FLOAT_EQ(static_cast<float>(2 * M_PI), base.left().angle());
}

// A wheel that does not follow: blocked, encoder wire off, or an encoder that counts backwards.
class Stall : public Base {
 protected:
  void driveUntilStalled(float speed, int32_t left_ticks, int32_t right_ticks) {
    for (ms = 0; ms < 3000 && !base.stalled(); ++ms) {
      command(speed, speed);
      run(1, left_ticks, right_ticks);
    }
  }
  int ms = 0;
};

TEST_F(Stall, a_wheel_that_does_not_turn_stops_both) {
  begin();
  driveUntilStalled(12, 1, 0);
  EXPECT_TRUE(base.right().stalled());
  EXPECT_FALSE(base.left().stalled());
  EXPECT_LT(ms, 1000);
  EXPECT_EQ(0, left_motor.pwm);
  EXPECT_EQ(0, right_motor.pwm);
  EXPECT_EQ(1u, base.counters().stall_stops);
}

TEST_F(Stall, an_encoder_that_counts_backwards_stops_both) {
  begin();
  driveUntilStalled(-12, -1, 1);
  EXPECT_TRUE(base.right().stalled());
  EXPECT_EQ(0, left_motor.pwm);
}

TEST_F(Stall, ends_with_a_zero_command_only) {
  begin();
  driveUntilStalled(12, 1, 0);
  command(12, 12);
  run(100, 1, 1);
  EXPECT_EQ(0, right_motor.pwm);
  EXPECT_EQ(1u, base.counters().commands_while_stalled);
  command(0, 0);
  command(12, 12);
  run(100, 1, 1);
  EXPECT_FALSE(base.stalled());
  EXPECT_GT(right_motor.pwm, 0);
}

TEST_F(Stall, a_slow_wheel_is_none) {
  begin();
  for (int i = 0; i < 3000; ++i) {
    command(17, 17);  // the battery is low: a tick in 10 ms only, at full power
    run(1, i % 10 == 0, i % 10 == 0);
  }
  EXPECT_FALSE(base.stalled());
  EXPECT_EQ(255, left_motor.pwm);
}

}  // namespace
