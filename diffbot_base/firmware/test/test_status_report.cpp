#include <diffbot_firmware/status_report.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "fake_board.h"

using namespace diffbot_firmware;

namespace {

class Report : public testing::Test {
 protected:
  Report() : base(clock, left_encoder, right_encoder, left_motor, right_motor) { base.begin(); }

  // Runs the clock by `ms` in passes of 1 ms.
  void run(int ms) {
    for (int i = 0; i < ms; ++i) {
      clock.now_us += 1000;
      base.spinOnce();
    }
  }

  std::string next() {
    char line[StatusReport::kMaxLine];
    return report.next(base, clock.now_us, &level, line) ? line : "";
  }

  FakeClock clock;
  FakeEncoder left_encoder, right_encoder;
  FakeMotor left_motor, right_motor;
  BaseController base;
  StatusReport report;
  LogLevel level = LogLevel::kInfo;
};

TEST_F(Report, says_nothing_when_nothing_happened) {
  run(5000);
  EXPECT_EQ("", next());
}

TEST_F(Report, names_a_watchdog_stop_once) {
  const float speeds[] = {1, 1};
  base.command(speeds, 2);
  run(300);
  EXPECT_EQ("no wheel command for 240 ms: motors stopped (stop 1)", next());
  EXPECT_EQ(LogLevel::kWarn, level);
  run(5000);
  EXPECT_EQ("", next());
}

TEST_F(Report, says_at_most_one_line_per_second) {
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), 1};
  int lines = 0;
  for (int i = 0; i < 10000; ++i) {
    base.command(bad, i % 2 + 1u);
    run(1);
    if (!next().empty()) ++lines;
  }
  EXPECT_EQ(10, lines);
}

TEST_F(Report, counts_rejected_commands_by_cause) {
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), 1, 1};
  base.command(bad, 2);
  base.command(bad, 3);
  base.command(bad, 1);
  EXPECT_EQ("wheel commands rejected: 2 not of 2 elements, 1 not finite", next());
}

TEST_F(Report, names_rejected_gains) {
  base.setLeftPid({-1, 0, 0});
  EXPECT_EQ("PID gains rejected 1 times: negative or not finite", next());
}

TEST_F(Report, names_the_wheel_that_stalled) {
  const float speeds[] = {10, 10};
  for (int i = 0; i < 2000 && !base.stalled(); ++i) {
    base.command(speeds, 2);
    left_encoder.count += 1;
    run(1);
  }
  EXPECT_EQ("right wheel does not follow its motor: stopped until a zero command (stop 1)", next());
  EXPECT_EQ(LogLevel::kError, level);
}

TEST_F(Report, speaks_of_the_wheels_when_debug_is_on) {
  report.setDebug(true);
  const float speeds[] = {1.5f, -2};
  base.command(speeds, 2);
  EXPECT_EQ("wheels in mrad/s: command 1500 -2000, measured 0 0, pwm 0 0", next());
  EXPECT_EQ(LogLevel::kDebug, level);
}

TEST(SpeedLimit, tells_whether_the_motor_is_fast_enough) {
  char line[StatusReport::kMaxLine];
  EXPECT_EQ(LogLevel::kInfo, describeSpeedLimit(0.05f, 0.5f, 18.0f, line));
  EXPECT_STREQ("top speed 500 mm/s needs 10000 mrad/s, motor limit 18000: fine", line);
  EXPECT_EQ(LogLevel::kWarn, describeSpeedLimit(0.05f, 1.0f, 18.0f, line));
  EXPECT_STREQ(
      "top speed 1000 mm/s needs 20000 mrad/s, motor limit 18000: too fast, commands will be "
      "scaled down",
      line);
}

TEST(SpeedLimit, survives_parameters_that_make_no_sense) {
  char line[StatusReport::kMaxLine];
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {0.0f, -1.0f, nan, std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(LogLevel::kWarn, describeSpeedLimit(bad, 0.3f, 18.0f, line)) << bad;
    EXPECT_EQ(LogLevel::kWarn, describeSpeedLimit(0.03f, bad, 18.0f, line)) << bad;
  }
  EXPECT_EQ(LogLevel::kWarn, describeSpeedLimit(1e-38f, 1e38f, 18.0f, line));
}

}  // namespace
