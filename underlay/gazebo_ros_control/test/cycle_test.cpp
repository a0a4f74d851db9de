// The whole control cycle of a physics step, with the controllers that a robot uses: what it costs,
// and that it neither allocates nor blocks.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <mutex>

#include "plugin_fixture.h"
#include "real_time_counter.h"

namespace gazebo_ros_control_test {

/// Two wheels with velocity loops, diff_drive_controller and joint_state_controller from their
/// plugins. The controllers are run by hand, between the steps of the world.
class CycleTest : public PluginTest {
 protected:
  /// publish_rate: of odometry and joint states, Hz
  void startRobot(double publish_rate, bool publish_everything) {
    for (const char* joint : {"left", "right"}) {
      setParam(std::string("gazebo_ros_control/pid_gains/") + joint + "/p", 0.01);
    }
    const std::string limit = "<limit effort='1' velocity='100'/>";
    insert({{"left", "hardware_interface/VelocityJointInterface", "continuous", limit},
            {"right", "hardware_interface/VelocityJointInterface", "continuous", limit}});
    setParam("base/type", std::string("diff_drive_controller/DiffDriveController"));
    setParam("base/left_wheel", std::string("left"));
    setParam("base/right_wheel", std::string("right"));
    setParam("base/wheel_separation", 0.3);
    setParam("base/wheel_radius", 0.05);
    setParam("base/publish_rate", publish_rate);
    setParam("base/publish_cmd", publish_everything);
    setParam("base/publish_wheel_joint_controller_state", publish_everything);
    setParam("base/pose_covariance_diagonal", std::vector<double>(6, 0.01));
    setParam("base/twist_covariance_diagonal", std::vector<double>(6, 0.01));
    setParam("states/type", std::string("joint_state_controller/JointStateController"));
    setParam("states/publish_rate", publish_rate);
    load();
    ASSERT_TRUE(plugin_->active());
    bool ok = false;
    for (const char* name : {"states", "base"}) {
      whileStepping([&]() { ok = plugin_->manager()->loadController(name); });
      ASSERT_TRUE(ok) << name;
    }
    whileStepping([&]() {
      ok = plugin_->manager()->switchController(
          {"states", "base"}, {}, controller_manager_msgs::SwitchController::Request::STRICT);
    });
    ASSERT_TRUE(ok);
    step(10);
    time_ = ros::Time(simTime());
  }

  void read() {
    time_ += period_;
    plugin_->robot()->readSim(time_, period_);
  }
  void update() { plugin_->manager()->update(time_, period_); }
  void write() { plugin_->robot()->writeSim(time_, period_); }

  /// Median duration of one call, us; `between` is not measured.
  static double median(const std::function<void()>& call, const std::function<void()>& between) {
    std::vector<double> all;
    for (int i = 0; i < 20000; ++i) {
      between();
      const auto begin = std::chrono::steady_clock::now();
      call();
      const auto end = std::chrono::steady_clock::now();
      all.push_back(std::chrono::duration<double, std::micro>(end - begin).count());
    }
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2];
  }

  void printCosts(const char* title) {
    const auto nothing = []() {};
    const auto world_step = []() { step(); };
    const double clock = median(nothing, nothing);
    const double costs[] = {
        median([this]() { read(); }, nothing) - clock,
        median([this]() { update(); }, [this]() { read(); }) - clock,
        median([this]() { write(); }, nothing) - clock,
        median(world_step, nothing) - clock,
    };
    plugin_.reset();
    // Links that nobody drives fall asleep, and cost less.
    const auto awake = gazebo::event::Events::ConnectWorldUpdateBegin([this](const auto&) {
      for (const auto& joint : model_->GetJoints()) joint->SetForce(0, 0.0);
    });
    const double without = median(world_step, nothing) - clock;
    std::printf(
        "%s, median us:\n  readSim %.2f, controller_manager update %.2f, writeSim %.2f\n"
        "  a step of the world (two wheels, no contacts) %.1f, without the plugin %.1f\n",
        title, costs[0], costs[1], costs[2], costs[3], without);
  }

  ros::Time time_;
  const ros::Duration period_{kStep};
};

TEST_F(CycleTest, the_counters_count) {
  std::mutex mutex;
  EXPECT_EQ(1, locksOf([&]() { std::lock_guard<std::mutex> lock(mutex); }));
  EXPECT_EQ(0, locksOf([&]() {
              if (mutex.try_lock()) mutex.unlock();
            }));
  EXPECT_LE(1, allocationsOf([]() { std::cout << std::string(100, 'x').size() << "\n"; }));
}

TEST_F(CycleTest, allocates_nothing_and_waits_for_no_lock) {
  ASSERT_NO_FATAL_FAILURE(startRobot(1000.0, true));
  const auto cycles = [this]() {
    for (int i = 0; i < 500; ++i) {
      read();
      update();
      write();
    }
  };
  EXPECT_EQ(0, allocationsOf(cycles));
  EXPECT_EQ(0, locksOf(cycles));
}

// Measurements, no tests: `rostest -t gazebo_ros_control step_cost.test`.
TEST_F(CycleTest, DISABLED_cost_at_50_hz) {
  ASSERT_NO_FATAL_FAILURE(startRobot(50.0, false));
  printCosts("odometry, tf and joint states at 50 Hz");
}

TEST_F(CycleTest, DISABLED_cost_at_1000_hz) {
  ASSERT_NO_FATAL_FAILURE(startRobot(1000.0, true));
  printCosts("all topics at 1000 Hz");
}

}  // namespace gazebo_ros_control_test
