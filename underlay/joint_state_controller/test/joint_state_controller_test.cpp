#include <gtest/gtest.h>
#include <realtime_tools/testing/gated_subscriber.h>
#include <ros/master.h>
#include <pluginlib/class_loader.hpp>

#include <cmath>
#include <cstdlib>
#include <new>

#include "bench.h"

namespace {
thread_local bool counting = false;
thread_local int allocations = 0;
}  // namespace

// Replaces the allocation of this whole process, libraries included.
void* operator new(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

XmlRpc::XmlRpcValue extraJoint(const std::string& name) {
  XmlRpc::XmlRpcValue joint;
  joint["name"] = name;
  return joint;
}

TEST(JointState, AllJointsInAlphabeticalOrder) {
  Bench bench;
  bench.begin();
  bench.step();
  bench.waitFor(1);
  const auto& message = bench.messages[0];
  EXPECT_EQ((Names{"a", "b", "c"}), message.name);
  EXPECT_EQ((Values{2, 1, 3}), message.position);
  EXPECT_EQ((Values{20, 10, 30}), message.velocity);
  EXPECT_EQ((Values{200, 100, 300}), message.effort);
  EXPECT_EQ(bench.time, message.header.stamp);
  EXPECT_EQ("", message.header.frame_id);
}

TEST(JointState, TopicAndType) {
  Bench bench;
  LogCapture log;
  bench.begin();
  log.expectInfo("joint_state_controller/JointStateController publishes 'a', 'b', 'c' on " +
                 bench.name_space + "/joint_states at 50 Hz");
  log.expectNoProblems();
  ros::master::V_TopicInfo topics;
  ros::master::getTopics(topics);
  int found = 0;
  for (const auto& topic : topics) {
    if (topic.name.find(bench.name_space) != 0) continue;
    ++found;
    EXPECT_EQ(bench.name_space + "/joint_states", topic.name);
    EXPECT_EQ("sensor_msgs/JointState", topic.datatype);
  }
  EXPECT_EQ(1, found);
}

TEST(JointState, AChoiceOfJointsInItsOrder) {
  Bench bench;
  bench.nh.setParam("joints", Names{"c", "a"});
  bench.begin();
  bench.step();
  bench.waitFor(1);
  EXPECT_EQ((Names{"c", "a"}), bench.messages[0].name);
  EXPECT_EQ((Values{3, 2}), bench.messages[0].position);
}

TEST(JointState, ClaimsNothing) {
  Bench bench;
  ASSERT_TRUE(bench.init());
  EXPECT_TRUE(bench.hardware.getClaims().empty());
}

TEST(JointState, ValuesArePassedThroughAsTheyAre) {
  Bench bench;
  bench.begin();
  bench.position[0] = NAN;
  bench.velocity[1] = INFINITY;
  bench.step();
  bench.waitFor(1);
  EXPECT_TRUE(std::isnan(bench.messages[0].position[1]));
  EXPECT_EQ(INFINITY, bench.messages[0].velocity[0]);
}

TEST(JointState, ExtraJointsComeLast) {
  Bench bench;
  XmlRpc::XmlRpcValue extra;
  extra[0] = extraJoint("x");
  extra[0]["position"] = 0.1;
  extra[0]["velocity"] = 0.2;
  extra[0]["effort"] = 0.3;
  extra[1] = extraJoint("w");
  bench.nh.setParam("extra_joints", extra);
  LogCapture log;
  bench.begin();
  log.expectNoProblems();
  bench.step();
  bench.waitFor(1);
  const auto& message = bench.messages[0];
  EXPECT_EQ((Names{"a", "b", "c", "x", "w"}), message.name);
  EXPECT_EQ((Values{2, 1, 3, 0.1, 0}), message.position);
  EXPECT_EQ((Values{20, 10, 30, 0.2, 0}), message.velocity);
  EXPECT_EQ((Values{200, 100, 300, 0.3, 0}), message.effort);
}

TEST(JointState, ExtraJointsThatDoNotFitAreLeftOut) {
  Bench bench;
  XmlRpc::XmlRpcValue extra;
  extra[0] = 7;
  extra[1]["position"] = 0.1;
  extra[2] = extraJoint("a");
  extra[3] = extraJoint("x");
  extra[3]["velocity"] = 1;
  extra[4] = extraJoint("y");
  extra[4]["effort"] = "much";
  extra[5] = extraJoint("good");
  extra[6] = extraJoint("good");
  bench.nh.setParam("extra_joints", extra);
  LogCapture log;
  bench.begin();
  const std::string path = "Parameter '" + bench.name_space + "/states/extra_joints";
  log.expectError(path + "[0]' = 7: expected a struct with the text 'name'");
  log.expectError(path + "[1]' = [position:0.1]: expected a struct with the text 'name'");
  log.expectWarning(path + "[2]/name' = 'a': expected a name that no other joint has");
  log.expectError(path + "[3]/velocity' = 1: expected a floating-point number, such as 0.0");
  log.expectError(path + "[4]/effort' = much: expected a floating-point number");
  log.expectWarning(path + "[6]/name' = 'good': expected a name that no other joint has");
  bench.step();
  bench.waitFor(1);
  EXPECT_EQ((Names{"a", "b", "c", "good"}), bench.messages[0].name);
  EXPECT_EQ(4u, bench.messages[0].position.size());
}

TEST(JointState, ExtraJointsThatAreNoListAreIgnored) {
  Bench bench;
  bench.nh.setParam("extra_joints", "x");
  LogCapture log;
  bench.begin();
  log.expectError("/states/extra_joints' = x: expected a list of structs; it is ignored");
  bench.step();
  bench.waitFor(1);
  EXPECT_EQ(3u, bench.messages[0].name.size());
}

TEST(Rate, TheFirstUpdatePublishesAndThenTheRateIsKept) {
  Bench bench;
  bench.begin();
  const ros::Time start = bench.time;
  bench.step(11);
  bench.waitFor(6);
  // Due after -0.02, 19.98, 39.98, ... ms.
  EXPECT_EQ((std::vector<int>{1, 2, 4, 6, 8, 10}), bench.cyclesSince(start));
}

TEST(Rate, NothingIsPublishedBeforeItIsDue) {
  Bench bench;
  bench.nh.setParam("publish_rate", 20.0);
  bench.begin();
  const ros::Time start = bench.time;
  bench.step(21);
  bench.waitFor(5);
  EXPECT_EQ((std::vector<int>{1, 5, 10, 15, 20}), bench.cyclesSince(start));
}

TEST(Rate, ARestartGoesOnWithTheSchedule) {
  Bench bench;
  bench.begin();
  const ros::Time start = bench.time;
  bench.step(3);
  bench.stop();
  bench.start();
  bench.step(3);
  bench.waitFor(4);
  EXPECT_EQ((std::vector<int>{1, 2, 4, 6}), bench.cyclesSince(start));
}

TEST(Rate, AfterAGapNothingIsMadeUpFor) {
  Bench bench;
  bench.begin();
  bench.step(3);
  bench.waitFor(2);
  bench.messages.clear();
  bench.time += ros::Duration(100.0);
  const ros::Time start = bench.time;
  bench.step(6);
  bench.waitFor(4);
  EXPECT_EQ((std::vector<int>{1, 2, 4, 6}), bench.cyclesSince(start));
}

TEST(Rate, WhatABusyPublisherDoesNotTakeGoesOutAsSoonAsItCan) {
  Bench bench;
  bench.begin();
  realtime_tools::testing::GatedSubscriber gate;
  gate.subscribe<sensor_msgs::JointState>(bench.root_nh, "joint_states");
  waitUntil([&] { return gate.connected(); }, "a connection");
  gate.close();
  bench.step(100, 0.02);  // a message is due in each: more than the publisher holds
  gate.open();
  waitUntil(
      [&] {
        bench.step(1, 0.0);  // none is due
        return !bench.messages.empty() && bench.messages.back().header.stamp == bench.time;
      },
      "the joint states of the last cycle");
  EXPECT_GT(100u, bench.messages.size());
}

TEST(Rate, WhenTheClockGoesBackPublishingGoesOn) {
  Bench bench;
  bench.begin();
  bench.step(3);
  bench.waitFor(2);
  bench.messages.clear();
  bench.time = ros::Time(5.0);
  bench.step(10);
  bench.waitFor(4);
  EXPECT_LE(bench.messages.size(), 5u);
}

TEST(Rate, AStartAtTimeZero) {
  Bench bench;
  bench.time = ros::Time();
  bench.begin();
  bench.step();
  bench.waitFor(1);
  EXPECT_EQ(ros::Time(0.01), bench.messages[0].header.stamp);
}

TEST(Rate, ZeroAndBelowLoadButNeverPublish) {
  for (const double rate : {0.0, -10.0, 1e-12}) {
    Bench bench;
    bench.nh.setParam("publish_rate", rate);
    LogCapture log;
    bench.begin();
    log.expectWarning("is not above 0: joint states are never published");
    bench.step(100);
    ros::WallDuration(0.02).sleep();  // what was published wrongly would arrive meanwhile
    ros::spinOnce();
    EXPECT_EQ(0u, bench.messages.size()) << rate;
  }
}

TEST(Refusal, AMissingRate) {
  Bench bench;
  bench.nh.deleteParam("publish_rate");
  LogCapture log;
  EXPECT_FALSE(bench.init());
  log.expectError("Parameter '" + bench.name_space +
                  "/states/publish_rate' is not set: expected a number (Hz)");
}

TEST(Refusal, ARateThatIsNoNumber) {
  Bench bench;
  bench.nh.setParam("publish_rate", "fast");
  LogCapture log;
  EXPECT_FALSE(bench.init());
  log.expectError("/states/publish_rate' = fast: expected a finite number (Hz)");
  bench.nh.setParam("publish_rate", NAN);
  EXPECT_FALSE(bench.init());
  log.expectError("/states/publish_rate' = nan: expected a finite number (Hz)");
}

TEST(Refusal, AnUnknownJointThrowsAndIsNamed) {
  Bench bench;
  bench.nh.setParam("joints", Names{"a", "wrong"});
  LogCapture log;
  EXPECT_THROW(bench.init(), hardware_interface::HardwareInterfaceException);
  log.expectError("Parameter '" + bench.name_space +
                  "/states/joints' = 'a', 'wrong': expected joints of the robot, which are 'a', "
                  "'b', 'c'");
}

TEST(Refusal, JointsThatAreNoList) {
  Bench bench;
  bench.nh.setParam("joints", 3);
  LogCapture log;
  EXPECT_FALSE(bench.init());
  log.expectError("/states/joints' = 3: expected a list of joint names");
}

TEST(Warning, UnknownParametersAreNamed) {
  Bench bench;
  bench.nh.setParam("publish_rte", 50);
  LogCapture log;
  EXPECT_TRUE(bench.init());
  log.expectWarning("Parameter '" + bench.name_space +
                    "/states/publish_rte' is unknown and has no effect (known: type, "
                    "publish_rate, joints, extra_joints)");
}

TEST(RealTime, UpdateAllocatesNothing) {
  Bench bench;
  bench.begin();
  allocations = 0;
  counting = true;
  bench.step(200);
  bench.stop();
  bench.start();
  bench.step(1);
  counting = false;
  EXPECT_EQ(0, allocations);
}

TEST(Plugin, HasItsName) {
  pluginlib::ClassLoader<controller_interface::ControllerBase> loader(
      "controller_interface", "controller_interface::ControllerBase");
  EXPECT_TRUE(loader.createInstance("joint_state_controller/JointStateController"));
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "joint_state_controller_test");
  ros::NodeHandle keep_alive;
  return RUN_ALL_TESTS();
}
