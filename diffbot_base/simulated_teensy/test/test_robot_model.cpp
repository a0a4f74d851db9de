#include <gtest/gtest.h>
#include <simulated_teensy/motion_record.h>
#include <simulated_teensy/robot_model.h>

#include <cmath>
#include <limits>

using namespace simulated_teensy;

namespace {

constexpr double kDt = 0.001;

MotorParameters motor() {
  MotorParameters parameters;
  parameters.no_load_speed = 20;
  parameters.time_constant = 0.1;
  parameters.friction = 1;
  return parameters;
}

void run(WheelModel* wheel, double seconds, double pwm) {
  for (int i = 0; i < std::lround(seconds / kDt); ++i) wheel->advance(kDt, pwm);
}

TEST(WheelModel, rises_as_a_first_order_lag_to_the_speed_less_friction) {
  WheelModel wheel(motor());
  run(&wheel, 0.1, 255);
  EXPECT_NEAR(19.0 * (1.0 - std::exp(-1.0)), wheel.speed(), 1e-9);
  EXPECT_NEAR(19.0 * (0.1 - 0.1 * (1.0 - std::exp(-1.0))), wheel.angle(), 1e-3);
  run(&wheel, 2.0, 255);
  EXPECT_NEAR(19.0, wheel.speed(), 1e-6);
}

TEST(WheelModel, is_the_same_backward) {
  WheelModel forward(motor());
  WheelModel backward(motor());
  run(&forward, 0.5, 100);
  run(&backward, 0.5, -100);
  EXPECT_EQ(forward.speed(), -backward.speed());
  EXPECT_EQ(forward.angle(), -backward.angle());
}

TEST(WheelModel, does_not_start_against_more_friction_than_drive) {
  WheelModel wheel(motor());
  run(&wheel, 1.0, 255.0 / 20.0);  // a drive of exactly the friction
  EXPECT_EQ(0.0, wheel.speed());
  run(&wheel, 1.0, 255.0 / 20.0 + 0.1);
  EXPECT_GT(wheel.speed(), 0.0);
}

TEST(WheelModel, comes_to_a_full_stop_and_not_back) {
  WheelModel wheel(motor());
  run(&wheel, 1.0, 255);
  const double angle = wheel.angle();
  run(&wheel, 1.0, 0);
  EXPECT_EQ(0.0, wheel.speed());
  // v tau - friction tau ln(1 + v / friction): from the equation of motion
  EXPECT_NEAR(19.0 * 0.1 - 0.1 * std::log(20.0), wheel.angle() - angle, 0.01);
}

TEST(WheelModel, can_be_braked_through_zero) {
  WheelModel wheel(motor());
  run(&wheel, 1.0, 255);
  run(&wheel, 1.0, -255);
  EXPECT_NEAR(-19.0, wheel.speed(), 0.01);
}

TEST(WheelModel, stands_still_when_blocked) {
  WheelModel wheel(motor());
  run(&wheel, 1.0, 255);
  wheel.setBlocked(true);
  const double angle = wheel.angle();
  run(&wheel, 1.0, 255);
  EXPECT_EQ(0.0, wheel.speed());
  EXPECT_EQ(angle, wheel.angle());
  wheel.setBlocked(false);
  run(&wheel, 1.0, 255);
  EXPECT_GT(wheel.speed(), 18.0);
}

TEST(WheelModel, counts_whole_ticks_downwards_too) {
  WheelModel wheel(motor());
  EXPECT_EQ(0, wheel.ticks());
  run(&wheel, 0.5, -255);
  EXPECT_EQ(static_cast<int64_t>(std::floor(wheel.angle() * 542 / (2 * M_PI))), wheel.ticks());
  EXPECT_LT(wheel.ticks(), 0);
}

TEST(EncoderModel, counts_from_its_preset_and_wraps) {
  const int32_t max = std::numeric_limits<int32_t>::max();
  const int32_t min = std::numeric_limits<int32_t>::min();
  EncoderModel encoder;
  EXPECT_EQ(5, encoder.read(5));
  encoder.preset(5, max - 1);
  EXPECT_EQ(max - 1, encoder.read(5));
  EXPECT_EQ(max, encoder.read(6));
  EXPECT_EQ(min, encoder.read(7));
  EXPECT_EQ(max, encoder.read(6));
  encoder.preset(6, min);
  EXPECT_EQ(max, encoder.read(5));
}

TEST(EncoderModel, can_freeze_and_count_backwards) {
  EncoderModel encoder;
  encoder.read(10);
  encoder.setFault(12, EncoderModel::Fault::kFrozen);
  EXPECT_EQ(12, encoder.read(50));
  encoder.setFault(60, EncoderModel::Fault::kReversed);
  EXPECT_EQ(7, encoder.read(65));
  encoder.setFault(65, EncoderModel::Fault::kNone);
  EXPECT_EQ(8, encoder.read(66));
}

TEST(Roll, goes_straight) {
  Pose pose;
  pose.yaw = M_PI / 2;
  for (int i = 0; i < 1000; ++i) roll(&pose, 0.001, 0.001, 0.14);
  EXPECT_NEAR(0.0, pose.x, 1e-12);
  EXPECT_NEAR(1.0, pose.y, 1e-12);
  EXPECT_EQ(M_PI / 2, pose.yaw);
}

TEST(Roll, turns_left_on_the_spot_when_the_right_wheel_rolls_forward) {
  Pose pose;
  roll(&pose, -0.07, 0.07, 0.14);
  EXPECT_NEAR(1.0, pose.yaw, 1e-12);
  EXPECT_NEAR(0.0, std::hypot(pose.x, pose.y), 1e-12);
}

TEST(Roll, closes_a_circle_however_it_is_cut) {
  for (const int steps : {3, 7, 1000}) {
    Pose pose;
    // Radius 0.5 m, to the left: the wheels roll circles of 0.43 m and 0.57 m.
    for (int i = 0; i < steps; ++i)
      roll(&pose, 2 * M_PI * 0.43 / steps, 2 * M_PI * 0.57 / steps, 0.14);
    EXPECT_NEAR(0.0, pose.x, 1e-9) << steps;
    EXPECT_NEAR(0.0, pose.y, 1e-9) << steps;
    EXPECT_NEAR(2 * M_PI, pose.yaw, 1e-9) << steps;
  }
  Pose quarter;
  roll(&quarter, M_PI / 2 * 0.43, M_PI / 2 * 0.57, 0.14);
  EXPECT_NEAR(0.5, quarter.x, 1e-9);
  EXPECT_NEAR(0.5, quarter.y, 1e-9);
}

TEST(MotionRecord, keeps_distance_peak_and_rest) {
  MotionRecord record;
  record.add(1.0, 0, 0, 0);
  EXPECT_EQ(0.0, record.restSince());
  record.add(2.0, 3, -5, 0.25);
  record.add(3.0, 3, 0, -0.25);
  EXPECT_LT(record.restSince(), 0.0);
  EXPECT_EQ(0.5, record.distance());
  EXPECT_EQ(5.0, record.peakWheelSpeed());
  record.mark(3.5);
  record.add(4.0, 0, 0, 0.125);
  record.add(5.0, 0, 0, 0);
  EXPECT_EQ(3.5, record.markedAt());
  EXPECT_EQ(0.125, record.distance());
  EXPECT_EQ(0.0, record.peakWheelSpeed());
  EXPECT_EQ(4.0, record.restSince());
}

}  // namespace
