// A Gazebo server inside the test process: an empty world without gravity, stepped by the test
// itself.
#ifndef GAZEBO_ROS_CONTROL_TEST_SIM_FIXTURE_H
#define GAZEBO_ROS_CONTROL_TEST_SIM_FIXTURE_H

#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <ros/console.h>
#include <ros/ros.h>
#include <gazebo/physics/physics.hh>

namespace gazebo_ros_control_test {

const double kStep = 0.001;    // s, physics
const double kInertia = 1e-3;  // kg m^2, of a flywheel about its axle

/// Collects what is logged, so that tests can check the messages.
class LogRecorder : public ros::console::LogAppender {
 public:
  void log(ros::console::Level level, const char* text, const char*, const char*, int) override;
  void clear();
  /// The messages of this level and above, one per line.
  std::string text(ros::console::Level at_least = ros::console::levels::Warn);

 private:
  std::mutex mutex_;
  std::vector<std::pair<ros::console::Level, std::string>> lines_;
};

/// One flywheel (or slider) of the tests: a joint between the world and a body of kInertia (slider:
/// 1 kg).
struct TestJoint {
  std::string name;
  std::string interface = "hardware_interface/VelocityJointInterface";
  std::string type = "continuous";
  std::string limit = "";  // a <limit .../> and whatever else belongs into <joint>; or nothing
};

/// A URDF of joints on a fixed base, each with a transmission. more: XML put at the end of the
/// robot.
std::string urdfOf(const std::string& name, const std::vector<TestJoint>& joints,
                   const std::string& more = "");

/// Each test gets a namespace of its own, which is also the name of its model.
class SimTest : public ::testing::Test {
 public:
  static void startServer();
  static void stopServer();

 protected:
  void SetUp() override;
  void TearDown() override;

  /// Inserts the robot into the world, and its URDF as parameter robot_description of its
  /// namespace.
  gazebo::physics::ModelPtr insert(const std::vector<TestJoint>& joints,
                                   const std::string& more = "");

  /// Advances the world.
  static void step(unsigned int steps = 1);

  static double simTime();

  template <class T>
  void setParam(const std::string& name, const T& value) {
    ros::param::set("/" + ns_ + "/" + name, value);
  }

  std::string ns_;
  gazebo::physics::ModelPtr model_;

  static gazebo::physics::WorldPtr world_;
  static LogRecorder& log_;  // never destroyed: roscpp logs until the very end
};

}  // namespace gazebo_ros_control_test

#endif  // GAZEBO_ROS_CONTROL_TEST_SIM_FIXTURE_H
