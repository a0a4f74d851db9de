// Commands: limits, timeout, refusals, several publishers, restart.

#include <gtest/gtest.h>
#include <ros/master.h>
#include <std_msgs/String.h>

#include <boost/make_shared.hpp>
#include <cmath>
#include <limits>

#include "bench.h"
#include "log_capture.h"

namespace {

double speed(const Bench& bench) { return bench.rig.leftCommand() * Bench::kRadius; }

/// The limits of upstream's tests.
void setLimits(Bench& bench, bool jerk) {
  bench.set("linear/x/has_velocity_limits", true);
  bench.set("linear/x/max_velocity", 1.0);
  bench.set("linear/x/min_velocity", -0.5);
  bench.set("linear/x/has_acceleration_limits", true);
  bench.set("linear/x/max_acceleration", 1.0);
  bench.set("linear/x/min_acceleration", -0.5);
  bench.set("linear/x/has_jerk_limits", jerk);
  bench.set("linear/x/max_jerk", 5.0);
  bench.set("angular/z/has_velocity_limits", true);
  bench.set("angular/z/max_velocity", 2.0);
  bench.set("angular/z/has_acceleration_limits", true);
  bench.set("angular/z/max_acceleration", 2.0);
}

TEST(Command, NoMotionBeforeTheFirstOne) {
  Bench bench;
  bench.begin();
  bench.step(100);
  EXPECT_EQ(0.0, bench.rig.leftCommand());
  EXPECT_EQ(0.0, bench.odomNow().pose.pose.position.x);
}

TEST(Command, TheSpeedRisesWithinTheLimits) {
  Bench bench;
  setLimits(bench, false);
  bench.begin();
  bench.drive(10.0, 0.0, 0.5);
  EXPECT_NEAR(0.5, speed(bench), 1e-9);
  bench.drive(10.0, 0.0, 4.5);
  EXPECT_NEAR(1.0, speed(bench), 1e-9);
  EXPECT_LE(bench.odomNow().twist.twist.linear.x, 1.0 + 1e-9);
  bench.drive(-10.0, 0.0, 10.0);
  EXPECT_NEAR(-0.5, speed(bench), 1e-9);
}

TEST(Command, TheJerkLimitSlowsTheRise) {
  Bench bench;
  setLimits(bench, true);
  bench.begin();
  bench.drive(10.0, 0.0, 0.5);
  // With 2 x 5 m/s³ the speed gains 0.001, 0.002, ... 0.010 m/s in the first ten cycles, 0.055 m/s
  // together, then 0.01 m/s in each of the other forty.
  EXPECT_NEAR(0.455, speed(bench), 1e-9);
}

TEST(Command, TheTurnRateRisesWithinTheLimits) {
  Bench bench;
  setLimits(bench, false);
  bench.begin();
  const auto rate = [&bench] {
    return (bench.rig.rightCommand() - bench.rig.leftCommand()) * Bench::kRadius /
           Bench::kSeparation;
  };
  bench.drive(0.0, 10.0, 0.5);
  EXPECT_NEAR(1.0, rate(), 1e-9);
  bench.drive(0.0, 10.0, 4.5);
  EXPECT_NEAR(2.0, rate(), 1e-9);
}

TEST(Command, AnOldCommandCountsAsZero) {
  Bench bench;
  bench.begin();
  bench.command(1.0, 0.0);
  bench.step(50);
  EXPECT_NEAR(1.0, speed(bench), 1e-12) << "after exactly the timeout it still counts";
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
  bench.step(250);
  EXPECT_LT(bench.odomNow().pose.pose.position.x, 0.8);
}

TEST(Command, AfterATimeoutTheRobotBrakesWithItsLimit) {
  Bench bench;
  setLimits(bench, false);
  bench.begin();
  bench.drive(1.0, 0.0, 2.0);
  bench.step(41);  // the last command was given 0.1 s ago, and takes 0.5 s to age
  ASSERT_NEAR(1.0, speed(bench), 0.01);
  const double x = bench.odomNow().pose.pose.position.x;
  bench.step(10);
  EXPECT_NEAR(0.95, speed(bench), 0.011);
  bench.step(300);
  EXPECT_EQ(0.0, speed(bench));
  EXPECT_LE(bench.odomNow().pose.pose.position.x - x, 1.0 / (2 * 0.5) + 0.02);
}

TEST(Command, ATimeoutOfZeroStopsAtOnce) {
  Bench bench;
  bench.set("cmd_vel_timeout", 0.0);
  bench.begin();
  bench.command(1.0, 0.0);
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
}

TEST(Command, CommandsThatAreNotFiniteAreIgnored) {
  Bench bench;
  bench.set("publish_cmd", true);
  bench.begin();
  bench.step();
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity()};
  LogCapture log;
  for (const double value : bad) {
    bench.command(value, 0.0);
    bench.step();
    bench.command(0.0, value);
    bench.step();
  }
  log.expectWarning(bench.name_space + "/base: command ignored, linear.x = ");
  EXPECT_EQ(0.0, bench.odomNow().pose.pose.position.x);

  // The command before stays valid until its timeout.
  bench.command(0.3, 0.0);
  bench.step(10);
  bench.command(bad[0], bad[0]);
  bench.step(40);
  EXPECT_NEAR(0.3, speed(bench), 1e-12);
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
  bench.odomNow();
  bench.waitForLatest(bench.commands_out, "cmd_vel_out");
  for (const auto& out : bench.commands_out) {
    EXPECT_TRUE(std::isfinite(out.twist.linear.x) && std::isfinite(out.twist.angular.z));
  }
  for (const auto& odom : bench.odoms) {
    EXPECT_TRUE(std::isfinite(odom.pose.pose.position.x) &&
                std::isfinite(odom.twist.twist.linear.x));
  }
}

TEST(Command, OtherPartsOfTheTwistDoNotMatter) {
  Bench bench;
  bench.begin();
  ros::Publisher publisher = bench.nh.advertise<geometry_msgs::Twist>("cmd_vel", 1);
  const auto twist = boost::make_shared<geometry_msgs::Twist>();
  twist->linear.x = 0.2;
  twist->linear.y = NAN;
  twist->angular.x = INFINITY;
  publisher.publish(twist);
  ros::spinOnce();
  bench.step();
  EXPECT_NEAR(0.2, speed(bench), 1e-12);
}

TEST(Command, OfABurstTheLastOneCounts) {
  Bench bench;
  bench.begin();
  for (int i = 0; i < 1000; ++i) bench.command(0.001 * i, 0.0);
  bench.step();
  EXPECT_NEAR(0.999, speed(bench), 1e-12);
}

TEST(Command, IgnoredWhileNotRunning) {
  Bench bench;
  bench.begin();
  bench.stop();
  LogCapture log;
  bench.command(1.0, 0.0);
  log.expectError(bench.name_space + "/base: command ignored, the controller is not running");
  bench.start();
  bench.step(10);
  EXPECT_EQ(0.0, speed(bench));
}

TEST(Command, StoppingStopsTheWheelsAtOnce) {
  Bench bench;
  setLimits(bench, false);
  bench.begin();
  bench.drive(1.0, 0.0, 2.0);
  bench.stop();
  EXPECT_EQ(0.0, bench.rig.leftCommand());
  EXPECT_EQ(0.0, bench.rig.rightCommand());
}

TEST(Command, ARestartForgetsTheCommandAndTheSpeed) {
  Bench bench;
  setLimits(bench, false);
  bench.begin();
  bench.drive(1.0, 0.0, 2.0);
  bench.stop();
  bench.start();
  bench.step();
  EXPECT_EQ(0.0, speed(bench)) << "the command from before the stop came back";
  bench.command(1.0, 0.0);
  bench.step();
  EXPECT_NEAR(0.01, speed(bench), 1e-9) << "the limiter went on from the speed before the stop";
}

TEST(Command, ASecondStartWhileRunningStopsToo) {
  Bench bench;
  bench.begin();
  bench.drive(1.0, 0.0, 0.5);
  bench.start();
  EXPECT_EQ(0.0, speed(bench));
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
}

/// Has another node advertise this bench's cmd_vel, or not.
// It is not taken back at the end: that message could arrive after the next test's request, which
// comes over another connection. Each bench has topics of its own.
class SecondPublisher {
 public:
  explicit SecondPublisher(const Bench& bench) : topic_(bench.name_space + "/base/cmd_vel") {
    ros::NodeHandle nh;
    request_ = nh.advertise<std_msgs::String>("/second_publisher/topic", 1);
    waitUntil([this] { return request_.getNumSubscribers() == 1; }, "the second publisher's node");
  }

  void set(bool advertise) {
    std_msgs::String topic;
    if (advertise) topic.data = topic_;
    request_.publish(topic);
  }

 private:
  std::string topic_;
  ros::Publisher request_;
};

const char kTwoPublishers[] =
    "has 2 publishers: expected 1, since allow_multiple_cmd_vel_publishers";

TEST(Command, WithTwoPublishersCommandsAreRefusedAndTheRobotStops) {
  Bench bench;
  setLimits(bench, false);
  bench.set("allow_multiple_cmd_vel_publishers", false);
  bench.begin();
  bench.drive(1.0, 0.0, 2.0);
  ASSERT_NEAR(1.0, speed(bench), 1e-9) << "one publisher is fine";
  SecondPublisher second(bench);
  second.set(true);
  LogCapture log;
  waitUntil(
      [&] {
        bench.command(1.0, 0.0);
        return log.has(ros::console::levels::Error, kTwoPublishers);
      },
      "the refusal");
  bench.step();
  EXPECT_EQ(0.0, speed(bench));
  bench.step(20);
  EXPECT_EQ(0.0, speed(bench)) << "the command from before came back";

  second.set(false);
  waitUntil(
      [&] {
        bench.command(1.0, 0.0);
        bench.step();
        return speed(bench) > 0.0;
      },
      "commands that are accepted again");
  EXPECT_NEAR(0.01, speed(bench), 1e-9) << "from standstill, within the limit";
}

TEST(Command, TwoPublishersAreAllowedByDefault) {
  Bench bench;
  bench.begin();
  SecondPublisher second(bench);
  second.set(true);
  LogCapture log;
  // There is nothing in this process to see the second publisher by; ask the master.
  waitUntil(
      [&] {
        XmlRpc::XmlRpcValue request("/controller_test"), response, state;
        ros::master::execute("getSystemState", request, response, state, false);
        for (int i = 0; i < state[0].size(); ++i) {
          if (static_cast<std::string>(state[0][i][0]) == bench.name_space + "/base/cmd_vel") {
            return state[0][i][1].size() == 2;
          }
        }
        return false;
      },
      "two publishers at the master");
  bench.drive(0.2, 0.0, 1.0);
  EXPECT_NEAR(0.2, speed(bench), 1e-12);
  EXPECT_EQ("", log.problems());
}

TEST(Command, ATwistAtAStepOfNoLengthKeepsTheLimits) {
  Bench bench;
  setLimits(bench, true);
  bench.begin();
  bench.drive(1.0, 0.0, 0.3);
  const double before = speed(bench);
  ASSERT_GT(before, 0.1);
  bench.step(3, 0.0);
  EXPECT_EQ(before, speed(bench));
  bench.command(1.0, 0.0);
  bench.step();
  EXPECT_NEAR(before + 0.01, speed(bench), 1e-9) << "the rise goes on as it was";
}

}  // namespace
