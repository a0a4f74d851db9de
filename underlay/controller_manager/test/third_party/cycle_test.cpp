// A third-party controller is loaded, started, run, stopped and unloaded again and again, by the
// services and in a robot with its own clock: nothing may be left behind.

#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <controller_manager/controller_manager.h>
#include <gtest/gtest.h>
#include <ros/ros.h>
#include <rosgraph_msgs/Clock.h>

#include "../rig.h"
#include "holdings.h"

namespace third_party_test {

namespace srv = controller_manager_msgs;
using Clock = std::chrono::steady_clock;

constexpr int CYCLES = 100;
// Wall time after which something counts as missing: far more than it takes.
constexpr std::chrono::seconds PATIENCE(60);
// Mean growth of the allocated memory over the last 50 cycles, bytes per cycle. Measured: less than
// 5, or up to 70 when roscpp opens one more connection; a controller that leaks loses 1024.
constexpr double BYTES_PER_CYCLE = 200.0;

/// A robot with a controller manager, and the loop that runs them on a clock of its own, 1 ms of
/// simulated time per cycle.
class Robot {
 public:
  Robot() : clock_(nh_.advertise<rosgraph_msgs::Clock>("/clock", 10)), loop_([this] { run(); }) {}
  ~Robot() {
    running_ = false;
    loop_.join();
  }

  std::atomic<double> command{0.0};  // of joint1's motor, rad/s

 private:
  void run() {
    const ros::Duration period(0.001);
    rosgraph_msgs::Clock now;
    while (running_) {
      now.clock += period;
      clock_.publish(now);
      manager_.update(now.clock, period);
      command = motor();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
  double motor() {
    return rig_.get<hardware_interface::VelocityJointInterface>()->getHandle("joint1").getCommand();
  }

  ros::NodeHandle nh_{"/robot"};
  controller_manager_test::Rig rig_;
  controller_manager::ControllerManager manager_{&rig_, nh_};
  ros::Publisher clock_;
  std::atomic<bool> running_{true};
  std::thread loop_;
};

class CycleTest : public testing::Test {
 protected:
  void SetUp() override { nh.deleteParam("third/leak"); }

  template <class Service>
  typename Service::Response call(const std::string& name, const typename Service::Request& req) {
    typename Service::Response resp;
    EXPECT_TRUE(ros::service::call("/robot/controller_manager/" + name, req, resp)) << name;
    return resp;
  }

  bool switchTo(const std::vector<std::string>& start, const std::vector<std::string>& stop) {
    srv::SwitchController::Request req;
    req.start_controllers = start;
    req.stop_controllers = stop;
    req.strictness = req.STRICT;
    return call<srv::SwitchController>("switch_controller", req).ok;
  }

  /// Whether the condition came true within the patience.
  static bool waitUntil(const std::function<bool()>& condition,
                        std::chrono::milliseconds patience = PATIENCE) {
    const auto end = Clock::now() + patience;
    while (!condition()) {
      if (Clock::now() > end) {
        return false;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  /// Load, start, run until a command of the other process reaches the motor, stop, unload.
  void cycle() {
    srv::LoadController::Request load;
    load.name = "third";
    ASSERT_TRUE(call<srv::LoadController>("load_controller", load).ok);
    ASSERT_TRUE(switchTo({"third"}, {}));
    ASSERT_TRUE(waitUntil([&] { return robot.command == 3.0; }))
        << "the motor's command is " << robot.command
        << " instead of the commanded 2 rad/s and 0.5 times the error of 2 rad/s";
    ASSERT_TRUE(switchTo({}, {"third"}));
    ASSERT_TRUE(waitUntil([&] { return robot.command == 0.0; })) << robot.command;
    srv::UnloadController::Request unload;
    unload.name = "third";
    ASSERT_TRUE(call<srv::UnloadController>("unload_controller", unload).ok);
  }

  /// What is left of a cycle, when the sockets had their time to close; empty if nothing is.
  static std::string leftBehind(const Holdings& before,
                                std::chrono::milliseconds patience = PATIENCE) {
    std::string found;
    waitUntil([&] { return (found = growth(before, holdings())).empty(); }, patience);
    return found;
  }

  /// Some cycles; returns what there is then: what stays of the first ones, e.g. the mapped
  /// library, is no leak.
  Holdings warmUp() {
    for (int i = 0; i < 5; ++i) {
      cycle();
    }
    return holdings();
  }

  ros::NodeHandle nh{"/robot"};
  Robot robot;
};

TEST_F(CycleTest, hundredCyclesLeaveNothingBehind) {
  const Holdings before = warmUp();
  ASSERT_EQ(0, before.at("living objects"));
  ASSERT_LT(0, before.at("mappings of the plugin library"));
  std::size_t halfway = 0;
  for (int i = 1; i <= CYCLES; ++i) {
    ASSERT_NO_FATAL_FAILURE(cycle()) << "cycle " << i;
    ASSERT_EQ("", leftBehind(before)) << "cycle " << i;
    if (i == CYCLES / 2) {
      halfway = allocatedBytes();
    }
  }
  const double growth =
      (static_cast<double>(allocatedBytes()) - static_cast<double>(halfway)) / (CYCLES / 2);
  std::cout << "memory: " << growth << " bytes per cycle\n";
  EXPECT_LT(growth, BYTES_PER_CYCLE);
}

/// The same checks find a controller that leaks on purpose.
class LeakTest : public CycleTest {
 protected:
  std::string leftBehindBy(const std::string& leak) {
    const Holdings before = warmUp();
    nh.setParam("third/leak", leak);
    cycle();
    nh.deleteParam("third/leak");
    return leftBehind(before, std::chrono::milliseconds(500));
  }
};

TEST_F(LeakTest, object) {
  const std::string found = leftBehindBy("object");
  EXPECT_EQ(0u, found.find("living objects: ")) << found;
}

TEST_F(LeakTest, publisherWithItsThread) {
  const std::string found = leftBehindBy("publisher");
  EXPECT_NE(std::string::npos, found.find("publisher /robot/third/lost_state: 1 instead of 0"))
      << found;
  EXPECT_NE(std::string::npos, found.find("threads: ")) << found;
}

TEST_F(LeakTest, subscriber) {
  const std::string found = leftBehindBy("subscriber");
  EXPECT_NE(std::string::npos, found.find("subscriber /robot/third/lost_command: 1 instead of 0"))
      << found;
}

TEST_F(LeakTest, file) {
  const std::string found = leftBehindBy("file");
  EXPECT_NE(std::string::npos, found.find("open files: ")) << found;
}

TEST_F(LeakTest, memory) {
  const Holdings before = warmUp();
  nh.setParam("third/leak", "memory");
  for (int i = 0; i < 5; ++i) {
    cycle();
  }
  ASSERT_EQ("", leftBehind(before));
  const std::size_t halfway = allocatedBytes();
  constexpr int COUNT = 20;
  for (int i = 0; i < COUNT; ++i) {
    cycle();
  }
  ASSERT_EQ("", leftBehind(before));
  const double growth =
      (static_cast<double>(allocatedBytes()) - static_cast<double>(halfway)) / COUNT;
  std::cout << "memory: " << growth << " bytes per cycle\n";
  EXPECT_LE(BYTES_PER_CYCLE, growth);
}

/// The library stays mapped: the compiler's unique symbols (statics of templates) forbid to unmap
/// it.
TEST_F(CycleTest, reloadingTheLibrariesAddsNoMapping) {
  const Holdings before = warmUp();
  srv::ReloadControllerLibraries::Request reload;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(call<srv::ReloadControllerLibraries>("reload_controller_libraries", reload).ok);
    cycle();
    ASSERT_EQ("", leftBehind(before)) << "reload " << i;
  }
}

}  // namespace third_party_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "third_party_test");
  ros::NodeHandle nh;
  ros::AsyncSpinner spinner(4);
  spinner.start();
  return RUN_ALL_TESTS();
}
