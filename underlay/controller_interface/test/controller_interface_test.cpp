// The life cycle of controllers, and how Controller and
// MultiInterfaceController are initialized.

#include <memory>
#include <string>
#include <vector>

#include <controller_interface/controller.h>
#include <controller_interface/multi_interface_controller.h>
#include <gtest/gtest.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <ros/ros.h>

using namespace controller_interface;
using namespace hardware_interface;

namespace {

using Names = std::vector<std::string>;
using State = ControllerBase::ControllerState;

/// Notes the hooks that are called, and the state in which each is called.
template <class Base>
class Noting : public Base {
 public:
  using Base::Base;
  void starting(const ros::Time& time) override { note("starting", time); }
  void update(const ros::Time& time, const ros::Duration& period) override {
    note("update", time);
    last_period = period;
  }
  void stopping(const ros::Time& time) override { note("stopping", time); }
  void waiting(const ros::Time& time) override { note("waiting", time); }
  void aborting(const ros::Time& time) override { note("aborting", time); }

  Names calls;
  ros::Time last_time;
  ros::Duration last_period;

 private:
  void note(const std::string& call, const ros::Time& time) {
    calls.push_back(call);
    last_time = time;
  }
};

class Robot : public RobotHW {
 public:
  Robot() {
    for (int i = 0; i < 2; ++i) {
      const JointStateHandle state(i == 0 ? "a" : "b", &x_, &x_, &x_);
      states.registerHandle(state);
      efforts.registerHandle(JointHandle(state, &cmd_[i]));
      velocities.registerHandle(JointHandle(state, &cmd_[i]));
    }
    registerInterface(&states);
    registerInterface(&efforts);
    registerInterface(&velocities);
  }
  JointStateInterface states;
  EffortJointInterface efforts;
  VelocityJointInterface velocities;

 private:
  double x_ = 0.0, cmd_[2] = {};
};

class ControllerTest : public testing::Test {
 protected:
  /// initRequest() through the base class, as the controller manager calls it.
  bool init(ControllerBase& controller) {
    return controller.initRequest(&robot, root_nh, controller_nh, claimed);
  }

  Robot robot;
  ros::NodeHandle root_nh{"/robot"};
  ros::NodeHandle controller_nh{"/robot/controller"};
  ControllerBase::ClaimedResources claimed;
  const ros::Time time{12.5};
};

class EffortController : public Noting<Controller<EffortJointInterface>> {
 public:
  bool init(EffortJointInterface* hw, ros::NodeHandle& controller_nh) override {
    inits.push_back(controller_nh.getNamespace());
    for (const std::string& joint : joints) {
      hw->getHandle(joint);
    }
    return first_result;
  }
  bool init(EffortJointInterface*, ros::NodeHandle& root_nh,
            ros::NodeHandle& controller_nh) override {
    inits.push_back(root_nh.getNamespace() + " " + controller_nh.getNamespace());
    return second_result;
  }
  Names inits;
  Names joints = {"a"};
  bool first_result = true, second_result = true;
};

TEST_F(ControllerTest, nothingWorksBeforeInit) {
  EffortController controller;
  EXPECT_EQ(State::CONSTRUCTED, controller.state_);
  EXPECT_FALSE(controller.startRequest(time));
  EXPECT_FALSE(controller.stopRequest(time));
  EXPECT_FALSE(controller.waitRequest(time));
  EXPECT_FALSE(controller.abortRequest(time));
  controller.updateRequest(time, ros::Duration(0.1));
  EXPECT_EQ(Names(), controller.calls);
  EXPECT_EQ(ControllerBase::CONSTRUCTED, controller.state_);
}

TEST_F(ControllerTest, callsBothInitsInOrderWithTheirNamespaces) {
  EffortController controller;
  ASSERT_TRUE(init(controller));
  EXPECT_EQ(Names({"/robot/controller", "/robot /robot/controller"}), controller.inits);
  EXPECT_TRUE(controller.isInitialized());
  EXPECT_FALSE(controller.isRunning());
}

TEST_F(ControllerTest, eitherInitCanFail) {
  EffortController first, second;
  first.first_result = false;
  second.second_result = false;
  EXPECT_FALSE(init(first));
  EXPECT_EQ(1u, first.inits.size());  // the second is not called any more
  EXPECT_FALSE(init(second));
  EXPECT_EQ(State::CONSTRUCTED, first.state_);
  EXPECT_EQ(State::CONSTRUCTED, second.state_);
  EXPECT_FALSE(second.startRequest(time));
  EXPECT_TRUE(robot.efforts.getClaims().empty());
}

TEST_F(ControllerTest, isInitializedOnlyOnce) {
  EffortController controller;
  ASSERT_TRUE(init(controller));
  EXPECT_FALSE(init(controller));
  EXPECT_EQ(2u, controller.inits.size());
}

TEST_F(ControllerTest, claimsAreCollectedDuringInitOnly) {
  robot.efforts.claim("left over from somebody else");
  EffortController controller;
  controller.joints = {"b", "a"};
  ASSERT_TRUE(init(controller));
  ASSERT_EQ(1u, claimed.size());
  EXPECT_EQ("hardware_interface::EffortJointInterface", claimed[0].hardware_interface);
  EXPECT_EQ(std::set<std::string>({"a", "b"}), claimed[0].resources);
  EXPECT_TRUE(robot.efforts.getClaims().empty());
}

TEST_F(ControllerTest, unknownJointThrows) {
  EffortController controller;
  controller.joints = {"c"};
  EXPECT_THROW(init(controller), HardwareInterfaceException);
  EXPECT_EQ(State::CONSTRUCTED, controller.state_);
}

TEST_F(ControllerTest, missingInterfaceFails) {
  class NeedsPosition : public Noting<Controller<PositionJointInterface>> {};
  NeedsPosition controller;
  EXPECT_FALSE(init(controller));
  EXPECT_EQ(State::CONSTRUCTED, controller.state_);
}

TEST_F(ControllerTest, requestsCallTheirHookAndChangeTheState) {
  EffortController controller;
  ASSERT_TRUE(init(controller));
  const ros::Duration period(0.25);

  controller.updateRequest(time, period);
  EXPECT_EQ(Names(), controller.calls);

  EXPECT_TRUE(controller.startRequest(time));
  EXPECT_TRUE(controller.isRunning());
  EXPECT_EQ(time, controller.last_time);

  controller.updateRequest(time + period, period);
  EXPECT_EQ(time + period, controller.last_time);
  EXPECT_EQ(period, controller.last_period);

  EXPECT_TRUE(controller.stopRequest(time));
  EXPECT_TRUE(controller.isStopped());
  controller.updateRequest(time, period);

  EXPECT_TRUE(controller.waitRequest(time));
  EXPECT_TRUE(controller.isWaiting());
  controller.updateRequest(time, period);

  EXPECT_TRUE(controller.abortRequest(time));
  EXPECT_TRUE(controller.isAborted());
  controller.updateRequest(time, period);

  EXPECT_EQ(Names({"starting", "update", "stopping", "waiting", "aborting"}), controller.calls);
}

TEST_F(ControllerTest, requestsWorkFromEveryStateAlsoTheirOwn) {
  EffortController controller;
  ASSERT_TRUE(init(controller));
  using Request = bool (ControllerBase::*)(const ros::Time&);
  const Request requests[] = {&ControllerBase::startRequest, &ControllerBase::stopRequest,
                              &ControllerBase::waitRequest, &ControllerBase::abortRequest};
  for (const Request from : requests) {
    for (const Request to : requests) {
      ASSERT_TRUE((controller.*from)(time));
      controller.calls.clear();
      EXPECT_TRUE((controller.*to)(time));
      EXPECT_EQ(1u, controller.calls.size());  // also from RUNNING to RUNNING
    }
  }
}

class TwoInterfaces
    : public Noting<MultiInterfaceController<EffortJointInterface, VelocityJointInterface>> {
 public:
  using Noting::Noting;
  bool init(RobotHW* robot_hw, ros::NodeHandle& controller_nh) override {
    inits.push_back(controller_nh.getNamespace());
    names = robot_hw->getNames();
    robot_hw->get<EffortJointInterface>()->getHandle("a");
    robot_hw->get<VelocityJointInterface>()->getHandle("b");
    return first_result;
  }
  bool init(RobotHW*, ros::NodeHandle& root_nh, ros::NodeHandle&) override {
    inits.push_back(root_nh.getNamespace());
    return second_result;
  }
  Names inits, names;
  bool first_result = true, second_result = true;
};

TEST_F(ControllerTest, multiInterfaceControllerSeesItsInterfacesOnly) {
  TwoInterfaces controller;
  robot.efforts.claim("left over from somebody else");
  ASSERT_TRUE(init(controller));
  EXPECT_EQ(Names({"/robot/controller", "/robot"}), controller.inits);
  EXPECT_EQ(Names({"hardware_interface::EffortJointInterface",
                   "hardware_interface::VelocityJointInterface"}),
            controller.names);
  EXPECT_TRUE(controller.isInitialized());

  ASSERT_EQ(2u, claimed.size());
  EXPECT_EQ("hardware_interface::EffortJointInterface", claimed[0].hardware_interface);
  EXPECT_EQ(std::set<std::string>({"a"}), claimed[0].resources);
  EXPECT_EQ("hardware_interface::VelocityJointInterface", claimed[1].hardware_interface);
  EXPECT_EQ(std::set<std::string>({"b"}), claimed[1].resources);
  EXPECT_TRUE(robot.efforts.getClaims().empty());
  EXPECT_TRUE(robot.velocities.getClaims().empty());
  EXPECT_FALSE(init(controller));  // only once
}

TEST_F(ControllerTest, multiInterfaceInitCanFail) {
  TwoInterfaces first, second;
  first.first_result = false;
  second.second_result = false;
  EXPECT_FALSE(init(first));
  EXPECT_FALSE(init(second));
  EXPECT_TRUE(robot.efforts.getClaims().empty());
  EXPECT_EQ(State::CONSTRUCTED, second.state_);
}

class NeedsPosition
    : public Noting<MultiInterfaceController<EffortJointInterface, PositionJointInterface>> {
 public:
  using Noting::Noting;
  bool init(RobotHW* robot_hw, ros::NodeHandle&) override {
    has_position = robot_hw->get<PositionJointInterface>() != nullptr;
    robot_hw->get<EffortJointInterface>()->getHandle("a");
    return true;
  }
  bool has_position = true;
};

TEST_F(ControllerTest, missingInterfaceFailsUnlessItIsOptional) {
  NeedsPosition strict;
  EXPECT_FALSE(init(strict));
  NeedsPosition lenient(true);
  ASSERT_TRUE(init(lenient));
  EXPECT_FALSE(lenient.has_position);
  ASSERT_EQ(1u, claimed.size());
  EXPECT_EQ("hardware_interface::EffortJointInterface", claimed[0].hardware_interface);
}

TEST(EnumerateElements, joins) {
  EXPECT_EQ("", controller_interface::internal::enumerateElements(Names(), ", ", "<", ">"));
  EXPECT_EQ("<a>", controller_interface::internal::enumerateElements(Names({"a"}), ", ", "<", ">"));
  EXPECT_EQ("<a>, <b>",
            controller_interface::internal::enumerateElements(Names({"a", "b"}), ", ", "<", ">"));
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "controller_interface_test");
  return RUN_ALL_TESTS();
}
