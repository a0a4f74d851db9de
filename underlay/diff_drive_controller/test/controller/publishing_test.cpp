// What is published: names, types, contents, rates.

#include <gtest/gtest.h>
#include <realtime_tools/testing/gated_subscriber.h>
#include <ros/master.h>

#include <cmath>

#include "bench.h"
#include "log_capture.h"

namespace {

/// Type that the master has for a topic, "" if nobody publishes it.
std::string typeOf(const std::string& topic) {
  ros::master::V_TopicInfo topics;
  ros::master::getTopics(topics);
  for (const auto& info : topics) {
    if (info.name == topic) return info.datatype;
  }
  return "";
}

TEST(Publishing, NamesAndTypes) {
  Bench bench;
  bench.begin();
  const std::string base = bench.name_space + "/base/";
  EXPECT_EQ("nav_msgs/Odometry", typeOf(base + "odom"));
  EXPECT_EQ("tf/tfMessage", typeOf("/tf"));
  EXPECT_EQ("dynamic_reconfigure/ConfigDescription", typeOf(base + "parameter_descriptions"));
  EXPECT_EQ("dynamic_reconfigure/Config", typeOf(base + "parameter_updates"));
  EXPECT_EQ("", typeOf(base + "cmd_vel_out"));
  EXPECT_EQ("", typeOf(base + "wheel_joint_controller_state"));
}

TEST(Publishing, NamesAndTypesOfTheOptionalOnes) {
  Bench bench;
  bench.set("publish_cmd", true);
  bench.set("publish_wheel_joint_controller_state", true);
  bench.begin();
  const std::string base = bench.name_space + "/base/";
  EXPECT_EQ("geometry_msgs/TwistStamped", typeOf(base + "cmd_vel_out"));
  EXPECT_EQ("control_msgs/JointTrajectoryControllerState",
            typeOf(base + "wheel_joint_controller_state"));
}

TEST(Publishing, AfterUnloadingNothingIsAdvertised) {
  Bench bench;
  bench.set("publish_cmd", true);
  bench.begin();
  bench.controller.reset();
  for (const std::string topic : {"odom", "cmd_vel_out", "parameter_updates"}) {
    EXPECT_EQ("", typeOf(bench.name_space + "/base/" + topic)) << topic;
  }
}

TEST(Publishing, ContentOfOdometryAndTransform) {
  Bench bench;
  bench.set("base_frame_id", "foot");
  bench.begin();
  bench.drive(0.2, 0.7, 1.5);
  const auto odom = bench.odomNow();
  bench.waitForLatest(bench.transforms, "transform");
  EXPECT_EQ(bench.name_space.substr(1) + "_odom", odom.header.frame_id);
  EXPECT_EQ("foot", odom.child_frame_id);
  for (int i = 0; i < 36; ++i) {
    const bool diagonal = i % 7 == 0;
    EXPECT_EQ(diagonal ? 1 + i / 7 : 0, odom.pose.covariance[i]) << i;
    EXPECT_EQ(diagonal ? 7 + i / 7 : 0, odom.twist.covariance[i]) << i;
  }
  EXPECT_EQ(0.0, odom.pose.pose.orientation.x);
  EXPECT_EQ(0.0, odom.pose.pose.orientation.y);
  EXPECT_EQ(0.0, odom.twist.twist.linear.y);
  EXPECT_EQ(0.0, odom.twist.twist.angular.x);

  const auto& frame = bench.transforms.back();
  EXPECT_EQ(odom.header.stamp, frame.header.stamp);
  EXPECT_EQ(odom.header.frame_id, frame.header.frame_id);
  EXPECT_EQ("foot", frame.child_frame_id);
  EXPECT_EQ(odom.pose.pose.position.x, frame.transform.translation.x);
  EXPECT_EQ(odom.pose.pose.position.y, frame.transform.translation.y);
  EXPECT_EQ(0.0, frame.transform.translation.z);
  EXPECT_EQ(odom.pose.pose.orientation.z, frame.transform.rotation.z);
  EXPECT_EQ(odom.pose.pose.orientation.w, frame.transform.rotation.w);
}

TEST(Publishing, WithoutOdomTfThereIsNoTransform) {
  Bench bench;
  bench.set("enable_odom_tf", false);
  bench.begin();
  bench.step(20);
  bench.odomNow();
  EXPECT_EQ(20u, bench.odoms.size());
  EXPECT_EQ(0u, bench.transforms.size());
}

/// Stamps of the odometry in cycles since the start, after `cycles` cycles at a rate.
std::vector<int> cyclesWithOdometry(Bench& bench, int cycles, std::size_t expected) {
  const ros::Time start = bench.time;
  bench.step(cycles);
  waitUntil([&] { return bench.odoms.size() >= expected; }, "odometry");
  std::vector<int> stamps;
  for (const auto& odom : bench.odoms) {
    stamps.push_back(static_cast<int>(std::round((odom.header.stamp - start).toSec() / 0.01)));
  }
  return stamps;
}

TEST(Publishing, TheRateIsKeptAndBeginsOnePeriodAfterTheStart) {
  Bench bench;
  bench.set("publish_rate", 50);
  bench.begin();
  // Due when more than 20, 40, 60 ms have passed.
  EXPECT_EQ((std::vector<int>{3, 5, 7, 9, 11}), cyclesWithOdometry(bench, 12, 5));
}

TEST(Publishing, ARateThatIsNoMultipleDoesNotDrift) {
  Bench bench;
  bench.set("publish_rate", 30);
  bench.begin();
  // Due after 33.3, 66.7, 100, ... ms.
  const auto stamps = cyclesWithOdometry(bench, 301, 90);
  ASSERT_EQ(90u, stamps.size());
  EXPECT_EQ(4, stamps[0]);
  EXPECT_EQ(7, stamps[1]);
  EXPECT_EQ(10, stamps[2]) << "1/30 s is cut to whole nanoseconds, so 3 of them end before 0.1 s";
  EXPECT_EQ(300, stamps[89]);
}

TEST(Publishing, AfterAGapNothingIsMadeUpFor) {
  Bench bench;
  bench.set("publish_rate", 50);
  bench.begin();
  bench.step(12);
  bench.setTime(bench.time + ros::Duration(100.0));
  waitUntil([&] { return bench.odoms.size() >= 5; }, "odometry");
  bench.odoms.clear();
  const auto stamps = cyclesWithOdometry(bench, 20, 10);
  EXPECT_LE(stamps.size(), 11u);
}

TEST(Publishing, WhatABusyPublisherDoesNotTakeGoesOutAsSoonAsItCan) {
  Bench bench;
  bench.set("publish_rate", 50.0);
  bench.begin();
  realtime_tools::testing::GatedSubscriber gate;
  gate.subscribe<nav_msgs::Odometry>(bench.nh, "odom");
  waitUntil([&] { return gate.connected(); }, "a connection");
  gate.close();
  bench.step(200, 0.02);  // a message is due in each: more than the publisher holds
  gate.open();
  waitUntil(
      [&] {
        bench.step(1, 0.0);  // none is due
        return !bench.odoms.empty() && bench.odoms.back().header.stamp == bench.time;
      },
      "the odometry of the last cycle");
  EXPECT_GT(200u, bench.odoms.size());
}

TEST(Publishing, RateZeroMeansNoOdometryAndNoTransform) {
  Bench bench;
  bench.set("publish_rate", 0);
  bench.set("publish_cmd", true);
  bench.begin();
  bench.drive(0.5, 0.0, 1.0);
  bench.waitForLatest(bench.commands_out, "cmd_vel_out");
  EXPECT_EQ(0u, bench.odoms.size());
  EXPECT_EQ(0u, bench.transforms.size());
}

TEST(Publishing, TheLimitedCommandOfEveryCycle) {
  Bench bench;
  bench.set("publish_cmd", true);
  bench.set("linear/x/has_acceleration_limits", true);
  bench.set("linear/x/max_acceleration", 1.0);
  bench.begin();
  bench.command(1.0, 0.4);
  bench.step(40);
  waitUntil([&] { return bench.commands_out.size() == 40; }, "40 messages on cmd_vel_out");
  for (int i = 0; i < 40; ++i) {
    const auto& out = bench.commands_out[i];
    EXPECT_NEAR(0.01 * (i + 1), out.twist.linear.x, 1e-9);
    EXPECT_EQ(0.4, out.twist.angular.z);
    EXPECT_EQ("", out.header.frame_id);
    EXPECT_EQ(bench.time - ros::Duration(0.01) * (39 - i), out.header.stamp);
  }
}

TEST(Publishing, WheelStates) {
  Bench bench(2);
  bench.set("publish_wheel_joint_controller_state", true);
  bench.begin();
  bench.rig.wheels[1].effort = 0.7;
  bench.command(0.3, 0.5);
  bench.step(3);
  waitUntil([&] { return bench.wheel_states.size() == 3; }, "3 wheel states");
  const double left = 2.0;   // rad/s
  const double right = 4.0;  // rad/s
  const auto& first = bench.wheel_states[0];
  const auto& last = bench.wheel_states[2];
  EXPECT_EQ((std::vector<std::string>{"left_1", "left_2", "right_1", "right_2"}), last.joint_names);
  EXPECT_EQ(bench.time, last.header.stamp);
  for (const auto* point : {&last.desired, &last.actual, &last.error}) {
    ASSERT_EQ(4u, point->positions.size());
    ASSERT_EQ(4u, point->velocities.size());
    ASSERT_EQ(4u, point->accelerations.size());
    ASSERT_EQ(4u, point->effort.size());
  }
  for (int i = 0; i < 4; ++i) {
    const double speed = i < 2 ? left : right;
    EXPECT_NEAR(speed, last.desired.velocities[i], 1e-12);
    EXPECT_NEAR(0.03 * speed, last.desired.positions[i], 1e-12);
    EXPECT_NEAR(speed * 0.01, first.desired.accelerations[i], 1e-12) << "change x period";
    EXPECT_NEAR(0.0, last.desired.accelerations[i], 1e-12);
    EXPECT_TRUE(std::isnan(last.desired.effort[i]));
    EXPECT_NEAR(0.02 * speed, last.actual.positions[i], 1e-12);
    EXPECT_NEAR(speed, last.actual.velocities[i], 1e-12);
    EXPECT_NEAR(speed / 0.01, bench.wheel_states[1].actual.accelerations[i], 1e-9);
    EXPECT_EQ(i == 1 ? 0.7 : 0.0, last.actual.effort[i]);
    EXPECT_NEAR(0.01 * speed, last.error.positions[i], 1e-12);
    EXPECT_NEAR(0.0, last.error.velocities[i], 1e-12);
    EXPECT_TRUE(std::isnan(last.error.effort[i]));
  }
}

}  // namespace
