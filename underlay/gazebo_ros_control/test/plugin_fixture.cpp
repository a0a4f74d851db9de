#include "plugin_fixture.h"

#include <atomic>
#include <stdexcept>
#include <thread>

#include <controller_manager/controller_loader_interface.h>
#include <controller_manager_msgs/SwitchController.h>

namespace gazebo_ros_control_test {

namespace {

class ScriptLoader : public controller_manager::ControllerLoaderInterface {
 public:
  explicit ScriptLoader(Script* script) : ControllerLoaderInterface("test"), script_(script) {}
  controller_interface::ControllerBaseSharedPtr createInstance(const std::string&) override {
    return std::make_shared<ScriptController>(script_);
  }
  std::vector<std::string> getDeclaredClasses() override { return {"test/ScriptController"}; }
  void reload() override {}

 private:
  Script* script_;
};

}  // namespace

bool ScriptController::init(hardware_interface::VelocityJointInterface* hw, ros::NodeHandle&) {
  joint_ = hw->getHandle("joint");
  return true;
}

void ScriptController::update(const ros::Time& time, const ros::Duration& period) {
  script_->times.push_back(time);
  script_->periods.push_back(period);
  script_->positions.push_back(joint_.getPosition());
  joint_.setCommand(script_->command);
  if (!script_->failure.empty()) throw std::runtime_error(script_->failure);
}

void OpenPlugin::replaceRobot(const boost::shared_ptr<gazebo_ros_control::RobotHWSim>& robot) {
  original_ = robot_hw_sim_;  // the controller manager still points at it
  robot_hw_sim_ = robot;
}

void PluginTest::TearDown() {
  plugin_.reset();
  SimTest::TearDown();
}

void PluginTest::load(const std::string& elements) {
  const std::string text = "<sdf version='1.6'><model name='m'><plugin name='p' filename='f'>" +
                           elements + "</plugin></model></sdf>";
  sdf::SDFPtr sdf(new sdf::SDF);
  sdf::init(sdf);
  ASSERT_TRUE(sdf::readString(text, sdf));
  plugin_.reset(new OpenPlugin);
  plugin_->Load(model_, sdf->Root()->GetElement("model")->GetElement("plugin"));
}

void PluginTest::whileStepping(const std::function<void()>& call) {
  std::atomic<bool> done{false};
  std::thread caller([&]() {
    call();
    done = true;
  });
  while (!done) {
    step();
    std::this_thread::yield();
  }
  caller.join();
}

void PluginTest::startController() {
  setParam("script/type", std::string("test/ScriptController"));
  plugin_->manager()->registerControllerLoader(std::make_shared<ScriptLoader>(&script_));
  bool ok = false;
  whileStepping([&]() { ok = plugin_->manager()->loadController("script"); });
  ASSERT_TRUE(ok);
  whileStepping([&]() {
    ok = plugin_->manager()->switchController(
        {"script"}, {}, controller_manager_msgs::SwitchController::Request::STRICT);
  });
  ASSERT_TRUE(ok);
  step();  // the first update comes after the start
}

bool PluginTest::logged(const std::string& part, ros::console::Level level) {
  const std::string text = log_.text(level);
  if (text.find(part) != std::string::npos) return true;
  std::cout << "Not logged: '" << part << "', but:\n" << text;
  return false;
}

}  // namespace gazebo_ros_control_test
