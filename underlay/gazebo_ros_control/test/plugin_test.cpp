// GazeboRosControlPlugin: the loop, its time, the emergency stop, resets and faults.
#include <chrono>
#include <thread>

#include <ros/service.h>
#include <std_msgs/Bool.h>

#include "plugin_fixture.h"

namespace gazebo_ros_control_test {

using std::chrono::steady_clock;

namespace {

/// Writes down how it is called, and fails where it is told to.
class ProbeRobot : public gazebo_ros_control::RobotHWSim {
 public:
  bool initSim(const std::string&, ros::NodeHandle, gazebo::physics::ModelPtr,
               const urdf::Model* const,
               std::vector<transmission_interface::TransmissionInfo>) override {
    return true;
  }
  void readSim(ros::Time, ros::Duration period) override {
    reads.push_back(period);
    if (fail_in_read) throw std::runtime_error("sensor broken");
  }
  void writeSim(ros::Time, ros::Duration period) override {
    writes.push_back(period);
    if (fail_in_write) throw 42;
  }
  void eStopActive(const bool active) override { e_stop = active; }
  void resetSim() override { ++resets; }

  bool fail_in_read = false;
  bool fail_in_write = false;
  bool e_stop = false;
  std::vector<ros::Duration> reads;  // periods
  std::vector<ros::Duration> writes;
  int resets = 0;
};

}  // namespace

TEST_F(PluginTest, runs_controllers_in_every_step) {
  insertFlywheel();
  load();
  ASSERT_TRUE(plugin_->active());
  EXPECT_TRUE(ros::service::exists("/" + ns_ + "/controller_manager/load_controller", false));
  startController();
  script_ = Script();
  script_.command = 4.0;
  const double start = simTime();
  step(10);
  ASSERT_EQ(10u, script_.times.size());
  EXPECT_NEAR(4.0, speed(), 1e-6);
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(start + (k + 1) * kStep, script_.times[k].toSec(), 1e-9);
    EXPECT_EQ(ros::Duration(kStep), script_.periods[k]);
  }
}

// Feedback stamped t is the state at the end of the step that ended at t - h.
TEST_F(PluginTest, feedback_is_one_step_older_than_its_stamp) {
  insertFlywheel();
  load();
  startController();
  script_ = Script();
  script_.command = 10.0;
  step(20);
  script_ = Script();
  script_.command = 10.0;
  std::vector<double> truth;
  for (int k = 0; k < 3; ++k) {
    truth.push_back(model_->GetJoint("joint")->Position(0));
    step();
  }
  ASSERT_EQ(3u, script_.positions.size());
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(truth[k], script_.positions[k], 1e-9);
}

TEST_F(PluginTest, first_period_is_a_normal_one) {
  insertFlywheel();
  step(500);
  load();
  auto robot = boost::make_shared<ProbeRobot>();
  plugin_->replaceRobot(robot);
  step(2);
  EXPECT_EQ(std::vector<ros::Duration>(2, ros::Duration(kStep)), robot->reads);
  EXPECT_EQ(std::vector<ros::Duration>(2, ros::Duration(kStep)), robot->writes);
}

TEST_F(PluginTest, control_period_of_several_steps) {
  insertFlywheel();
  load("<controlPeriod>0.01</controlPeriod>");
  EXPECT_TRUE(logged("controlPeriod 0.01 s is longer than the physics step"));
  startController();
  auto robot = boost::make_shared<ProbeRobot>();
  plugin_->replaceRobot(robot);
  script_ = Script();
  step(100);
  EXPECT_EQ(10u, script_.times.size());
  for (const ros::Duration& period : script_.periods) EXPECT_EQ(ros::Duration(0.01), period);
  EXPECT_EQ(std::vector<ros::Duration>(10, ros::Duration(0.01)), robot->reads);
  EXPECT_EQ(std::vector<ros::Duration>(100, ros::Duration(kStep)), robot->writes);
}

TEST_F(PluginTest, control_period_shorter_than_a_step) {
  insertFlywheel();
  load("<controlPeriod>0.0001</controlPeriod>");
  EXPECT_TRUE(logged("controlPeriod 0.0001 s is shorter than the physics step",
                     ros::console::levels::Error));
  startController();
  EXPECT_EQ(ros::Duration(kStep), script_.periods.back());
}

TEST_F(PluginTest, control_period_that_is_none) {
  insertFlywheel();
  load("<controlPeriod>-1</controlPeriod>");
  EXPECT_TRUE(logged("controlPeriod -1 s is not a period", ros::console::levels::Error));
  startController();
  EXPECT_EQ(ros::Duration(kStep), script_.periods.back());
}

TEST_F(PluginTest, e_stop_stops_the_robot_and_its_end_restarts_controllers) {
  insertFlywheel();
  load("<eStopTopic>e_stop</eStopTopic>");
  startController();
  script_.command = 3.0;
  step(5);
  EXPECT_NEAR(3.0, speed(), 1e-6);

  ros::Publisher publisher = ros::NodeHandle(ns_).advertise<std_msgs::Bool>("e_stop", 1);
  std_msgs::Bool message;
  message.data = true;
  publisher.publish(message);
  for (int i = 0; i < 5000 && speed() > 1e-3; ++i) {
    step();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NEAR(0.0, speed(), 1e-6);
  const std::size_t updates = script_.times.size();
  step(3);
  EXPECT_EQ(updates + 3, script_.times.size());  // controllers keep running
  EXPECT_EQ(1, script_.starts);

  message.data = false;
  publisher.publish(message);
  for (int i = 0; i < 5000 && script_.starts < 2; ++i) {
    step();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(2, script_.starts);
  EXPECT_EQ(1, script_.stops);
  step(5);
  EXPECT_NEAR(3.0, speed(), 1e-6);
  EXPECT_EQ(2, script_.starts);
}

TEST_F(PluginTest, world_reset_starts_afresh) {
  insertFlywheel();
  load();
  startController();
  script_.command = 50.0;
  step(200);
  ASSERT_LT(5.0, script_.positions.back());
  world_->Reset();
  plugin_->Reset();  // as Gazebo does for the plugins that it loaded itself
  script_ = Script();
  step(3);
  ASSERT_EQ(3u, script_.periods.size());
  EXPECT_EQ(1, script_.starts);
  EXPECT_EQ(1, script_.stops);
  for (const ros::Duration& period : script_.periods) EXPECT_EQ(ros::Duration(kStep), period);
  EXPECT_NEAR(kStep, script_.times.front().toSec(), 1e-9);
  EXPECT_NEAR(0.0, script_.positions.front(), 1e-9);
}

// A reset of the models alone leaves the time as it is.
TEST_F(PluginTest, model_reset_gives_no_oversized_period) {
  insertFlywheel();
  load();
  startController();
  step(200);
  world_->ResetEntities(gazebo::physics::Base::MODEL);
  plugin_->Reset();
  script_ = Script();
  step(2);
  ASSERT_EQ(2u, script_.periods.size());
  EXPECT_EQ(ros::Duration(kStep), script_.periods[0]);
  EXPECT_EQ(1, script_.starts);
}

TEST_F(PluginTest, time_that_runs_backwards_is_a_reset) {
  insertFlywheel();
  load();
  startController();
  step(50);
  world_->SetSimTime(gazebo::common::Time(0.01));
  script_ = Script();
  step(2);
  ASSERT_EQ(2u, script_.periods.size());
  EXPECT_EQ(ros::Duration(kStep), script_.periods[0]);
  EXPECT_EQ(1, script_.starts);
}

TEST_F(PluginTest, controller_that_throws_stops_the_robot_not_the_server) {
  insertFlywheel();
  load();
  startController();
  script_.command = 3.0;
  step(5);
  script_.failure = "wheel fell off";
  step(5);
  EXPECT_NEAR(0.0, speed(), 1e-6);
  EXPECT_TRUE(logged("wheel fell off", ros::console::levels::Error));
}

TEST_F(PluginTest, robot_that_throws_while_reading_does_not_end_the_server) {
  insertFlywheel();
  load();
  auto robot = boost::make_shared<ProbeRobot>();
  plugin_->replaceRobot(robot);
  step(2);
  robot->fail_in_read = true;
  step(3);
  EXPECT_TRUE(logged("RobotHWSim::readSim failed: sensor broken", ros::console::levels::Fatal));
  EXPECT_TRUE(robot->e_stop);
  robot->fail_in_read = false;
  plugin_->Reset();
  step(2);
  EXPECT_FALSE(robot->e_stop);
  EXPECT_EQ(1, robot->resets);
}

TEST_F(PluginTest, robot_that_throws_while_writing_does_not_end_the_server) {
  insertFlywheel();
  load();
  auto robot = boost::make_shared<ProbeRobot>();
  plugin_->replaceRobot(robot);
  robot->fail_in_write = true;
  step(3);
  EXPECT_TRUE(logged("RobotHWSim::writeSim failed", ros::console::levels::Fatal));
  EXPECT_TRUE(robot->e_stop);
}

}  // namespace gazebo_ros_control_test
