#pragma once

// Controllers that count what is called, for the tests of the controller manager.

#include <stdexcept>
#include <string>
#include <vector>

#include <controller_interface/controller.h>
#include <controller_interface/multi_interface_controller.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <hardware_interface/posvel_command_interface.h>

namespace controller_manager_test {

/// How often each hook was called.
struct Calls {
  int init = 0, init_with_root = 0, starting = 0, update = 0, stopping = 0, waiting = 0,
      aborting = 0;
};

/// A controller on Base that counts.
template <class Base>
class Counting : public Base {
 public:
  using Base::Base;

  void starting(const ros::Time&) override { ++calls.starting; }
  void update(const ros::Time&, const ros::Duration&) override { ++calls.update; }
  void stopping(const ros::Time&) override { ++calls.stopping; }
  void waiting(const ros::Time&) override { ++calls.waiting; }
  void aborting(const ros::Time&) override { ++calls.aborting; }

  Calls calls;
};

/// Takes the joints in the parameter `joints` (default: one called `joint1`) of one interface.
template <class Interface>
class TakesJoints : public Counting<controller_interface::Controller<Interface>> {
 public:
  bool init(Interface* hw, ros::NodeHandle& controller_nh) override {
    ++this->calls.init;
    std::vector<std::string> joints = {"joint1"};
    controller_nh.getParam("joints", joints);
    for (const std::string& joint : joints) {
      hw->getHandle(joint);
    }
    return true;
  }
  bool init(Interface*, ros::NodeHandle&, ros::NodeHandle&) override {
    ++this->calls.init_with_root;
    return true;
  }
};

// Classes, not aliases: their names are those of the plugins.
class Effort : public TakesJoints<hardware_interface::EffortJointInterface> {};
class Velocity : public TakesJoints<hardware_interface::VelocityJointInterface> {};
class StateReader : public TakesJoints<hardware_interface::JointStateInterface> {};
class NeedsPosVel : public TakesJoints<hardware_interface::PosVelJointInterface> {};

/// Takes `joint1` through two interfaces, so that it is in conflict with itself.
class EffortAndVelocity
    : public Counting<controller_interface::MultiInterfaceController<
          hardware_interface::EffortJointInterface, hardware_interface::VelocityJointInterface>> {
 public:
  bool init(hardware_interface::RobotHW* hw, ros::NodeHandle&) override {
    hw->get<hardware_interface::EffortJointInterface>()->getHandle("joint1");
    hw->get<hardware_interface::VelocityJointInterface>()->getHandle("joint1");
    return true;
  }
};

class InitFails
    : public Counting<controller_interface::Controller<hardware_interface::EffortJointInterface>> {
 public:
  bool init(hardware_interface::EffortJointInterface*, ros::NodeHandle&) override {
    ROS_ERROR("the test controller's reason");
    return false;
  }
};

class SecondInitFails
    : public Counting<controller_interface::Controller<hardware_interface::EffortJointInterface>> {
 public:
  bool init(hardware_interface::EffortJointInterface*, ros::NodeHandle&,
            ros::NodeHandle&) override {
    return false;
  }
};

class InitThrows
    : public Counting<controller_interface::Controller<hardware_interface::EffortJointInterface>> {
 public:
  bool init(hardware_interface::EffortJointInterface*, ros::NodeHandle&) override {
    throw std::runtime_error("thrown by init");
  }
};

class InitThrowsInt
    : public Counting<controller_interface::Controller<hardware_interface::EffortJointInterface>> {
 public:
  bool init(hardware_interface::EffortJointInterface*, ros::NodeHandle&) override { throw 42; }
};

class ConstructorThrows : public Effort {
 public:
  ConstructorThrows() { throw std::runtime_error("thrown by the constructor"); }
};

}  // namespace controller_manager_test
