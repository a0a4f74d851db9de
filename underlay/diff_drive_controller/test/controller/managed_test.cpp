// The controller as the controller manager runs it: by its plugin name, loaded, switched, unloaded.

#include <controller_manager/controller_manager.h>
#include <controller_manager_msgs/SwitchController.h>
#include <gtest/gtest.h>
#include <ros/master.h>

#include <boost/make_shared.hpp>
#include <future>

#include "bench.h"
#include "log_capture.h"

namespace {

constexpr int kStrict = controller_manager_msgs::SwitchController::Request::STRICT;

/// A controller manager over a bench's rig and parameters.
struct Managed {
  Managed() : manager(&bench.rig, bench.root_nh) {}

  void step(int cycles = 1) {
    for (int i = 0; i < cycles; ++i) {
      bench.rig.move(Bench::kPeriod);
      bench.setTime(bench.time + ros::Duration(Bench::kPeriod));
      manager.update(bench.time, ros::Duration(Bench::kPeriod));
    }
  }

  /// Calls something of the manager that waits for the control loop, while the loop runs.
  bool call(const std::function<bool()>& function) {
    auto done = std::async(std::launch::async, function);
    waitUntil(
        [&] {
          step();
          return done.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        },
        "the controller manager");
    return done.get();
  }
  bool load(const std::string& name) {
    return call([&] { return manager.loadController(name); });
  }
  bool unload(const std::string& name) {
    return call([&] { return manager.unloadController(name); });
  }
  bool start(const std::string& name) {
    return call([&] { return manager.switchController({name}, {}, kStrict); });
  }
  bool stop(const std::string& name) {
    return call([&] { return manager.switchController({}, {name}, kStrict); });
  }

  void command(double linear) {
    const auto twist = boost::make_shared<geometry_msgs::Twist>();
    twist->linear.x = linear;
    publisher.publish(twist);
    ros::spinOnce();
  }

  Bench bench;
  controller_manager::ControllerManager manager;
  ros::Publisher publisher = bench.nh.advertise<geometry_msgs::Twist>("cmd_vel", 1);
};

bool isAdvertised(const std::string& topic) {
  ros::master::V_TopicInfo topics;
  ros::master::getTopics(topics);
  for (const auto& info : topics) {
    if (info.name == topic) return true;
  }
  return false;
}

TEST(Managed, LoadedStartedDrivenStoppedUnloaded) {
  Managed managed;
  ASSERT_TRUE(managed.load("base"));
  ASSERT_TRUE(managed.start("base"));
  waitUntil([&] { return managed.publisher.getNumSubscribers() == 1; }, "cmd_vel");
  managed.command(0.5);
  managed.step();
  EXPECT_NEAR(5.0, managed.bench.rig.leftCommand(), 1e-12);
  EXPECT_FALSE(managed.unload("base")) << "unloaded while it was running";
  ASSERT_TRUE(managed.stop("base"));
  EXPECT_EQ(0.0, managed.bench.rig.leftCommand());
  ASSERT_TRUE(managed.unload("base"));
  EXPECT_FALSE(isAdvertised(managed.bench.name_space + "/base/odom"));
}

TEST(Managed, ClaimsAllItsWheels) {
  Managed managed;
  managed.bench.root_nh.setParam("other/type", "diff_drive_controller/DiffDriveController");
  XmlRpc::XmlRpcValue parameters;
  managed.bench.root_nh.getParam("base", parameters);
  managed.bench.root_nh.setParam("other", parameters);
  ASSERT_TRUE(managed.load("base"));
  ASSERT_TRUE(managed.load("other"));
  ASSERT_TRUE(managed.start("base"));
  EXPECT_FALSE(managed.start("other")) << "two controllers on the same wheels";
  ASSERT_TRUE(managed.stop("base"));
  EXPECT_TRUE(managed.start("other"));
  ASSERT_TRUE(managed.stop("other"));
}

TEST(Managed, AnUnknownJointFailsToLoadAndNothingElseStops) {
  Managed managed;
  ASSERT_TRUE(managed.load("base"));
  ASSERT_TRUE(managed.start("base"));
  XmlRpc::XmlRpcValue parameters;
  managed.bench.root_nh.getParam("base", parameters);
  parameters["left_wheel"] = "wrong";
  managed.bench.root_nh.setParam("other", parameters);
  LogCapture log;
  EXPECT_FALSE(managed.load("other"));
  log.expectError("/other/left_wheel' and 'right_wheel' = 'wrong' and 'right_1': expected joints");
  waitUntil([&] { return managed.publisher.getNumSubscribers() == 1; }, "cmd_vel");
  managed.command(0.5);
  managed.step();
  EXPECT_NEAR(5.0, managed.bench.rig.leftCommand(), 1e-12);
  ASSERT_TRUE(managed.stop("base"));
}

TEST(Managed, SwitchedAHundredTimesAndReloadedTwenty) {
  Managed managed;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(managed.load("base")) << i;
    for (int k = 0; k < 5; ++k) {
      ASSERT_TRUE(managed.start("base")) << i;
      ASSERT_TRUE(managed.stop("base")) << i;
    }
    ASSERT_TRUE(managed.unload("base")) << i;
  }
}

}  // namespace
