// The whole device in simulated time: firmware core, protocol, motors, faults.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "test_host.h"

using namespace simulated_teensy;

namespace {

constexpr double kTick = 2 * M_PI / 542;

class Teensy : public testing::Test {
 protected:
  const JointState& last() { return rig.host.states.back(); }
  const diffbot_firmware::BaseController& base() { return rig.teensy.firmware().base(); }
  double leftSpeed() { return rig.teensy.left().wheel.speed(); }
  double rightSpeed() { return rig.teensy.right().wheel.speed(); }

  Rig rig;
};

TEST_F(Teensy, asks_its_parameters_in_order_and_logs_each) {
  rig.connect();
  EXPECT_EQ((std::vector<std::string>{"/diffbot/encoder_resolution",
                                      "/diffbot/mobile_base_controller/wheel_radius",
                                      "/diffbot/mobile_base_controller/linear/x/max_velocity",
                                      "/diffbot/debug/base_controller"}),
            rig.host.parameters);
  EXPECT_EQ((std::vector<std::string>{
                "encoder ticks per turn: 542", "wheel radius: 0.050000", "top speed: 0.500000",
                "debug off", "top speed 500 mm/s needs 10000 mrad/s, motor limit 18000: fine"}),
            rig.host.logs);
}

TEST_F(Teensy, keeps_its_default_when_a_parameter_is_missing_or_of_another_type) {
  rig.host.ints.erase("/diffbot/encoder_resolution");
  rig.host.floats.erase("/diffbot/mobile_base_controller/wheel_radius");
  rig.host.ints["/diffbot/mobile_base_controller/wheel_radius"] = 1;
  rig.connect();
  EXPECT_TRUE(rig.host.states.empty());
  rig.run(2500);  // two waits of 1 s
  EXPECT_EQ("no usable value for /diffbot/encoder_resolution: default kept", rig.host.logs[0]);
  EXPECT_EQ("no usable value for /diffbot/mobile_base_controller/wheel_radius: default kept",
            rig.host.logs[1]);
  EXPECT_EQ(542, base().config().ticks_per_turn);
  EXPECT_FALSE(rig.host.states.empty());
}

TEST_F(Teensy, refuses_an_encoder_resolution_of_nothing) {
  rig.host.ints["/diffbot/encoder_resolution"] = 0;
  rig.connect();
  rig.run(1500);
  EXPECT_EQ(542, base().config().ticks_per_turn);
  ASSERT_FALSE(rig.host.states.empty());
  EXPECT_TRUE(std::isfinite(last().position[0]));
}

TEST_F(Teensy, sends_twenty_joint_states_per_second_as_the_field_s_firmware_does) {
  rig.connect();
  rig.host.states.clear();
  rig.run(10000);
  EXPECT_EQ(200u, rig.host.states.size());
  EXPECT_EQ(0u, last().header.seq);
  EXPECT_EQ(0u, last().header.stamp.sec);
  EXPECT_EQ("", last().header.frame_id);
  EXPECT_TRUE(last().name.empty());
  EXPECT_TRUE(last().effort.empty());
  EXPECT_EQ((std::vector<double>{0, 0}), last().position);
  EXPECT_EQ(0u, rig.host.received().bad());
}

TEST_F(Teensy, sends_what_a_float_holds) {
  rig.connect();
  rig.drive(5000, 7, -7);
  for (const JointState& state : rig.host.states) {
    for (const double value : state.position) EXPECT_EQ(value, static_cast<float>(value));
    for (const double value : state.velocity) EXPECT_EQ(value, static_cast<float>(value));
  }
}

TEST_F(Teensy, left_is_the_first_wheel) {
  rig.connect();
  rig.drive(1000, 6, -3);
  EXPECT_NEAR(6, leftSpeed(), 0.3);
  EXPECT_NEAR(-3, rightSpeed(), 0.3);
  EXPECT_NEAR(6, last().velocity[0], 0.3);
  EXPECT_NEAR(-3, last().velocity[1], 0.3);
}

struct DriveCase {
  const char* name;
  double speed;         // rad/s
  double acceleration;  // rad/s^2 of the command's ramps
  MotorParameters motor;
  double distance;  // allowed error at the end, part of the commanded angle
  double peak;      // allowed overshoot, part of the speed
};

class Drive : public testing::TestWithParam<DriveCase> {};

MotorParameters motor(double no_load_speed, double time_constant, double friction) {
  MotorParameters parameters;
  parameters.no_load_speed = no_load_speed;
  parameters.time_constant = time_constant;
  parameters.friction = friction;
  return parameters;
}

// 3 s at speed with ramps, then rest. Half a tick of 0.0116 rad is the measurement's own limit; the
// controller's rest is friction_mismatch / ki.
TEST_P(Drive, ends_where_it_was_sent) {
  const DriveCase& c = GetParam();
  TeensyOptions options;
  options.motor = c.motor;
  Rig rig(options);
  rig.connect();
  double speed = 0;
  double commanded = 0;
  double peak = 0;
  for (int ms = 0; ms < 5000; ms += 20) {
    const double goal = ms < 3000 ? c.speed : 0;
    const double step = 0.02 * c.acceleration;
    speed += std::max(-step, std::min(step, goal - speed));
    commanded += 0.02 * speed;
    rig.drive(20, static_cast<float>(speed), static_cast<float>(speed));
    peak = std::max(peak, rig.teensy.left().wheel.speed());
  }
  EXPECT_NEAR(commanded, rig.teensy.left().wheel.angle(), c.distance * commanded) << c.name;
  EXPECT_LE(peak, c.speed * (1 + c.peak)) << c.name;
  EXPECT_EQ(0, rig.teensy.left().pwm) << c.name;
  EXPECT_EQ(0.0, rig.teensy.left().wheel.speed()) << c.name;
}

const MotorParameters kNominal;

INSTANTIATE_TEST_SUITE_P(
    Table, Drive,
    testing::Values(DriveCase{"0.2 m/s", 6, 18, kNominal, 0.003, 0.02},
                    DriveCase{"0.5 rad/s on the spot", 1.04, 12.4, kNominal, 0.01, 0.08},
                    DriveCase{"0.3 m/s", 9, 18, kNominal, 0.003, 0.02},
                    DriveCase{"a step", 6, 1e9, kNominal, 0.003, 0.02},
                    // Motors that are not quite those of the feed-forward.
                    DriveCase{"10 % weaker", 6, 18, motor(18, 0.06, 0.75), 0.01, 0.02},
                    DriveCase{"10 % stronger", 6, 18, motor(22, 0.06, 0.75), 0.01, 0.06},
                    DriveCase{"slower", 6, 18, motor(20, 0.10, 0.75), 0.01, 0.06},
                    DriveCase{"quicker", 6, 18, motor(20, 0.04, 0.75), 0.01, 0.02},
                    DriveCase{"less friction", 1.04, 12.4, motor(20, 0.06, 0.6), 0.03, 0.15},
                    DriveCase{"more friction", 1.04, 12.4, motor(20, 0.06, 1.0), 0.03, 0.08}));

TEST_F(Teensy, scales_both_wheels_down_to_what_the_motors_can) {
  rig.connect();
  rig.drive(2000, 1000, 500);
  EXPECT_NEAR(18, leftSpeed(), 0.5);
  EXPECT_NEAR(9, rightSpeed(), 0.5);
}

TEST_F(Teensy, stops_within_a_quarter_of_a_second_plus_braking_when_the_host_falls_silent) {
  rig.connect();
  rig.drive(2000, 9, 9);
  const double angle = rig.teensy.left().wheel.angle();
  rig.run(250);
  EXPECT_EQ(1u, base().counters().watchdog_stops);
  EXPECT_EQ(0, base().left().setpoint());
  rig.run(250);  // four time constants
  EXPECT_EQ(0.0, leftSpeed());
  EXPECT_EQ(0.0, rightSpeed());
  const double ran_on = rig.teensy.left().wheel.angle() - angle;
  EXPECT_LT(ran_on, 9 * (0.25 + 0.1));
  rig.run(3000);
  EXPECT_EQ(angle + ran_on, rig.teensy.left().wheel.angle()) << "it moved again";
  EXPECT_EQ("no wheel command for 240 ms: motors stopped (stop 1)", rig.host.logs.back());
}

TEST_F(Teensy, is_stopped_by_a_stream_of_bad_commands_as_by_silence) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  for (const std::vector<float>& bad :
       {std::vector<float>{nan, nan}, {inf, 1}, {1}, {}, {1, 2, 3}}) {
    Rig one;
    one.connect();
    one.drive(1000, 6, 6);
    one.run(600, &bad);
    EXPECT_EQ(0.0, one.teensy.left().wheel.speed()) << bad.size() << " elements";
    for (const JointState& state : one.host.states)
      ASSERT_TRUE(std::isfinite(state.velocity[0]) && std::isfinite(state.position[0]));
    EXPECT_EQ(1u, one.teensy.firmware().base().counters().watchdog_stops);
  }
}

TEST_F(Teensy, takes_a_reset_to_angle_zero_without_a_spike) {
  rig.connect();
  rig.drive(2000, 6, -6);
  ASSERT_GT(last().position[0], 5);
  rig.host.send(encodeFrame(rig.host.ids["reset"], {}));
  rig.drive(60, 6, -6);
  EXPECT_LT(last().position[0], 6 * 0.1);
  EXPECT_GT(last().position[1], -6 * 0.1);
  EXPECT_NEAR(6, last().velocity[0], 0.5);
  EXPECT_EQ(1u, rig.teensy.firmware().resets());
}

TEST_F(Teensy, sets_the_gains_of_the_wheel_that_the_topic_names) {
  rig.connect();
  const Bytes header = zeros(16);
  rig.host.send(encodeFrame(rig.host.ids["pid_left"],
                            join(header, hex("00 00 80 3F 00 00 00 40 00 00 40 40"))));
  rig.host.send(encodeFrame(rig.host.ids["pid_right"],
                            join(header, hex("00 00 80 40 00 00 A0 40 00 00 C0 40"))));
  rig.run(10);
  EXPECT_EQ(1, base().left().pid().gains().kp);
  EXPECT_EQ(2, base().left().pid().gains().ki);
  EXPECT_EQ(3, base().left().pid().gains().kd);
  EXPECT_EQ(4, base().right().pid().gains().kp);
  EXPECT_EQ(6, base().right().pid().gains().kd);
}

struct WrapCase {
  const char* name;
  int32_t preset;
  float speed;
};

class Wrap : public testing::TestWithParam<WrapCase> {};

TEST_P(Wrap, of_the_count_is_not_seen_on_the_link) {
  const WrapCase& c = GetParam();
  Rig rig;
  rig.connect();
  rig.drive(1000, c.speed, c.speed);
  const size_t from = rig.host.states.size();
  rig.teensy.presetTicks(true, c.preset, false);
  rig.teensy.presetTicks(false, c.preset, false);
  rig.drive(1000, c.speed, c.speed);
  const int32_t count = rig.teensy.left().encoder.count();
  EXPECT_NE(c.preset > 0, count > 0) << "the count did not wrap";
  for (size_t i = from; i < rig.host.states.size(); ++i) {
    const JointState& state = rig.host.states[i];
    const double moved = state.position[0] - rig.host.states[i - 1].position[0];
    EXPECT_NEAR(0.05 * c.speed, moved, 2 * kTick) << c.name;
    EXPECT_NEAR(c.speed, state.velocity[0], 2 * kTick / 0.05) << c.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, Wrap,
    testing::Values(WrapCase{"up", std::numeric_limits<int32_t>::max() - 100, 6},
                    WrapCase{"down", std::numeric_limits<int32_t>::min() + 100, -6}));

TEST_F(Teensy, starts_at_a_million_ticks) {
  rig.teensy.presetTicks(true, 1000000, true);
  rig.teensy.presetTicks(false, -1000000, true);
  rig.connect();
  EXPECT_EQ(static_cast<float>(1000000 * kTick), last().position[0]);
  EXPECT_EQ(static_cast<float>(-1000000 * kTick), last().position[1]);
  EXPECT_EQ(0, last().velocity[0]);
}

TEST_F(Teensy, reboots_to_zero_and_is_silent_until_asked) {
  rig.connect();
  rig.drive(1000, 6, 6);
  const double angle = rig.teensy.left().wheel.angle();
  rig.teensy.reboot(300000, false);
  EXPECT_EQ(0, rig.teensy.left().pwm);
  rig.host.states.clear();
  rig.run(1000);
  EXPECT_TRUE(rig.host.states.empty());
  EXPECT_EQ(0.0, leftSpeed());
  EXPECT_GT(rig.teensy.left().wheel.angle(), angle);  // it coasted
  rig.connect();
  ASSERT_FALSE(rig.host.states.empty());
  EXPECT_EQ((std::vector<double>{0, 0}), rig.host.states.front().position);
  EXPECT_EQ(1u, rig.teensy.reboots());
  rig.drive(1000, 6, 6);
  EXPECT_NEAR(6, leftSpeed(), 0.3);
}

TEST_F(Teensy, does_not_believe_the_ids_of_a_host_that_has_not_asked_since_the_reboot) {
  rig.connect();
  rig.teensy.reboot(100000, true);
  rig.run(200);
  rig.drive(1000, 6, 6);  // id 100 now belongs to pid_right
  EXPECT_EQ(0.0, leftSpeed());
  EXPECT_EQ(40.0f, base().right().pid().gains().ki);
  EXPECT_EQ(50u, rig.teensy.firmware().ignoredUnconnected());
  rig.connect();
  rig.drive(1000, 6, 6);
  EXPECT_NEAR(6, leftSpeed(), 0.3);
}

TEST_F(Teensy, hears_nothing_while_it_boots) {
  rig.connect();
  rig.teensy.reboot(300000, false);
  rig.host.send(samples::requestTopics());
  rig.run(290);
  EXPECT_FALSE(rig.teensy.firmware().session().connected());
  rig.run(500);
  EXPECT_FALSE(rig.teensy.firmware().session().connected());
}

TEST_F(Teensy, can_come_back_with_other_ids) {
  rig.connect();
  EXPECT_EQ(100, rig.host.ids["wheel_cmd_velocities"]);
  rig.teensy.reboot(100000, true);
  rig.run(200);
  rig.connect();
  EXPECT_EQ(103, rig.host.ids["wheel_cmd_velocities"]);
  EXPECT_EQ(100, rig.host.ids["pid_right"]);
  EXPECT_EQ(125, rig.host.ids["measured_joint_states"]);
  rig.drive(1000, 6, 6);
  EXPECT_NEAR(6, leftSpeed(), 0.3);
}

TEST_F(Teensy, keeps_driving_while_its_loop_hangs_and_stops_after) {
  rig.connect();
  rig.drive(1000, 6, 6);
  rig.teensy.stall(1000000);
  rig.host.states.clear();
  rig.run(998);
  EXPECT_TRUE(rig.host.states.empty());
  EXPECT_GT(leftSpeed(), 5);  // that is what a hang does; a watchdog in software hangs with it
  rig.run(500);
  EXPECT_EQ(0.0, leftSpeed());
  EXPECT_FALSE(rig.host.states.empty());
}

TEST_F(Teensy, a_blocked_wheel_stops_the_robot) {
  rig.connect();
  rig.drive(1000, 9, 9);
  rig.teensy.left().wheel.setBlocked(true);
  rig.drive(3000, 9, 9);
  EXPECT_EQ(0, rig.teensy.left().pwm);
  EXPECT_EQ(0.0, rightSpeed());
  rig.teensy.clearFaults();
  rig.drive(1000, 9, 9);
  EXPECT_EQ(0.0, leftSpeed()) << "it started again by itself";
  rig.drive(40, 0, 0);
  rig.drive(1000, 9, 9);
  EXPECT_NEAR(9, leftSpeed(), 0.4);
}

TEST_F(Teensy, a_dead_encoder_stops_the_robot) {
  for (const auto fault : {EncoderModel::Fault::kFrozen, EncoderModel::Fault::kReversed}) {
    Rig one;
    one.connect();
    one.drive(1000, 3, 3);
    one.teensy.setEncoderFault(true, fault);
    one.drive(3000, 3, 3);
    EXPECT_TRUE(one.teensy.firmware().base().stalled());
    EXPECT_EQ(0.0, one.teensy.left().wheel.speed());
    EXPECT_EQ(0.0, one.teensy.right().wheel.speed());
  }
}

TEST_F(Teensy, measurement_faults_reach_the_host) {
  rig.connect();
  MeasurementFaultRule rule;
  rule.fault = MeasurementFault::kNan;
  rule.count = 1;
  rig.teensy.measurements().add(rule, rig.teensy.timeUs());
  rig.host.states.clear();
  rig.run(100);
  ASSERT_EQ(2u, rig.host.states.size());
  EXPECT_TRUE(std::isnan(rig.host.states[0].position[0]));
  EXPECT_FALSE(std::isnan(rig.host.states[1].position[0]));
}

TEST_F(Teensy, byte_faults_work_both_ways) {
  rig.connect();
  ByteFaultRule flip;
  flip.fault = ByteFault::kFlip;
  flip.count = 3;
  flip.at = 20;
  flip.id = 126;
  rig.teensy.toHost().add(flip, rig.teensy.timeUs());
  flip.id = 100;
  rig.teensy.toDevice().add(flip, rig.teensy.timeUs());
  rig.drive(1000, 1, 1);
  EXPECT_EQ(3u, rig.host.received().bad());
  EXPECT_EQ(3u, rig.teensy.firmware().session().received().bad());
  EXPECT_EQ(47u, rig.teensy.firmware().base().counters().commands_accepted);
}

TEST_F(Teensy, checksum_valid_garbage_never_drives_it) {
  rig.connect();
  for (const ByteFault fault : {ByteFault::kGarbage, ByteFault::kGarbageShort}) {
    ByteFaultRule rule;
    rule.fault = fault;
    rule.count = -1;
    rule.id = 100;
    rig.teensy.toDevice().clear();
    rig.teensy.toDevice().add(rule, rig.teensy.timeUs());
    rig.drive(2000, 6, 6);
    EXPECT_EQ(0.0, leftSpeed());
  }
  EXPECT_EQ(200u, rig.teensy.firmware().session().counters().malformed);
  EXPECT_EQ(0u, rig.teensy.firmware().base().counters().commands_accepted);
}

TEST_F(Teensy, does_not_fill_the_link) {
  rig.host.ints["/diffbot/debug/base_controller"] = 1;
  rig.connect();
  const uint64_t before = rig.host.received().bytes;
  rig.drive(10000, 3, 3);
  // 115200 baud carry 11520 bytes per second; half of that is to stay free.
  EXPECT_LT(rig.host.received().bytes - before, 10u * 11520u / 4u);
}

TEST_F(Teensy, sends_ticks_when_told_to) {
  TeensyOptions options;
  options.firmware.publish_ticks = true;
  Rig one(options);
  one.connect();
  const uint64_t before = one.host.received().good;
  one.run(1000);
  EXPECT_EQ(before + 40, one.host.received().good);
}

TEST_F(Teensy, works_over_the_wrap_of_the_board_s_clock) {
  TeensyOptions options;
  options.clock_start_us = 0xFFFFFFFFu - 2000000u;
  Rig one(options);
  one.connect();
  one.drive(4000, 6, 6);
  EXPECT_EQ(0u, one.teensy.firmware().base().counters().watchdog_stops);
  EXPECT_NEAR(6, one.teensy.left().wheel.speed(), 0.3);
  for (const JointState& state : one.host.states) EXPECT_LT(state.velocity[0], 6.5);
}

TEST_F(Teensy, records_the_commands_that_differ) {
  rig.connect();
  rig.drive(100, 1, 2);
  rig.drive(100, 3, 4);
  const auto& history = rig.teensy.commandHistory();
  ASSERT_EQ(2u, history.size());
  EXPECT_EQ((std::vector<float>{3, 4}), history[1].joint);
  EXPECT_NEAR(0.1, history[1].time_s - history[0].time_s, 0.01);
}

TEST_F(Teensy, keeps_the_true_pose_of_the_robot) {
  TeensyOptions options;
  options.wheel_radius = 0.05;
  options.wheel_separation = 0.2;
  Rig one(options);
  one.connect();
  one.drive(2000, -2, 2);
  one.drive(500, 0, 0);
  EXPECT_NEAR(2 * 2 * 0.05 * 2 / 0.2, one.teensy.pose().yaw, 0.03);
  EXPECT_NEAR(0, std::hypot(one.teensy.pose().x, one.teensy.pose().y), 1e-3);
  EXPECT_FALSE(rig.teensy.knowsPose());
}

}  // namespace
