// Driving, odometry and geometry: the numbers that upstream's tests rely on, and tighter ones.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bench.h"
#include "log_capture.h"

namespace {

const char kUrdf[] = R"(
<robot name="bench">
  <link name="base_link"/>
  <link name="left_wheel"><collision><geometry>%s</geometry></collision></link>
  <link name="right_wheel"><collision><geometry>%s</geometry></collision></link>
  <joint name="left_1" type="continuous">
    <parent link="base_link"/><child link="left_wheel"/><origin xyz="0 0.2 0"/>
  </joint>
  <joint name="right_1" type="continuous">
    <parent link="base_link"/><child link="right_wheel"/><origin xyz="0 -0.2 0"/>
  </joint>
</robot>)";

std::string urdfWith(const std::string& shape) {
  std::string urdf = kUrdf;
  for (int i = 0; i < 2; ++i) urdf.replace(urdf.find("%s"), 2, shape);
  return urdf;
}

TEST(Drive, WheelSpeedsFollowFromTheTwist) {
  Bench bench;
  bench.begin();
  bench.command(0.3, 0.5);
  bench.step();
  EXPECT_DOUBLE_EQ((0.3 - 0.5 * Bench::kSeparation / 2) / Bench::kRadius, bench.rig.leftCommand());
  EXPECT_DOUBLE_EQ((0.3 + 0.5 * Bench::kSeparation / 2) / Bench::kRadius, bench.rig.rightCommand());
}

TEST(Drive, ForwardTenSeconds) {
  Bench bench;
  bench.begin();
  bench.drive(0.1, 0.0, 10.0);
  const auto moving = bench.odomNow();
  EXPECT_NEAR(0.1, moving.twist.twist.linear.x, 1e-6);
  EXPECT_NEAR(0.0, moving.twist.twist.angular.z, 1e-9);
  bench.drive(0.0, 0.0, 0.5);
  const auto odom = bench.odomNow();
  EXPECT_NEAR(1.0, odom.pose.pose.position.x, 1e-9);
  EXPECT_NEAR(0.0, odom.pose.pose.position.y, 1e-9);
  EXPECT_EQ(0.0, odom.pose.pose.position.z);
  EXPECT_NEAR(0.0, Bench::yaw(odom), 1e-9);
}

TEST(Drive, BackwardIsNegative) {
  Bench bench;
  bench.begin();
  bench.drive(-0.1, 0.0, 2.0);
  bench.step();
  const auto odom = bench.odomNow();
  EXPECT_NEAR(-0.2, odom.pose.pose.position.x, 1e-9);
  EXPECT_NEAR(-0.1, odom.twist.twist.linear.x, 1e-6);
}

TEST(Drive, LeftTurnOnTheSpotTenSeconds) {
  Bench bench;
  bench.begin();
  bench.drive(0.0, M_PI / 10.0, 10.0);
  EXPECT_NEAR(M_PI / 10.0, bench.odomNow().twist.twist.angular.z, 1e-6);
  bench.drive(0.0, 0.0, 0.5);
  const auto odom = bench.odomNow();
  EXPECT_NEAR(M_PI, std::fabs(Bench::yaw(odom)), 1e-6);
  EXPECT_NEAR(0.0, odom.pose.pose.position.x, 1e-9);
  EXPECT_NEAR(0.0, odom.pose.pose.position.y, 1e-9);

  bench.drive(0.0, -M_PI / 10.0, 5.0);
  bench.drive(0.0, 0.0, 0.1);
  EXPECT_NEAR(M_PI / 2, Bench::yaw(bench.odomNow()), 1e-6);
}

TEST(Drive, ArcEndsOnItsCircle) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 1.0, 3.0);
  bench.drive(0.0, 0.0, 0.1);
  const auto odom = bench.odomNow();
  EXPECT_NEAR(0.5 * std::sin(3.0), odom.pose.pose.position.x, 1e-9);
  EXPECT_NEAR(0.5 * (1 - std::cos(3.0)), odom.pose.pose.position.y, 1e-9);
  EXPECT_NEAR(3.0, Bench::yaw(odom), 1e-9);
}

TEST(Drive, RandomCommandsEqualAnIndependentIntegrationOfTheWheelAngles) {
  std::mt19937 random(3);
  std::uniform_real_distribution<> linear(-1.0, 1.0);
  std::uniform_real_distribution<> angular(-4.0, 4.0);
  Bench bench(2);
  bench.set("wheel_separation_multiplier", 1.3);
  bench.set("left_wheel_radius_multiplier", 0.97);
  bench.set("right_wheel_radius_multiplier", 1.02);
  for (auto& wheel : bench.rig.wheels) wheel.offset = 500.0 * linear(random);
  bench.begin();
  const double separation = 1.3 * Bench::kSeparation;
  double x = 0.0;
  double y = 0.0;
  double heading = 0.0;
  for (int i = 0; i < 1000; ++i) {
    if (i % 7 == 0) bench.command(linear(random), angular(random));
    const double left = bench.rig.leftCommand() * Bench::kPeriod * 0.97 * Bench::kRadius;
    const double right = bench.rig.rightCommand() * Bench::kPeriod * 1.02 * Bench::kRadius;
    bench.step();
    const double half = (right - left) / separation / 2;
    const double chord = (left + right) / 2 * (half == 0.0 ? 1.0 : std::sin(half) / half);
    x += chord * std::cos(heading + half);
    y += chord * std::sin(heading + half);
    heading += 2 * half;
  }
  const auto odom = bench.odomNow();
  EXPECT_NEAR(x, odom.pose.pose.position.x, 1e-9);
  EXPECT_NEAR(y, odom.pose.pose.position.y, 1e-9);
  EXPECT_NEAR(std::remainder(heading, 2 * M_PI), std::remainder(Bench::yaw(odom), 2 * M_PI), 1e-9);
  EXPECT_GT(std::hypot(x, y), 0.01) << "the drive was not a drive";
}

TEST(Drive, SkidSteerCommandsAllWheelsAndAveragesThem) {
  Bench bench(3);
  bench.begin();
  bench.command(0.2, 1.0);
  bench.step();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_DOUBLE_EQ(i < 3 ? 0.0 : 4.0, bench.rig.wheels[i].command) << bench.rig.wheels[i].name;
  }
  bench.rig.blocked = true;
  for (std::size_t i = 0; i < 6; ++i) bench.rig.wheels[i].angle += 0.1 * (i % 3);  // mean 0.1
  bench.step();
  EXPECT_NEAR(0.1 * Bench::kRadius, bench.odomNow().pose.pose.position.x, 1e-12);
}

TEST(Drive, OneRadiusMultiplierForBothWheels) {
  Bench bench;
  bench.set("wheel_radius_multiplier", 1.4);
  bench.set("left_wheel_radius_multiplier", 0.7);
  bench.set("wheel_separation_multiplier", 2.3);
  bench.begin();
  bench.command(0.0, 1.0);
  bench.step();
  EXPECT_NEAR(2.3 * Bench::kSeparation / 2 / (1.4 * Bench::kRadius), bench.rig.rightCommand(),
              1e-12);
  EXPECT_NEAR(-bench.rig.rightCommand(), bench.rig.leftCommand(), 1e-12);
}

TEST(Drive, GeometryFromTheUrdf) {
  const std::string shapes[] = {"<cylinder radius='0.1' length='0.05'/>", "<sphere radius='0.1'/>"};
  for (const auto& shape : shapes) {
    Bench bench;
    bench.erase("wheel_separation");
    bench.erase("wheel_radius");
    bench.root_nh.setParam("robot_description", urdfWith(shape));
    LogCapture log;
    bench.begin();
    log.expectInfo("wheel separation 0.4 m = 0.4 m (URDF " + bench.name_space +
                   "/robot_description) x 1; wheel radius left 0.1 m, right 0.1 m = 0.1 m (URDF " +
                   bench.name_space + "/robot_description) x 1, 1");
    bench.drive(0.5, 1.0, 1.0);
    bench.drive(0.0, 0.0, 0.1);
    EXPECT_NEAR(1.0, Bench::yaw(bench.odomNow()), 1e-9);
  }
}

TEST(Drive, AParameterWinsOverTheUrdf) {
  Bench bench;
  bench.set("wheel_separation", 0.8);
  bench.erase("wheel_radius");
  bench.root_nh.setParam("robot_description", urdfWith("<sphere radius='0.2'/>"));
  LogCapture log;
  bench.begin();
  log.expectInfo(
      "wheel separation 0.8 m = 0.8 m (parameter " + bench.name_space +
      "/base/wheel_separation) x 1; wheel radius left 0.2 m, right 0.2 m = 0.2 m (URDF ");
}

TEST(Drive, OpenLoopIntegratesTheLimitedCommandOfTheCycleBefore) {
  Bench bench;
  bench.set("open_loop", true);
  bench.set("linear/x/has_velocity_limits", true);
  bench.set("linear/x/max_velocity", 0.5);
  bench.rig.blocked = true;
  bench.rig.feedback_fault = NAN;  // no feedback is needed
  bench.begin();
  bench.drive(2.0, 1.0, 1.0);
  const auto odom = bench.odomNow();
  EXPECT_EQ(0.5, odom.twist.twist.linear.x);
  EXPECT_EQ(1.0, odom.twist.twist.angular.z);
  EXPECT_NEAR(0.99, Bench::yaw(odom), 1e-9);  // the first cycle's command was zero
  EXPECT_NEAR(0.5 * std::sin(0.99), odom.pose.pose.position.x, 1e-9);
  EXPECT_GT(bench.rig.rightCommand(), 0.0);
}

TEST(Drive, TheVelocityWindowCanBeSet) {
  Bench bench;
  bench.set("velocity_rolling_window_size", 1);
  bench.begin();
  bench.command(0.2, 0.0);
  bench.step(2);
  EXPECT_NEAR(0.2, bench.odomNow().twist.twist.linear.x, 1e-9);
}

}  // namespace
