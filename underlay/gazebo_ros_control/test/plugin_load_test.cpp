// GazeboRosControlPlugin: what it does when something that it needs is missing.
#include <chrono>
#include <thread>

#include "plugin_fixture.h"

namespace gazebo_ros_control_test {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

/// Waits in real time, for what other threads do.
bool eventually(const std::function<bool()>& condition) {
  const auto end = steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

}  // namespace

TEST_F(PluginTest, urdf_that_comes_later_is_waited_for_without_blocking) {
  insertFlywheel();
  std::string urdf;
  ros::param::get("/" + ns_ + "/robot_description", urdf);
  ros::param::del("/" + ns_ + "/robot_description");
  load();
  EXPECT_FALSE(plugin_->active());
  EXPECT_TRUE(
      logged("waits for its URDF: no parameter /" + ns_ + "/robot_description, /robot_description",
             ros::console::levels::Info));
  step(10);  // the world goes on
  setParam("robot_description", urdf);
  ASSERT_TRUE(eventually([this]() { return plugin_->active(); }));
  startController();
  EXPECT_EQ(ros::Duration(kStep), script_.periods.front());
}

TEST_F(PluginTest, urdf_that_never_comes_is_given_up_with_the_names_tried) {
  insertFlywheel();
  ros::param::del("/" + ns_ + "/robot_description");
  load("<robotNamespace>/" + ns_ +
       "/inner</robotNamespace><robotParam>urdf</robotParam>"
       "<robotParamTimeout>0.2</robotParamTimeout>");
  ASSERT_TRUE(eventually([this]() { return !log_.text(ros::console::levels::Fatal).empty(); }));
  EXPECT_TRUE(logged("no URDF after 0.2 s: no parameter /" + ns_ + "/inner/urdf, /" + ns_ +
                         "/urdf, /urdf. Model '" + ns_ + "'",
                     ros::console::levels::Fatal));
  EXPECT_FALSE(plugin_->active());
}

TEST_F(PluginTest, plugin_can_be_destroyed_while_it_waits) {
  insertFlywheel();
  ros::param::del("/" + ns_ + "/robot_description");
  load();
  const auto start = steady_clock::now();
  plugin_.reset();
  EXPECT_GT(std::chrono::seconds(10),
            steady_clock::now() - start);  // far from the 60 s of the wait
}

TEST_F(PluginTest, urdf_of_a_higher_namespace_is_found) {
  insertFlywheel();
  load("<robotNamespace>/" + ns_ + "/inner</robotNamespace>");
  EXPECT_TRUE(plugin_->active());
}

TEST_F(PluginTest, urdf_parameter_that_is_no_string_is_named) {
  insertFlywheel();
  setParam("robot_description", 5);
  load("<robotParamTimeout>0</robotParamTimeout>");
  ASSERT_TRUE(eventually([this]() { return !log_.text(ros::console::levels::Fatal).empty(); }));
  EXPECT_TRUE(logged("parameter /" + ns_ + "/robot_description is not a string",
                     ros::console::levels::Fatal));
}

TEST_F(PluginTest, empty_urdf_is_named) {
  insertFlywheel();
  setParam("robot_description", std::string(""));
  load("<robotParamTimeout>0</robotParamTimeout>");
  ASSERT_TRUE(eventually([this]() { return !log_.text(ros::console::levels::Fatal).empty(); }));
  EXPECT_TRUE(
      logged("parameter /" + ns_ + "/robot_description is empty", ros::console::levels::Fatal));
}

// Two roots: no robot, but the transmissions can be read.
TEST_F(PluginTest, urdf_that_cannot_be_parsed_still_gives_transmissions) {
  insertFlywheel();
  std::string urdf;
  ros::param::get("/" + ns_ + "/robot_description", urdf);
  urdf.insert(urdf.find("<link"), "<link name='second_root'/>");
  setParam("robot_description", urdf);
  load();
  EXPECT_TRUE(logged("the URDF cannot be parsed; no limits are taken from it"));
  ASSERT_TRUE(plugin_->active());
  startController();
}

TEST_F(PluginTest, text_that_is_no_xml_leaves_a_robot_without_joints) {
  insertFlywheel();
  setParam("robot_description", std::string("not <xml"));
  load();
  EXPECT_TRUE(logged("no transmissions could be read", ros::console::levels::Error));
  step(3);
}

TEST_F(PluginTest, elements_of_older_versions_are_ignored) {
  insertFlywheel();
  load("<legacyModeNS>true</legacyModeNS>");
  EXPECT_TRUE(plugin_->active());
  EXPECT_TRUE(ros::service::exists("/" + ns_ + "/controller_manager/list_controllers", false));
}

TEST_F(PluginTest, unknown_robot_class_is_named_with_those_that_exist) {
  insertFlywheel();
  load("<robotSimType>no_such/Robot</robotSimType>");
  EXPECT_FALSE(plugin_->active());
  EXPECT_TRUE(logged(
      "robotSimType 'no_such/Robot' cannot be loaded (known: gazebo_ros_control/DefaultRobotHWSim",
      ros::console::levels::Fatal));
  step(3);
}

TEST_F(PluginTest, robot_that_cannot_be_set_up_gets_no_controllers) {
  insertFlywheel();
  setParam("robot_description", urdfOf(ns_, {{"joint"}, {"gone"}}));
  load();
  EXPECT_FALSE(plugin_->active());
  EXPECT_TRUE(
      logged("gets no controllers: its gazebo_ros_control/DefaultRobotHWSim could not be set up",
             ros::console::levels::Fatal));
  EXPECT_FALSE(ros::service::exists("/" + ns_ + "/controller_manager/load_controller", false));
  step(3);
}

TEST_F(PluginTest, impossible_namespace_is_reported) {
  insertFlywheel();
  load("<robotNamespace>no namespace!</robotNamespace>");
  EXPECT_FALSE(plugin_->active());
  EXPECT_TRUE(logged("gets no controllers: ", ros::console::levels::Fatal));
}

TEST_F(PluginTest, root_namespace_works) {
  insertFlywheel();
  ros::param::set("/robot_description", urdfOf(ns_, {{"joint"}}));
  ros::param::set("/gazebo_ros_control/pid_gains/joint/p", 0.5);
  load("<robotNamespace>/</robotNamespace>");
  EXPECT_TRUE(plugin_->active());
  EXPECT_TRUE(logged("velocity PID p=0.5", ros::console::levels::Info));
  EXPECT_TRUE(ros::service::exists("/controller_manager/load_controller", false));
  ros::param::del("/robot_description");
  ros::param::del("/gazebo_ros_control");
}

TEST_F(PluginTest, without_model_or_description_nothing_happens) {
  plugin_.reset(new OpenPlugin);
  plugin_->Load(nullptr, nullptr);
  EXPECT_FALSE(plugin_->active());
  plugin_->Reset();
}

}  // namespace gazebo_ros_control_test
