// Handles: what they give access to, and that null pointers are refused by name.

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <hardware_interface/actuator_command_interface.h>
#include <hardware_interface/force_torque_sensor_interface.h>
#include <hardware_interface/imu_sensor_interface.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_mode_interface.h>
#include <hardware_interface/position_velocity_torque_gains_command_interface.h>
#include <hardware_interface/posvelacc_command_interface.h>

using namespace hardware_interface;

namespace {

double pos = 1.0, vel = 2.0, eff = 3.0, absolute = 4.0, torque = 5.0, a = 0.0, b = 0.0, c = 0.0,
       d = 0.0, e = 0.0;

/// The exception's text, or "" if `make` throws none.
template <class F>
std::string refusal(F make) {
  try {
    make();
  } catch (const HardwareInterfaceException& exception) {
    return exception.what();
  }
  return "";
}

template <class Handle>
class StateHandle : public testing::Test {};
using StateHandles = testing::Types<JointStateHandle, ActuatorStateHandle>;
TYPED_TEST_SUITE(StateHandle, StateHandles);

TYPED_TEST(StateHandle, readsThroughItsPointers) {
  const TypeParam handle("h", &pos, &vel, &eff);
  EXPECT_EQ("h", handle.getName());
  EXPECT_EQ(1.0, handle.getPosition());
  EXPECT_EQ(2.0, handle.getVelocity());
  EXPECT_EQ(3.0, handle.getEffort());
  EXPECT_EQ(&pos, handle.getPositionPtr());
  EXPECT_EQ(&vel, handle.getVelocityPtr());
  EXPECT_EQ(&eff, handle.getEffortPtr());
}

TYPED_TEST(StateHandle, absolutePositionAndTorqueSensorAreOptional) {
  const TypeParam neither("h", &pos, &vel, &eff);
  EXPECT_FALSE(neither.hasAbsolutePosition());
  EXPECT_FALSE(neither.hasTorqueSensor());
  EXPECT_THROW(neither.getAbsolutePosition(), std::runtime_error);
  EXPECT_THROW(neither.getAbsolutePositionPtr(), std::runtime_error);
  EXPECT_THROW(neither.getTorqueSensor(), std::runtime_error);
  EXPECT_THROW(neither.getTorqueSensorPtr(), std::runtime_error);

  const TypeParam both("h", &pos, &vel, &eff, &absolute, &torque);
  EXPECT_EQ(4.0, both.getAbsolutePosition());
  EXPECT_EQ(5.0, both.getTorqueSensor());
  EXPECT_EQ(&absolute, both.getAbsolutePositionPtr());
  EXPECT_EQ(&torque, both.getTorqueSensorPtr());

  const TypeParam only_absolute("h", &pos, &vel, &eff, &absolute);
  EXPECT_TRUE(only_absolute.hasAbsolutePosition());
  EXPECT_FALSE(only_absolute.hasTorqueSensor());

  const TypeParam only_torque("h", &pos, &vel, &eff, &torque, true);
  EXPECT_FALSE(only_torque.hasAbsolutePosition());
  EXPECT_EQ(5.0, only_torque.getTorqueSensor());
}

TYPED_TEST(StateHandle, refusesNullPointersByName) {
  EXPECT_NE("", refusal([] { TypeParam("wheel", nullptr, &vel, &eff); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, nullptr, &eff); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, &vel, nullptr); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, &vel, &eff, nullptr); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, &vel, &eff, nullptr, true); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, &vel, &eff, nullptr, &torque); }));
  EXPECT_NE("", refusal([] { TypeParam("wheel", &pos, &vel, &eff, &absolute, nullptr); }));

  const std::string text = refusal([] { TypeParam("wheel", &pos, nullptr, &eff); });
  EXPECT_NE(std::string::npos, text.find("wheel")) << text;
  EXPECT_NE(std::string::npos, text.find("velocity")) << text;
}

TEST(JointHandle, writesItsCommand) {
  JointHandle handle(JointStateHandle("h", &pos, &vel, &eff), &a);
  handle.setCommand(0.5);
  EXPECT_EQ(0.5, a);
  EXPECT_EQ(0.5, handle.getCommand());
  EXPECT_EQ(&a, handle.getCommandPtr());
  EXPECT_EQ(1.0, handle.getPosition());
  EXPECT_NE("", refusal([] { JointHandle(JointStateHandle("h", &pos, &vel, &eff), nullptr); }));
}

TEST(ActuatorHandle, writesItsCommand) {
  ActuatorHandle handle(ActuatorStateHandle("h", &pos, &vel, &eff), &a);
  handle.setCommand(0.6);
  EXPECT_EQ(0.6, a);
  EXPECT_EQ(0.6, handle.getCommand());
  *handle.getCommandPtr() = 0.7;
  EXPECT_EQ(0.7, a);
  EXPECT_NE("",
            refusal([] { ActuatorHandle(ActuatorStateHandle("h", &pos, &vel, &eff), nullptr); }));
}

TEST(PosVelJointHandle, writesBothCommands) {
  const JointStateHandle state("h", &pos, &vel, &eff);
  PosVelJointHandle handle(state, &a, &b);
  handle.setCommand(1.5, 2.5);
  EXPECT_EQ(1.5, a);
  EXPECT_EQ(2.5, b);
  handle.setCommandPosition(3.5);
  handle.setCommandVelocity(4.5);
  EXPECT_EQ(3.5, handle.getCommandPosition());
  EXPECT_EQ(4.5, handle.getCommandVelocity());
  EXPECT_NE("", refusal([&] { PosVelJointHandle(state, nullptr, &b); }));
  EXPECT_NE("", refusal([&] { PosVelJointHandle(state, &a, nullptr); }));
}

TEST(PosVelAccJointHandle, writesThreeCommands) {
  const JointStateHandle state("h", &pos, &vel, &eff);
  PosVelAccJointHandle handle(state, &a, &b, &c);
  handle.setCommand(1.0, 2.0, 3.0);
  EXPECT_EQ(1.0, a);
  EXPECT_EQ(2.0, b);
  EXPECT_EQ(3.0, c);
  handle.setCommandAcceleration(4.0);
  EXPECT_EQ(4.0, handle.getCommandAcceleration());
  EXPECT_NE("", refusal([&] { PosVelAccJointHandle(state, nullptr, &b, &c); }));
  EXPECT_NE("", refusal([&] { PosVelAccJointHandle(state, &a, nullptr, &c); }));
  EXPECT_NE("", refusal([&] { PosVelAccJointHandle(state, &a, &b, nullptr); }));
}

TEST(PositionVelocityTorqueGainsJointHandle, writesFiveCommands) {
  const JointStateHandle state("h", &pos, &vel, &eff);
  using Handle = PositionVelocityTorqueGainsJointHandle;
  Handle handle(state, &a, &b, &c, &d, &e);
  handle.setCommand(1.0, 2.0, 3.0, 4.0, 5.0);
  EXPECT_EQ(1.0, handle.getCommandPosition());
  EXPECT_EQ(2.0, handle.getCommandVelocity());
  EXPECT_EQ(3.0, c);
  EXPECT_EQ(4.0, d);
  EXPECT_EQ(5.0, e);
  handle.setCommandEffort(6.0);
  handle.setCommandKp(7.0);
  handle.setCommandKd(8.0);
  EXPECT_EQ(6.0, handle.getCommandEffort());
  EXPECT_EQ(7.0, handle.getCommandKp());
  EXPECT_EQ(8.0, handle.getCommandKd());
  EXPECT_NE("", refusal([&] { Handle(state, &a, &b, nullptr, &d, &e); }));
  EXPECT_NE("", refusal([&] { Handle(state, &a, &b, &c, nullptr, &e); }));
  EXPECT_NE("", refusal([&] { Handle(state, &a, &b, &c, &d, nullptr); }));
}

TEST(JointModeHandle, writesItsMode) {
  JointCommandModes mode = JointCommandModes::NOMODE;
  JointModeHandle handle("h", &mode);
  handle.setMode(JointCommandModes::MODE_VELOCITY);
  EXPECT_EQ(JointCommandModes::MODE_VELOCITY, mode);
  EXPECT_EQ(JointCommandModes::MODE_VELOCITY, handle.getMode());
  EXPECT_EQ(&mode, handle.getModePtr());
  EXPECT_EQ("velocity", handle.getModeName(mode));
  EXPECT_EQ("emergency_stop", handle.getModeName(JointCommandModes::EMERGENCY_STOP));
  EXPECT_NE("", refusal([] { JointModeHandle("h", nullptr); }));
}

TEST(ForceTorqueSensorHandle, reads) {
  const double force[3] = {}, moment[3] = {};
  const ForceTorqueSensorHandle handle("wrist", "tool", force, moment);
  EXPECT_EQ("wrist", handle.getName());
  EXPECT_EQ("tool", handle.getFrameId());
  EXPECT_EQ(force, handle.getForce());
  EXPECT_EQ(moment, handle.getTorque());
  EXPECT_EQ(nullptr, ForceTorqueSensorHandle("wrist", "tool", nullptr, moment).getForce());
}

TEST(ImuSensorHandle, readsWhatTheSensorHas) {
  double orientation[4] = {}, rate[3] = {}, covariance[9] = {};
  ImuSensorHandle::Data data;
  data.name = "imu";
  data.frame_id = "base";
  data.orientation = orientation;
  data.angular_velocity = rate;
  data.angular_velocity_covariance = covariance;
  const ImuSensorHandle handle(data);
  EXPECT_EQ("imu", handle.getName());
  EXPECT_EQ("base", handle.getFrameId());
  EXPECT_EQ(orientation, handle.getOrientation());
  EXPECT_EQ(nullptr, handle.getOrientationCovariance());
  EXPECT_EQ(rate, handle.getAngularVelocity());
  EXPECT_EQ(covariance, handle.getAngularVelocityCovariance());
  EXPECT_EQ(nullptr, handle.getLinearAcceleration());
  EXPECT_EQ(nullptr, handle.getLinearAccelerationCovariance());
  EXPECT_EQ(nullptr, ImuSensorHandle().getOrientation());
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
