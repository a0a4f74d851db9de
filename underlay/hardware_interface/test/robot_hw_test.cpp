// Interface managers, also combined ones, and what RobotHW does by default.

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <hardware_interface/robot_hw.h>

#include "captured_log.h"

using namespace hardware_interface;
using Names = std::vector<std::string>;

namespace {

const std::string EFFORT = "hardware_interface::EffortJointInterface";
const std::string STATE = "hardware_interface::JointStateInterface";

double x = 0.0, cmd = 0.0;

/// A robot with one joint.
struct OneJoint : RobotHW {
  explicit OneJoint(const std::string& joint) {
    const JointStateHandle state(joint, &x, &x, &x);
    states.registerHandle(state);
    efforts.registerHandle(JointHandle(state, &cmd));
    registerInterface(&states);
    registerInterface(&efforts);
  }
  JointStateInterface states;
  EffortJointInterface efforts;
};

/// An interface that is no resource manager.
struct Plain {
  virtual ~Plain() = default;
};

TEST(InterfaceManager, givesInterfacesByType) {
  OneJoint robot("a");
  EXPECT_EQ(&robot.states, robot.get<JointStateInterface>());
  EXPECT_EQ(&robot.efforts, robot.get<EffortJointInterface>());
  EXPECT_EQ(nullptr, robot.get<VelocityJointInterface>());
  EXPECT_EQ(nullptr, robot.get<JointCommandInterface>());  // a base class is another type
  EXPECT_EQ(Names({EFFORT, STATE}), robot.getNames());
  EXPECT_EQ(Names({"a"}), robot.getInterfaceResources(EFFORT));
  EXPECT_EQ(Names(), robot.getInterfaceResources("no such type"));
}

TEST(InterfaceManager, registeringATypeTwiceReplacesItWithAWarning) {
  OneJoint robot("a");
  JointStateInterface other;
  CapturedLog log;
  robot.registerInterface(&other);
  EXPECT_NE(std::string::npos, log.text().find(STATE)) << log.text();
  EXPECT_EQ(&other, robot.get<JointStateInterface>());
  EXPECT_EQ(Names(), robot.getInterfaceResources(STATE));
  EXPECT_EQ(2u, robot.getNames().size());
}

TEST(InterfaceManager, acceptsInterfacesThatAreNoResourceManagers) {
  InterfaceManager robot;
  Plain plain;
  robot.registerInterface(&plain);
  EXPECT_EQ(&plain, robot.get<Plain>());
  EXPECT_EQ(1u, robot.getNames().size());
  EXPECT_EQ(Names(), robot.getInterfaceResources(robot.getNames().front()));
}

TEST(InterfaceManager, answersForTheOneManagerBelow) {
  OneJoint part("a");
  InterfaceManager robot;
  robot.registerInterfaceManager(&part);
  EXPECT_EQ(&part.efforts, robot.get<EffortJointInterface>());
  EXPECT_EQ(Names({EFFORT, STATE}), robot.getNames());
  EXPECT_EQ(Names({"a"}), robot.getInterfaceResources(EFFORT));
}

TEST(InterfaceManager, combinesInterfacesOfOneType) {
  OneJoint left("l"), right("r"), own("o");
  own.registerInterfaceManager(&left);
  own.registerInterfaceManager(&right);

  EffortJointInterface* all = own.get<EffortJointInterface>();
  ASSERT_NE(nullptr, all);
  EXPECT_EQ(Names({"l", "o", "r"}), all->getNames());
  EXPECT_EQ(Names({EFFORT, STATE}), own.getNames());
  EXPECT_EQ(Names({"o", "l", "r"}), own.getInterfaceResources(EFFORT));

  // Always the same one, so that claims on it are seen.
  EXPECT_EQ(all, own.get<EffortJointInterface>());
  all->getHandle("l").setCommand(2.0);
  EXPECT_EQ(2.0, cmd);
  EXPECT_EQ(1u, all->getClaims().count("l"));
  EXPECT_TRUE(left.efforts.getClaims().empty());

  // A further part is noticed.
  OneJoint third("t");
  own.registerInterfaceManager(&third);
  EXPECT_EQ(Names({"l", "o", "r", "t"}), own.get<EffortJointInterface>()->getNames());
  EXPECT_EQ(Names({"l", "o", "r"}), all->getNames());
}

TEST(InterfaceManager, combinesOverSeveralLevels) {
  OneJoint a("a"), b("b"), c("c");
  InterfaceManager middle, top;
  middle.registerInterfaceManager(&a);
  middle.registerInterfaceManager(&b);
  top.registerInterfaceManager(&middle);
  top.registerInterfaceManager(&c);
  EXPECT_EQ(Names({"a", "b", "c"}), top.get<JointStateInterface>()->getNames());
}

TEST(InterfaceManager, cannotCombineWhatIsNoResourceManager) {
  Plain first, second;
  InterfaceManager a, b, robot;
  a.registerInterface(&first);
  b.registerInterface(&second);
  robot.registerInterfaceManager(&a);
  EXPECT_EQ(&first, robot.get<Plain>());
  robot.registerInterfaceManager(&b);
  CapturedLog log;
  EXPECT_EQ(nullptr, robot.get<Plain>());
  EXPECT_NE(std::string::npos, log.text().find("Plain")) << log.text();
}

TEST(InterfaceManager, aCopyOwnsItsCombinedInterfaces) {
  OneJoint a("a"), b("b");
  auto robot = std::make_unique<InterfaceManager>();
  robot->registerInterfaceManager(&a);
  robot->registerInterfaceManager(&b);
  JointStateInterface* first = robot->get<JointStateInterface>();
  InterfaceManager copy(*robot);
  EXPECT_NE(first, copy.get<JointStateInterface>());
  robot.reset();
  EXPECT_EQ(Names({"a", "b"}), copy.get<JointStateInterface>()->getNames());
}

ControllerInfo controller(const std::string& name, const std::vector<InterfaceResources>& claimed) {
  ControllerInfo info;
  info.name = name;
  info.type = "type";
  info.claimed_resources = claimed;
  return info;
}

TEST(RobotHW, noConflictWithoutCommonResources) {
  const RobotHW robot;
  CapturedLog log;
  EXPECT_FALSE(robot.checkForConflict({}));
  EXPECT_FALSE(robot.checkForConflict({controller("A", {{"hw", {"x", "y"}}}),
                                       controller("B", {{"hw", {"z"}}, {"other", {"w"}}}),
                                       controller("C", {{"hw", {}}}), controller("D", {})}));
  EXPECT_EQ("", log.text());
}

TEST(RobotHW, conflictNamesResourceAndControllers) {
  const RobotHW robot;
  CapturedLog log;
  EXPECT_TRUE(robot.checkForConflict({controller("first", {{"hw1", {"x", "y"}}}),
                                      controller("second", {{"hw2", {"y", "z"}}}),
                                      controller("third", {{"hw1", {"w"}}})}));
  EXPECT_NE(std::string::npos, log.text().find("[y]")) << log.text();
  EXPECT_NE(std::string::npos, log.text().find("first")) << log.text();
  EXPECT_NE(std::string::npos, log.text().find("second")) << log.text();
  EXPECT_EQ(std::string::npos, log.text().find("third")) << log.text();
}

TEST(RobotHW, aControllerCanBeInConflictWithItself) {
  const RobotHW robot;
  EXPECT_TRUE(robot.checkForConflict({controller("A", {{"hw1", {"x"}}, {"hw2", {"x"}}})}));
}

TEST(RobotHW, defaultsDoNothing) {
  RobotHW robot;
  EXPECT_TRUE(robot.prepareSwitch({}, {}));
  robot.doSwitch({}, {});
  EXPECT_EQ(RobotHW::SwitchState::DONE, robot.switchResult());
  EXPECT_EQ(RobotHW::DONE, robot.switchResult(ControllerInfo()));
  robot.read(ros::Time(), ros::Duration());
  robot.write(ros::Time(), ros::Duration());
  EXPECT_TRUE(robot.getNames().empty());
}

TEST(DemangleSymbol, isReadable) {
  EXPECT_EQ(EFFORT, internal::demangledTypeName<EffortJointInterface>());
  const EffortJointInterface efforts;
  const HardwareInterface& base = efforts;
  EXPECT_EQ(EFFORT, internal::demangledTypeName(base));
  EXPECT_EQ("not a symbol", internal::demangleSymbol("not a symbol"));
}

}  // namespace
