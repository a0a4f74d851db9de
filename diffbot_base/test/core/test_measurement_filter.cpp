#include <diffbot_base/measurement_filter.h>
#include <diffbot_base/settings.h>
#include <diffbot_base/ticks.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace diffbot_base;

namespace {

constexpr double kPeriod = 0.05;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Measurement at(double time_s, double left, double right, double left_speed, double right_speed) {
  Measurement m;
  m.time_s = time_s;
  m.positions = m.velocities = 2;
  m.position = {left, right};
  m.velocity = {left_speed, right_speed};
  return m;
}

// A device whose both wheels turn at a speed; every state is taken by the filter at once.
class FilterTest : public ::testing::Test {
 protected:
  MeasurementFilter filter{Settings().measurementLimits()};
  double time_s = 100.0;
  double raw = 0.0;
  double speed = 9.0;  // 0.3 m/s

  Measurement next() {
    time_s += kPeriod;
    raw += speed * kPeriod;
    return at(time_s, raw, raw, speed, speed);
  }
  void drive(int messages) {
    for (int i = 0; i < messages; ++i) ASSERT_TRUE(isUsed(filter.take(next()))) << "message " << i;
  }
};

TEST_F(FilterTest, first_one_sets_the_joints_to_zero_wherever_it_is) {
  for (const double start : {0.0, -3.0, 1e6 * tickAngle(542), -1e5}) {
    MeasurementFilter fresh{Settings().measurementLimits()};
    EXPECT_EQ(fresh.take(at(1.0, start, -start, 0.0, 0.0)), Verdict::kFirst);
    EXPECT_EQ(fresh.position().left, 0.0);
    EXPECT_EQ(fresh.take(at(1.05, start + 0.2, -start, 4.0, 0.0)), Verdict::kAccepted);
    EXPECT_NEAR(fresh.position().left, 0.2, 1e-9);
    EXPECT_NEAR(fresh.position().right, 0.0, 1e-9);
  }
}

TEST_F(FilterTest, what_cannot_be_used_changes_nothing) {
  drive(5);
  const WheelPair before = filter.position();
  Measurement sizes[4];
  for (Measurement& m : sizes) m = next();
  sizes[0].positions = 0;
  sizes[1].positions = 1;
  sizes[2].velocities = 3;
  sizes[3].velocities = 0;
  for (const Measurement& m : sizes) EXPECT_EQ(filter.take(m), Verdict::kWrongSize);
  for (const double bad : {kNan, kInf, -kInf}) {
    EXPECT_EQ(filter.take(at(time_s, bad, raw, speed, speed)), Verdict::kNotFinite);
    EXPECT_EQ(filter.take(at(time_s, raw, bad, speed, speed)), Verdict::kNotFinite);
    EXPECT_EQ(filter.take(at(time_s, raw, raw, bad, speed)), Verdict::kNotFinite);
    EXPECT_EQ(filter.take(at(time_s, raw, raw, speed, bad)), Verdict::kNotFinite);
  }
  EXPECT_EQ(filter.take(at(time_s, raw, raw, 1e308, speed)), Verdict::kTooFast);
  EXPECT_EQ(filter.take(at(time_s, raw, 1e308, speed, speed)), Verdict::kJump);
  EXPECT_EQ(filter.take(at(time_s, raw + 100.0, raw, speed, speed)), Verdict::kJump);
  EXPECT_EQ(filter.position().left, before.left);
  EXPECT_EQ(filter.position().right, before.right);
  EXPECT_EQ(filter.rejected(), 19u);
  EXPECT_EQ(filter.take(next()), Verdict::kAccepted);
  EXPECT_NEAR(filter.position().left, raw - 0.45, 1e-9);
}

TEST_F(FilterTest, single_jump_is_rejected_and_forgotten) {
  drive(5);
  for (int i = 0; i < 20; ++i) {
    Measurement bad = next();
    bad.position.left += 50.0;
    EXPECT_EQ(filter.take(bad), Verdict::kJump);
    EXPECT_EQ(filter.take(next()), Verdict::kAccepted);
  }
}

TEST_F(FilterTest, device_that_counts_from_elsewhere_is_believed_after_three) {
  drive(5);
  const double joints = filter.position().left;
  raw += 1000.0;
  EXPECT_EQ(filter.take(next()), Verdict::kJump);
  EXPECT_EQ(filter.take(next()), Verdict::kJump);
  EXPECT_EQ(filter.take(next()), Verdict::kNewReference);
  EXPECT_NEAR(filter.position().left, joints, 1e-9);
  drive(1);
  EXPECT_NEAR(filter.position().left, joints + speed * kPeriod, 1e-9);
}

TEST_F(FilterTest, restart_of_the_device_is_no_motion) {
  struct {
    const char* what;
    double before, after, silence, speed;
  } const table[] = {
      {"in motion", 40.0, 0.0, 0.4, 9.0},
      {"in motion, wheels ran on", 40.0, 0.7, 0.4, 9.0},
      {"at rest, long silence", 40.0, 0.0, 16.0, 0.0},
      {"backwards", -40.0, 0.0, 0.4, -9.0},
      {"a short way from the start", 3.0, 0.0, 0.4, 9.0},
      {"without silence", 40.0, 0.0, 0.05, 9.0},
      {"small", 0.8, 0.0, 0.4, 9.0},
  };
  for (const auto& row : table) {
    MeasurementFilter fresh{Settings().measurementLimits()};
    const double step = row.speed * kPeriod;
    ASSERT_EQ(
        fresh.take(at(1.0, row.before - 2 * step, row.before - 2 * step, row.speed, row.speed)),
        Verdict::kFirst);
    fresh.take(at(1.05, row.before - step, row.before - step, row.speed, row.speed));
    fresh.take(at(1.1, row.before, row.before, row.speed, row.speed));
    const double joints = fresh.position().left;
    EXPECT_EQ(fresh.take(at(1.1 + row.silence, row.after, row.after, 0.0, 0.0)),
              Verdict::kDeviceReset)
        << row.what;
    EXPECT_EQ(fresh.position().left, joints) << row.what;
  }
}

TEST_F(FilterTest, driving_back_through_zero_is_motion) {
  speed = 9.0;
  drive(10);
  speed = -9.0;
  drive(30);
  EXPECT_NEAR(filter.position().left, raw - 0.45, 1e-9);
  EXPECT_EQ(filter.count(Verdict::kDeviceReset), 0u);
}

TEST_F(FilterTest, gap_and_then_motion_goes_on) {
  for (const double gap : {0.1, 0.3, 1.0}) {
    drive(5);
    time_s += gap;
    raw += speed * std::min(gap, 0.4);  // the watchdog has stopped the wheels by then
    EXPECT_EQ(filter.take(next()), Verdict::kAccepted) << gap;
  }
}

TEST_F(FilterTest, burst_after_a_gap_is_accepted) {
  drive(5);
  for (int i = 0; i < 6; ++i) {
    Measurement m = next();
    m.time_s = 101.0;
    EXPECT_EQ(filter.take(m), Verdict::kAccepted) << i;
  }
  time_s = 101.0;
  drive(5);
  EXPECT_NEAR(filter.position().left, raw - 0.45, 1e-9);
}

TEST_F(FilterTest, burst_in_reversed_order_moves_nothing_back) {
  drive(5);
  Measurement burst[6];
  for (Measurement& m : burst) m = next();
  const double newest = burst[5].position.left;
  for (int i = 5; i >= 0; --i) {
    burst[i].time_s = time_s;
    filter.take(burst[i]);
    EXPECT_NEAR(filter.position().left, newest - 0.45, 1e-9) << i;
  }
  drive(5);
  EXPECT_NEAR(filter.position().left, raw - 0.45, 1e-9);
}

TEST_F(FilterTest, late_and_early_arrival_is_normal) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> jitter(-0.045, 0.045);
  drive(1);
  for (int i = 0; i < 2000; ++i) {
    speed = 9.0 * std::sin(0.05 * i);
    Measurement m = next();
    m.time_s += jitter(random);
    ASSERT_EQ(filter.take(m), Verdict::kAccepted) << i;
  }
}

TEST_F(FilterTest, every_motion_of_the_motor_is_plausible) {
  // Ticks and float rounding as the firmware's, speeds as a motor of 20 rad/s and 0.06 s makes
  // them.
  std::mt19937 random(5);
  double left = 0.0, right = 0.0, left_speed = 0.0, right_speed = 0.0;
  double left_duty = 0.0, right_duty = 0.0;
  int64_t left_ticks = 0, right_ticks = 0;
  const double tick = tickAngle(542);
  for (int i = 0; i < 5000; ++i) {
    if (i % 7 == 0) {
      left_duty = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
      right_duty = i % 3 == 0 ? -left_duty : left_duty;
    }
    for (int ms = 0; ms < 50; ++ms) {
      left_speed += 0.001 / 0.06 * (20.0 * left_duty - left_speed);
      right_speed += 0.001 / 0.06 * (20.0 * right_duty - right_speed);
      left += 0.001 * left_speed;
      right += 0.001 * right_speed;
    }
    const int64_t l = std::llround(std::floor(left / tick)),
                  r = std::llround(std::floor(right / tick));
    time_s += kPeriod;
    const Measurement m = at(time_s, static_cast<float>(l * tick), static_cast<float>(r * tick),
                             static_cast<float>((l - left_ticks) * tick / kPeriod),
                             static_cast<float>((r - right_ticks) * tick / kPeriod));
    left_ticks = l;
    right_ticks = r;
    ASSERT_TRUE(isUsed(filter.take(m)))
        << "message " << i << ": " << verdictText(filter.lastRejection());
  }
  EXPECT_EQ(filter.rejected(), 0u);
  EXPECT_EQ(filter.count(Verdict::kDeviceReset), 0u);
}

TEST_F(FilterTest, frozen_while_turning_is_rejected_and_at_rest_it_is_normal) {
  drive(5);
  const Measurement frozen = next();
  EXPECT_EQ(filter.take(frozen), Verdict::kAccepted);
  for (int i = 0; i < 5; ++i) {
    Measurement again = frozen;
    again.time_s += kPeriod * (i + 1);
    EXPECT_EQ(filter.take(again), Verdict::kFrozen);
  }
  MeasurementFilter rest{Settings().measurementLimits()};
  rest.take(at(1.0, 5.0, 5.0, 0.0, 0.0));
  EXPECT_EQ(rest.take(at(1.05, 5.0, 5.0, 0.0, 0.0)), Verdict::kAccepted);
}

TEST_F(FilterTest, wrap_of_the_counter_is_motion_in_both_directions) {
  const double range = counterRange(542);
  for (const double direction : {1.0, -1.0}) {
    MeasurementFilter fresh{Settings().measurementLimits()};
    double ticks = direction * (2147483647.0 - 100.0);
    double turned = 0.0, time = 1.0, last = 0.0;
    const double spacing = 2.0;  // of floats there
    for (int i = 0; i < 200; ++i) {
      const double raw_angle = static_cast<float>(ticks * tickAngle(542));
      const Verdict verdict =
          fresh.take(at(time, raw_angle, raw_angle, direction * 9.0, direction * 9.0));
      if (i > 0 && verdict == Verdict::kAccepted)
        EXPECT_LE(std::fabs(fresh.position().left - last), 0.45 + 2 * spacing) << i;
      last = fresh.position().left;
      time += kPeriod;
      turned += direction * 0.45;
      ticks += direction * 0.45 / tickAngle(542);
      if (ticks > 2147483647.0) ticks -= 4294967296.0;
      if (ticks < -2147483648.0) ticks += 4294967296.0;
    }
    EXPECT_NEAR(fresh.position().left, turned, 3 * spacing) << range;
    EXPECT_EQ(fresh.count(Verdict::kNewReference), 0u);
  }
}

TEST_F(FilterTest, no_input_makes_the_joints_jump) {
  // Random and hostile measurements: whatever is accepted is within what the motor can do.
  std::mt19937 random(11);
  const double values[] = {0.0, 0.5, -0.5, 9.0, -9.0, 40.0, 1e6, -1e6, 1e308, kNan, kInf};
  const auto pick = [&] { return values[random() % 11]; };
  drive(3);
  double last_time = time_s;
  for (int i = 0; i < 20000; ++i) {
    const WheelPair before = filter.position();
    Measurement m =
        at(last_time += 0.01 * static_cast<double>(random() % 10), pick(), pick(), pick(), pick());
    m.positions = random() % 20 == 0 ? random() % 4 : 2;
    const Verdict verdict = filter.take(m);
    ASSERT_TRUE(isFinite(filter.position()));
    ASSERT_TRUE(isFinite(filter.velocity()));
    const double moved = largest(filter.position() - before);
    if (verdict == Verdict::kAccepted)
      ASSERT_LE(moved, 27.0 * (2.0 + kPeriod) + 0.2) << i;
    else
      // an offset of 1e6 rounds the joint position
      ASSERT_LE(moved, 1e-6) << i << " " << verdictText(verdict);
  }
}

}  // namespace
