#include "joint_limits_interface/joint_limits_interface.h"

#include <cmath>
#include <string>
#include <type_traits>

#include "joint_fixture.h"

namespace jli = joint_limits_interface;
using hardware_interface::JointHandle;
using hardware_interface::JointStateHandle;

namespace {

// Two joints beside each other.
class Interface : public JointFixture {
 protected:
  Interface()
      : second_joint(JointStateHandle("second", &second_position, &velocity, &effort),
                     &second_command) {}

  double second_position = -0.5;
  double second_command = 0.0;
  JointHandle second_joint;
};

}  // namespace

TEST(Saturate, ClampsAndPassesNan) {
  EXPECT_EQ(1.0, jli::internal::saturate(5.0, -1.0, 1.0));
  EXPECT_EQ(-1.0, jli::internal::saturate(-5.0, -1.0, 1.0));
  EXPECT_EQ(0.5, jli::internal::saturate(0.5, -1.0, 1.0));
  EXPECT_EQ(1.0, jli::internal::saturate(0.0, 2.0, 1.0)) << "the upper bound wins";
  EXPECT_TRUE(std::isnan(jli::internal::saturate(std::nan(""), -1.0, 1.0)));
  EXPECT_EQ(3, jli::internal::saturate(7, 1, 3)) << "any number type";
}

TEST(JointLimits, AreOffByDefault) {
  const jli::JointLimits limits;
  EXPECT_FALSE(limits.has_position_limits || limits.has_velocity_limits ||
               limits.has_acceleration_limits || limits.has_jerk_limits ||
               limits.has_effort_limits || limits.angle_wraparound);
  for (const double value : {limits.min_position, limits.max_position, limits.max_velocity,
                             limits.max_acceleration, limits.max_jerk, limits.max_effort}) {
    EXPECT_EQ(0.0, value);
  }
  const jli::SoftJointLimits soft;
  for (const double value :
       {soft.min_position, soft.max_position, soft.k_position, soft.k_velocity}) {
    EXPECT_EQ(0.0, value);
  }
}

TEST(Handles, DefaultConstructedWhereUpstreamsAre) {
  EXPECT_TRUE(std::is_default_constructible<jli::PositionJointSoftLimitsHandle>::value);
  EXPECT_TRUE(std::is_default_constructible<jli::EffortJointSoftLimitsHandle>::value);
  EXPECT_TRUE(std::is_default_constructible<jli::VelocityJointSaturationHandle>::value);
}

TEST_F(Interface, EnforcesAllJoints) {
  jli::VelocityJointSaturationInterface interface;
  interface.registerHandle(jli::VelocityJointSaturationHandle(joint, limits));
  limits.max_velocity = 0.5;
  interface.registerHandle(jli::VelocityJointSaturationHandle(second_joint, limits));
  EXPECT_EQ(std::vector<std::string>({"joint", "second"}), interface.getNames());
  command = 9.0;
  second_command = -9.0;
  interface.enforceLimits(ros::Duration(0.1));
  EXPECT_EQ(2.0, command);
  EXPECT_EQ(-0.5, second_command);
}

TEST_F(Interface, EveryKindEnforces) {
  jli::PositionJointSaturationInterface position_saturation;
  position_saturation.registerHandle(jli::PositionJointSaturationHandle(joint, limits));
  jli::PositionJointSoftLimitsInterface position_soft;
  position_soft.registerHandle(jli::PositionJointSoftLimitsHandle(joint, limits, soft));
  jli::EffortJointSaturationInterface effort_saturation;
  effort_saturation.registerHandle(jli::EffortJointSaturationHandle(joint, limits));
  jli::EffortJointSoftLimitsInterface effort_soft;
  effort_soft.registerHandle(jli::EffortJointSoftLimitsHandle(joint, limits, soft));
  jli::VelocityJointSoftLimitsInterface velocity_soft;
  velocity_soft.registerHandle(jli::VelocityJointSoftLimitsHandle(joint, limits, soft));

  EXPECT_NEAR(0.2, limited(position_saturation, 99.0), kEps);
  EXPECT_NEAR(0.2, limited(position_soft, 99.0), kEps);
  EXPECT_EQ(8.0, limited(effort_saturation, 99.0));
  EXPECT_EQ(8.0, limited(effort_soft, 99.0));
  EXPECT_EQ(2.0, limited(velocity_soft, 99.0));
}

TEST_F(Interface, GivesHandleByNameOrThrows) {
  jli::VelocityJointSaturationInterface interface;
  interface.registerHandle(jli::VelocityJointSaturationHandle(joint, limits));
  EXPECT_EQ("joint", interface.getHandle("joint").getName());
  try {
    interface.getHandle("unknown");
    FAIL() << "must throw";
  } catch (const jli::JointLimitsInterfaceException& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("'unknown'")) << error.what();
  }
}

TEST_F(Interface, ResetsAllJoints) {
  const auto expectReset = [this](auto& interface) {
    position = 0.0;
    second_position = -0.5;
    command = second_command = 5.0;
    interface.enforceLimits(ros::Duration(0.1));
    EXPECT_NEAR(0.2, command, kEps);
    EXPECT_NEAR(-0.3, second_command, kEps);
    position = -0.6;
    second_position = 0.1;
    interface.reset();
    command = second_command = 5.0;
    interface.enforceLimits(ros::Duration(0.1));
    EXPECT_NEAR(-0.4, command, kEps);
    EXPECT_NEAR(0.3, second_command, kEps);
  };
  jli::PositionJointSaturationInterface saturation;
  saturation.registerHandle(jli::PositionJointSaturationHandle(joint, limits));
  saturation.registerHandle(jli::PositionJointSaturationHandle(second_joint, limits));
  expectReset(saturation);
  jli::PositionJointSoftLimitsInterface soft_limits;
  soft_limits.registerHandle(jli::PositionJointSoftLimitsHandle(joint, limits, soft));
  soft_limits.registerHandle(jli::PositionJointSoftLimitsHandle(second_joint, limits, soft));
  expectReset(soft_limits);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
