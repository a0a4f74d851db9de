// Which transmissions become joints.
#include "../src/joint_selection.h"

#include <gtest/gtest.h>

using gazebo_ros_control::JointSelection;
using gazebo_ros_control::kEffortInterface;
using gazebo_ros_control::kVelocityInterface;
using gazebo_ros_control::selectJoints;
using transmission_interface::JointInfo;
using transmission_interface::TransmissionInfo;

namespace {

TransmissionInfo transmission(const std::string& name, const std::vector<std::string>& joints,
                              const std::vector<std::string>& interfaces) {
  TransmissionInfo info;
  info.name_ = name;
  for (const std::string& joint_name : joints) {
    JointInfo joint;
    joint.name_ = joint_name;
    joint.hardware_interfaces_ = interfaces;
    info.joints_.push_back(joint);
  }
  return info;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(JointSelection, TakesTheJointOfEachTransmission) {
  const JointSelection s = selectJoints({transmission("t", {"a"}, {kEffortInterface}),
                                         transmission("u", {"b"}, {kVelocityInterface})});
  EXPECT_EQ("", s.error);
  EXPECT_TRUE(s.warnings.empty());
  ASSERT_EQ(2u, s.joints.size());
  EXPECT_EQ("a", s.joints[0].first);
  EXPECT_EQ(kEffortInterface, s.joints[0].second);
  EXPECT_EQ("b", s.joints[1].first);
  EXPECT_EQ(kVelocityInterface, s.joints[1].second);
}

TEST(JointSelection, SkippedTransmissionsLeaveNoGap) {
  const JointSelection s = selectJoints({transmission("none", {}, {kEffortInterface}),
                                         transmission("two", {"a", "b"}, {kEffortInterface}),
                                         transmission("one", {"c"}, {kEffortInterface})});
  EXPECT_EQ("", s.error);
  ASSERT_EQ(1u, s.joints.size());
  EXPECT_EQ("c", s.joints[0].first);
  ASSERT_EQ(2u, s.warnings.size());
  EXPECT_TRUE(mentions(s.warnings[0], "'none'") && mentions(s.warnings[0], "0 joints"));
  EXPECT_TRUE(mentions(s.warnings[1], "'two'") && mentions(s.warnings[1], "2 joints"));
}

TEST(JointSelection, SecondTransmissionOfAJointIsSkipped) {
  const JointSelection s = selectJoints({transmission("t", {"a"}, {kEffortInterface}),
                                         transmission("u", {"a"}, {kVelocityInterface})});
  ASSERT_EQ(1u, s.joints.size());
  EXPECT_EQ(kEffortInterface, s.joints[0].second);
  ASSERT_EQ(1u, s.warnings.size());
  EXPECT_TRUE(mentions(s.warnings[0], "'u'"));
}

TEST(JointSelection, InterfaceWithoutPrefixIsDeprecated) {
  const JointSelection s = selectJoints({transmission("t", {"a"}, {"VelocityJointInterface"})});
  ASSERT_EQ(1u, s.joints.size());
  EXPECT_EQ(kVelocityInterface, s.joints[0].second);
  ASSERT_EQ(1u, s.warnings.size());
  EXPECT_TRUE(mentions(s.warnings[0], "deprecated"));
}

TEST(JointSelection, FirstOfSeveralInterfacesIsUsed) {
  const JointSelection s =
      selectJoints({transmission("t", {"a"}, {kVelocityInterface, kEffortInterface})});
  ASSERT_EQ(1u, s.joints.size());
  EXPECT_EQ(kVelocityInterface, s.joints[0].second);
  EXPECT_EQ(1u, s.warnings.size());
}

TEST(JointSelection, OtherInterfacesAreAnError) {
  const JointSelection s =
      selectJoints({transmission("t", {"a"}, {"hardware_interface/PosVelJointInterface"})});
  EXPECT_TRUE(mentions(s.error, "'t'") && mentions(s.error, "'a'") &&
              mentions(s.error, "PosVelJointInterface"));
  EXPECT_NE("", selectJoints({transmission("t", {"a"}, {})}).error);
}
