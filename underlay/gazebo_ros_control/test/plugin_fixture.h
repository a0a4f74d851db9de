// GazeboRosControlPlugin with what it holds open to tests, and a controller that writes down what
// it sees.
#ifndef GAZEBO_ROS_CONTROL_TEST_PLUGIN_FIXTURE_H
#define GAZEBO_ROS_CONTROL_TEST_PLUGIN_FIXTURE_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <controller_interface/controller.h>
#include <gazebo_ros_control/gazebo_ros_control_plugin.h>
#include <hardware_interface/joint_command_interface.h>

#include "sim_fixture.h"

namespace gazebo_ros_control_test {

/// What the test controllers share with the test: what they are to do, and what they have seen.
struct Script {
  double command = 0.0;  // rad/s
  std::string failure;   // thrown by update(), if not empty
  int starts = 0;
  int stops = 0;
  std::vector<ros::Time> times;  // of every update
  std::vector<ros::Duration> periods;
  std::vector<double> positions;  // of the joint, in every update
};

/// Commands the velocity of the joint named "joint".
class ScriptController
    : public controller_interface::Controller<hardware_interface::VelocityJointInterface> {
 public:
  explicit ScriptController(Script* script) : script_(script) {}
  bool init(hardware_interface::VelocityJointInterface* hw, ros::NodeHandle&) override;
  void starting(const ros::Time&) override { ++script_->starts; }
  void stopping(const ros::Time&) override { ++script_->stops; }
  void update(const ros::Time& time, const ros::Duration& period) override;

 private:
  Script* script_;
  hardware_interface::JointHandle joint_;
};

class OpenPlugin : public gazebo_ros_control::GazeboRosControlPlugin {
 public:
  bool active() const { return update_connection_ != nullptr; }
  controller_manager::ControllerManager* manager() { return controller_manager_.get(); }
  gazebo_ros_control::RobotHWSim* robot() { return robot_hw_sim_.get(); }
  void replaceRobot(const boost::shared_ptr<gazebo_ros_control::RobotHWSim>& robot);

 private:
  boost::shared_ptr<gazebo_ros_control::RobotHWSim> original_;
};

class PluginTest : public SimTest {
 protected:
  void TearDown() override;

  /// Loads the plugin for the model of this test, with these elements in its SDF.
  void load(const std::string& elements = "");

  /// Loads and starts a ScriptController named "script", and lets it update once at least.
  void startController();

  /// Runs `call` in another thread while the world is stepped, which services of the manager wait
  /// for.
  void whileStepping(const std::function<void()>& call);

  /// A flywheel named "joint" with a velocity interface, its URDF on the parameter server.
  void insertFlywheel() { insert({{"joint"}}); }

  double speed() { return model_->GetJoint("joint")->GetVelocity(0); }
  bool logged(const std::string& part, ros::console::Level level = ros::console::levels::Warn);

  Script script_;
  std::unique_ptr<OpenPlugin> plugin_;
};

}  // namespace gazebo_ros_control_test

#endif  // GAZEBO_ROS_CONTROL_TEST_PLUGIN_FIXTURE_H
