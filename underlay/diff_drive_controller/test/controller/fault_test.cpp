// What goes wrong around the controller: feedback, devices, the clock.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bench.h"
#include "log_capture.h"

namespace {

double speed(const Bench& bench) { return bench.rig.leftCommand() * Bench::kRadius; }

void expectAllFinite(const Bench& bench) {
  for (const auto& odom : bench.odoms) {
    ASSERT_TRUE(std::isfinite(odom.pose.pose.position.x));
    ASSERT_TRUE(std::isfinite(odom.pose.pose.orientation.z));
    ASSERT_TRUE(std::isfinite(odom.twist.twist.linear.x));
    ASSERT_TRUE(std::isfinite(odom.twist.twist.angular.z));
  }
}

class FeedbackFault : public testing::TestWithParam<double> {};

TEST_P(FeedbackFault, StopsTheWheelsUntilFeedbackIsBack) {
  Bench bench;
  bench.set("publish_cmd", true);
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  const auto before = bench.odomNow();
  LogCapture log;
  bench.rig.feedback_fault = GetParam();
  bench.step();
  EXPECT_EQ(0.0, bench.rig.leftCommand());
  EXPECT_EQ(0.0, bench.rig.rightCommand());
  const std::size_t odoms = bench.odoms.size();
  // Commands that keep coming do not help.
  bench.drive(0.5, 0.0, 1.0);
  EXPECT_EQ(0.0, speed(bench));
  bench.waitForLatest(bench.commands_out, "cmd_vel_out");
  EXPECT_EQ(0.0, bench.commands_out.back().twist.linear.x);
  EXPECT_EQ(odoms, bench.odoms.size()) << "odometry without feedback";
  waitUntil(
      [&] { return log.has(ros::console::levels::Error, "position of joint 'left_1' is not"); },
      "the message about the lost feedback");

  bench.rig.feedback_fault = 0.0;
  bench.step();
  const auto after = bench.odomNow();
  EXPECT_NEAR(before.pose.pose.position.x + 0.005, after.pose.pose.position.x, 1e-9)
      << "the motion of the cycle that lost the feedback, and nothing else";
  bench.drive(0.5, 0.0, 1.0);
  EXPECT_NEAR(after.pose.pose.position.x + 0.5, bench.odomNow().pose.pose.position.x, 1e-9);
  EXPECT_NEAR(0.5, bench.odomNow().twist.twist.linear.x, 1e-6);
  waitUntil([&] { return log.has(ros::console::levels::Warn, "wheel positions are finite again"); },
            "the message about the feedback that is back");
  expectAllFinite(bench);
}

INSTANTIATE_TEST_SUITE_P(All, FeedbackFault,
                         testing::Values(std::numeric_limits<double>::quiet_NaN(),
                                         std::numeric_limits<double>::infinity(),
                                         -std::numeric_limits<double>::infinity()));

TEST(Fault, AfterLostFeedbackTheLimiterBeginsAtStandstill) {
  Bench bench;
  bench.set("linear/x/has_acceleration_limits", true);
  bench.set("linear/x/max_acceleration", 1.0);
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  bench.rig.feedback_fault = NAN;
  bench.step();
  bench.rig.feedback_fault = 0.0;
  bench.step();
  EXPECT_NEAR(0.01, speed(bench), 1e-9);
}

TEST(Fault, FeedbackThatIsBadFromTheStart) {
  Bench bench;
  bench.rig.feedback_fault = NAN;
  bench.begin();
  bench.drive(0.5, 0.0, 0.2);
  EXPECT_EQ(0.0, speed(bench));
  bench.rig.feedback_fault = 0.0;
  for (auto& wheel : bench.rig.wheels) wheel.offset = 77.0;
  bench.step();
  EXPECT_EQ(0.0, bench.odomNow().pose.pose.position.x);
  expectAllFinite(bench);
}

TEST(Fault, EncodersThatDoNotStartAtZeroDoNotMoveTheRobot) {
  Bench bench;
  bench.rig.wheels[0].offset = 1000.0;
  bench.rig.wheels[1].offset = -35.0;
  bench.begin();
  bench.step();
  const auto odom = bench.odomNow();
  EXPECT_EQ(0.0, odom.pose.pose.position.x);
  EXPECT_EQ(0.0, Bench::yaw(odom));
  EXPECT_EQ(0.0, odom.twist.twist.linear.x);
}

TEST(Fault, MotionFromTheStartOnCounts) {
  Bench bench;
  bench.begin();
  for (auto& wheel : bench.rig.wheels) wheel.angle += 0.2;  // between start and first update
  bench.step();
  EXPECT_NEAR(0.2 * Bench::kRadius, bench.odomNow().pose.pose.position.x, 1e-12);
}

TEST(Fault, MotionWhileStoppedDoesNotCountAndThePoseStays) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  bench.step();
  const double x = bench.odomNow().pose.pose.position.x;
  bench.stop();
  for (auto& wheel : bench.rig.wheels) wheel.angle += 3.0;
  bench.rig.move(0.0);
  bench.start();
  bench.step();
  const auto odom = bench.odomNow();
  EXPECT_NEAR(x, odom.pose.pose.position.x, 1e-12);
  EXPECT_EQ(0.0, odom.twist.twist.linear.x) << "the velocity filter was not emptied";
}

TEST(Fault, ADeviceResetIsNotTravel) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 0.5, 4.0);
  const auto before = bench.odomNow();
  LogCapture log;
  for (auto& wheel : bench.rig.wheels) wheel.offset = -wheel.angle;
  bench.step();
  const auto after = bench.odomNow();
  EXPECT_EQ(before.pose.pose.position.x, after.pose.pose.position.x);
  EXPECT_EQ(Bench::yaw(before), Bench::yaw(after));
  waitUntil([&] { return log.has(ros::console::levels::Warn, "taken as a reset of the device"); },
            "the message about the reset");
  bench.drive(0.5, 0.5, 1.0);
  bench.step();
  EXPECT_NEAR(Bench::yaw(before) + 0.5, Bench::yaw(bench.odomNow()), 0.011);
}

TEST(Fault, WhenTheClockGoesBackTheCommandIsDroppedAndOdometryGoesOn) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  const double x = bench.odomNow().pose.pose.position.x;
  LogCapture log;
  bench.setTime(ros::Time(50.0));
  bench.step();
  EXPECT_EQ(0.0, speed(bench)) << "a command from the future stays valid for 50 s";
  waitUntil([&] { return log.has(ros::console::levels::Warn, "the clock went back"); },
            "the message about the clock");
  bench.step();
  EXPECT_NEAR(x + 0.005, bench.odomNow().pose.pose.position.x, 1e-9);
  bench.command(0.5, 0.0);
  bench.step(2);
  EXPECT_NEAR(0.5, speed(bench), 1e-12);
  EXPECT_NEAR(x + 0.010, bench.odomNow().pose.pose.position.x, 1e-9);
}

TEST(Fault, WhenTheClockJumpsForwardTheCommandIsTooOld) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  bench.setTime(bench.time + ros::Duration(5000.0));
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
  bench.command(0.5, 0.0);
  bench.step();
  EXPECT_NEAR(0.5, speed(bench), 1e-12);
}

TEST(Fault, ACommandStampedInTheFutureDoesNotLive) {
  Bench bench;
  bench.begin();
  // A command that is received while this process still has an old, later clock.
  ros::Time::setNow(bench.time + ros::Duration(5000.0));
  bench.command(0.5, 0.0);
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
}

TEST(Fault, StepsOfNoAndNegativeLengthAreHarmless) {
  Bench bench;
  bench.set("publish_wheel_joint_controller_state", true);
  bench.set("publish_cmd", true);
  bench.set("linear/x/has_acceleration_limits", true);
  bench.set("linear/x/max_acceleration", 1.0);
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  const double x = bench.odomNow().pose.pose.position.x;
  bench.controller->updateRequest(bench.time, ros::Duration(0.0));
  EXPECT_NEAR(0.5, speed(bench), 1e-9);
  bench.controller->updateRequest(bench.time, ros::Duration(-0.01));
  EXPECT_NEAR(0.5, speed(bench), 1e-9);
  bench.step();
  EXPECT_NEAR(x + 0.005, bench.odomNow().pose.pose.position.x, 1e-9);
  bench.waitForLatest(bench.wheel_states, "wheel state");
  for (const auto& state : bench.wheel_states) {
    for (const double acceleration : state.actual.accelerations) {
      ASSERT_TRUE(std::isfinite(acceleration));
    }
  }
}

TEST(Fault, AHundredRestarts) {
  Bench bench;
  bench.begin();
  for (int i = 0; i < 100; ++i) {
    bench.drive(0.5, 0.0, 0.05);
    bench.stop();
    bench.start();
  }
  bench.step();
  // Of each five cycles four carry a command; the motion of the last one ends with the stop.
  EXPECT_NEAR(100 * 4 * 0.005, bench.odomNow().pose.pose.position.x, 1e-9);
}

}  // namespace
