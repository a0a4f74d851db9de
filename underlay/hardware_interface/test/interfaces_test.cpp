// Interfaces: registering, finding and claiming resources.

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hardware_interface/actuator_command_interface.h>
#include <hardware_interface/force_torque_sensor_interface.h>
#include <hardware_interface/imu_sensor_interface.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_mode_interface.h>
#include <hardware_interface/position_velocity_torque_gains_command_interface.h>
#include <hardware_interface/posvelacc_command_interface.h>

#include "captured_log.h"

using namespace hardware_interface;

namespace {

double x = 1.0, y = 2.0, cmd = 0.0;
JointCommandModes mode = JointCommandModes::NOMODE;

JointStateHandle state(const std::string& name) { return {name, &x, &x, &x}; }
ActuatorStateHandle actuator(const std::string& name) { return {name, &x, &x, &x}; }

template <class Interface, class Handle>
void expectClaims(const Handle& handle, bool claims) {
  Interface interface;
  interface.registerHandle(handle);
  EXPECT_TRUE(interface.getClaims().empty());
  EXPECT_EQ("a", interface.getHandle("a").getName());
  EXPECT_EQ(claims ? 1u : 0u, interface.getClaims().count("a"))
      << internal::demangledTypeName<Interface>();
  interface.clearClaims();
  EXPECT_TRUE(interface.getClaims().empty());
}

TEST(Interface, commandsAreClaimedStatesAreNot) {
  expectClaims<JointStateInterface>(state("a"), false);
  expectClaims<EffortJointInterface>(JointHandle(state("a"), &cmd), true);
  expectClaims<VelocityJointInterface>(JointHandle(state("a"), &cmd), true);
  expectClaims<PositionJointInterface>(JointHandle(state("a"), &cmd), true);
  expectClaims<JointCommandInterface>(JointHandle(state("a"), &cmd), true);
  expectClaims<PosVelJointInterface>(PosVelJointHandle(state("a"), &cmd, &cmd), true);
  expectClaims<PosVelAccJointInterface>(PosVelAccJointHandle(state("a"), &cmd, &cmd, &cmd), true);
  expectClaims<PositionVelocityTorqueGainsJointInterface>(
      PositionVelocityTorqueGainsJointHandle(state("a"), &cmd, &cmd, &cmd, &cmd, &cmd), true);
  expectClaims<JointModeInterface>(JointModeHandle("a", &mode), false);
  expectClaims<ActuatorStateInterface>(actuator("a"), false);
  expectClaims<EffortActuatorInterface>(ActuatorHandle(actuator("a"), &cmd), false);
  expectClaims<VelocityActuatorInterface>(ActuatorHandle(actuator("a"), &cmd), false);
  expectClaims<PositionActuatorInterface>(ActuatorHandle(actuator("a"), &cmd), false);
  expectClaims<ForceTorqueSensorInterface>(ForceTorqueSensorHandle("a", "f", &x, &x), false);
  ImuSensorHandle::Data imu;
  imu.name = "a";
  expectClaims<ImuSensorInterface>(ImuSensorHandle(imu), false);
}

TEST(Interface, namesAreInAlphabeticalOrder) {
  JointStateInterface interface;
  EXPECT_TRUE(interface.getNames().empty());
  for (const char* name : {"b", "c", "a"}) {
    interface.registerHandle(state(name));
  }
  EXPECT_EQ(std::vector<std::string>({"a", "b", "c"}), interface.getNames());
}

TEST(Interface, unknownNameThrowsAndNamesResourceAndInterface) {
  VelocityJointInterface interface;
  interface.registerHandle(JointHandle(state("left_wheel"), &cmd));
  try {
    interface.getHandle("left_whel");
    FAIL() << "nothing was thrown";
  } catch (const HardwareInterfaceException& e) {
    const std::string text = e.what();
    EXPECT_NE(std::string::npos, text.find("'left_whel'")) << text;
    EXPECT_NE(std::string::npos, text.find("hardware_interface::VelocityJointInterface")) << text;
    EXPECT_NE(std::string::npos, text.find("'left_wheel'")) << text;  // what there is
  }
  EXPECT_TRUE(interface.getClaims().empty());
}

TEST(Interface, registeringANameTwiceReplacesItWithAWarning) {
  JointStateInterface interface;
  CapturedLog log;
  interface.registerHandle(state("a"));
  EXPECT_EQ("", log.text());
  interface.registerHandle(JointStateHandle("a", &y, &y, &y));
  EXPECT_NE(std::string::npos, log.text().find("'a'")) << log.text();
  EXPECT_NE(std::string::npos, log.text().find("hardware_interface::JointStateInterface"))
      << log.text();
  EXPECT_EQ(2.0, interface.getHandle("a").getPosition());
  EXPECT_EQ(1u, interface.getNames().size());
}

TEST(Interface, claimsAreASet) {
  EffortJointInterface interface;
  interface.registerHandle(JointHandle(state("a"), &cmd));
  interface.registerHandle(JointHandle(state("b"), &cmd));
  interface.getHandle("b");
  interface.getHandle("b");
  EXPECT_EQ(std::set<std::string>({"b"}), interface.getClaims());
  interface.claim("anything");
  EXPECT_EQ(std::set<std::string>({"anything", "b"}), interface.getClaims());
}

/// A registry outside of any hardware interface, as joint limits use it.
class Registry : public ResourceManager<JointStateHandle> {};

TEST(ResourceManager, unknownNameThrowsLogicError) {
  Registry registry;
  registry.registerHandle(state("a"));
  EXPECT_EQ("a", registry.getHandle("a").getName());
  EXPECT_THROW(registry.getHandle("b"), std::logic_error);
}

TEST(ResourceManager, concatenates) {
  Registry first, second, all;
  first.registerHandle(state("a"));
  second.registerHandle(state("b"));
  std::vector<ResourceManager<JointStateHandle>*> parts = {&first, &second};
  Registry::concatManagers(parts, &all);
  EXPECT_EQ(std::vector<std::string>({"a", "b"}), all.getNames());
}

}  // namespace
