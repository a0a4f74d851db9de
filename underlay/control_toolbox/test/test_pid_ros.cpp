// Parameters, dynamic reconfigure, state topic and gains service of Pid, each test in its own
// namespace.
#include <control_msgs/PidState.h>
#include <dynamic_reconfigure/Reconfigure.h>
#include <gtest/gtest.h>
#include <ros/callback_queue.h>
#include <ros/ros.h>

#include <string>
#include <vector>

#include "control_toolbox/pid.h"
#include "control_toolbox/pid_gains_setter.h"

using control_toolbox::Pid;

namespace {

const double kPatience = 20.0;  // [s] for a busy machine

class PidRos : public ::testing::Test {
 protected:
  PidRos()
      : ns(std::string("/") + ::testing::UnitTest::GetInstance()->current_test_info()->name()),
        node(ns),
        spinner(1) {
    spinner.start();
  }

  void expectGains(double p, double i, double d, double i_max, double i_min, bool antiwindup) {
    const Pid::Gains gains = pid.getGains();
    EXPECT_EQ(p, gains.p_gain_);
    EXPECT_EQ(i, gains.i_gain_);
    EXPECT_EQ(d, gains.d_gain_);
    EXPECT_EQ(i_max, gains.i_max_);
    EXPECT_EQ(i_min, gains.i_min_);
    EXPECT_EQ(antiwindup, gains.antiwindup_);
  }

  double param(const std::string& name) {
    double value = -12345.0;
    EXPECT_TRUE(node.getParam(name, value)) << name;
    return value;
  }

  // Sets doubles by the service; what it answers is returned.
  dynamic_reconfigure::Config reconfigure(
      const std::vector<std::pair<std::string, double>>& values = {}) {
    dynamic_reconfigure::Reconfigure call;
    for (const auto& name_and_value : values) {
      dynamic_reconfigure::DoubleParameter parameter;
      parameter.name = name_and_value.first;
      parameter.value = name_and_value.second;
      call.request.config.doubles.push_back(parameter);
    }
    EXPECT_TRUE(ros::service::call(ns + "/set_parameters", call));
    return call.response.config;
  }

  bool offersReconfigure() { return ros::service::exists(ns + "/set_parameters", false); }

  std::string ns;
  ros::NodeHandle node;
  ros::AsyncSpinner spinner;
  Pid pid;
};

}  // namespace

TEST_F(PidRos, WithoutPNothingChanges) {
  node.setParam("i", 1.0);
  node.setParam("publish_state", true);
  pid.initPid(5.0, 0.0, 0.0, 0.0, 0.0);
  EXPECT_FALSE(pid.init(node));
  EXPECT_FALSE(pid.init(node, true));
  EXPECT_FALSE(pid.initParam(ns, true));
  node.setParam("p", "much");
  EXPECT_FALSE(pid.init(node));
  expectGains(5.0, 0.0, 0.0, 0.0, 0.0, false);
  EXPECT_FALSE(offersReconfigure());
}

TEST_F(PidRos, DefaultsOfTheOthersAreZero) {
  node.setParam("p", 3);  // an integer is a number too
  pid.computeCommand(1.0, ros::Duration(1.0));
  ASSERT_TRUE(pid.init(node));
  expectGains(3.0, 0.0, 0.0, 0.0, 0.0, false);
  double p_error, i_error, d_error;
  pid.getCurrentPIDErrors(&p_error, &i_error, &d_error);
  EXPECT_EQ(0.0, i_error) << "init resets";
}

TEST_F(PidRos, ClampSetsBothBounds) {
  node.setParam("p", 1.0);
  node.setParam("i", 2.0);
  node.setParam("d", 3.0);
  node.setParam("i_clamp", -4.0);
  node.setParam("antiwindup", true);
  ASSERT_TRUE(pid.initParam(ns));
  expectGains(1.0, 2.0, 3.0, 4.0, -4.0, true);
}

TEST_F(PidRos, ClampMinAndMaxOverrideSeparatelyAndGetTheirSigns) {
  node.setParam("p", 1.0);
  node.setParam("i_clamp", 4.0);
  node.setParam("i_clamp_min", 2.0);
  ASSERT_TRUE(pid.init(node));
  expectGains(1.0, 0.0, 0.0, 4.0, -2.0, false);
}

TEST_F(PidRos, ClampMaxAlone) {
  node.setParam("p", 1.0);
  node.setParam("i_clamp_max", -3.0);
  ASSERT_TRUE(pid.init(node));
  expectGains(1.0, 0.0, 0.0, 3.0, 0.0, false);
}

TEST_F(PidRos, ReconfigureWritesGainsBackToParameters) {
  node.setParam("p", 1.0);
  node.setParam("i", 2.0);
  node.setParam("i_clamp", 4.0);
  ASSERT_TRUE(pid.init(node));
  EXPECT_EQ(1.0, param("p"));
  EXPECT_EQ(2.0, param("i"));
  EXPECT_EQ(0.0, param("d"));
  EXPECT_EQ(-4.0, param("i_clamp_min"));
  EXPECT_EQ(4.0, param("i_clamp_max"));
  bool antiwindup = true;
  EXPECT_TRUE(node.getParam("antiwindup", antiwindup));
  EXPECT_FALSE(antiwindup);
}

// Known to users of a master that lives on: the bounds written back win over a new i_clamp. Kept,
// as tools rely on the parameters that dynamic reconfigure writes; init warns about it.
TEST_F(PidRos, ClampChangedAfterReconfigureHasNoEffect) {
  node.setParam("p", 1.0);
  node.setParam("i_clamp", 4.0);
  ASSERT_TRUE(pid.init(node));
  node.setParam("i_clamp", 8.0);
  ASSERT_TRUE(pid.init(node));
  expectGains(1.0, 0.0, 0.0, 4.0, -4.0, false);
  node.deleteParam("i_clamp_min");
  node.deleteParam("i_clamp_max");
  ASSERT_TRUE(pid.init(node));
  expectGains(1.0, 0.0, 0.0, 8.0, -8.0, false);
}

TEST_F(PidRos, ReconfigureSetsGains) {
  node.setParam("p", 1.0);
  node.setParam("i", 2.0);
  ASSERT_TRUE(pid.init(node));
  reconfigure({{"p", 7.0}, {"i_clamp_max", 5.0}});
  expectGains(7.0, 2.0, 0.0, 5.0, 0.0, false);
  EXPECT_EQ(7.0, param("p"));
}

TEST_F(PidRos, ReconfigureKeepsRanges) {
  node.setParam("p", 0.0);
  ASSERT_TRUE(pid.init(node));
  reconfigure({{"p", 1e9}, {"i", 1e9}, {"d", 1e9}, {"i_clamp_max", 1e9}, {"i_clamp_min", 1e9}});
  expectGains(1e5, 1e5, 1e3, 1e5, 0.0, false);
  reconfigure(
      {{"p", -1e9}, {"i", -1e9}, {"d", -1e9}, {"i_clamp_max", -1e9}, {"i_clamp_min", -1e9}});
  expectGains(-1e5, -1e5, -1e3, 0.0, -1e5, false);
}

TEST_F(PidRos, GainsOutsideRangesStayUntilReconfigured) {
  node.setParam("p", 2e5);
  ASSERT_TRUE(pid.init(node));
  expectGains(2e5, 0.0, 0.0, 0.0, 0.0, false);
  reconfigure();  // an empty request is a query, and yet clamps
  expectGains(1e5, 0.0, 0.0, 0.0, 0.0, false);
}

TEST_F(PidRos, InitPidOffersReconfigureWithItsGains) {
  node.setParam("p", 99.0);  // from an earlier run: must not win
  pid.initPid(1.0, 2.0, 3.0, 4.0, -5.0, true, node);
  ASSERT_TRUE(offersReconfigure());
  expectGains(1.0, 2.0, 3.0, 4.0, -5.0, true);
  EXPECT_EQ(1.0, param("p"));
  pid.initPid(6.0, 2.0, 3.0, 4.0, -5.0, node);
  expectGains(6.0, 2.0, 3.0, 4.0, -5.0, false);
  EXPECT_EQ(6.0, param("p"));
}

TEST_F(PidRos, WithoutNodeNoReconfigure) {
  pid.initPid(1.0, 2.0, 3.0, 4.0, -5.0);
  pid.updateDynamicReconfig();
  EXPECT_FALSE(offersReconfigure());
  pid.initDynamicReconfig(node);
  EXPECT_TRUE(offersReconfigure());
  expectGains(1.0, 2.0, 3.0, 4.0, -5.0, false);
}

TEST_F(PidRos, ReconfigureIsToldOfNewGains) {
  pid.initDynamicReconfig(node);
  pid.setGains(1.0, 2.0, 3.0, 4.0, -5.0);
  pid.updateDynamicReconfig();
  EXPECT_EQ(1.0, param("p"));
  pid.updateDynamicReconfig(Pid::Gains(9.0, 0.0, 0.0, 0.0, 0.0));
  EXPECT_EQ(9.0, param("p"));
  EXPECT_EQ(1.0, pid.getGains().p_gain_) << "only told, not set";
  control_toolbox::ParametersConfig config = control_toolbox::ParametersConfig::__getDefault__();
  config.p = 8.0;
  pid.updateDynamicReconfig(config);
  EXPECT_EQ(8.0, param("p"));

  pid = Pid(4.0);
  EXPECT_EQ(4.0, param("p")) << "assignment keeps dynamic reconfigure, with the new gains";
  reconfigure({{"d", 2.0}});
  expectGains(4.0, 0.0, 2.0, 0.0, 0.0, false);
}

TEST_F(PidRos, ReconfigureEndsWithThePid) {
  {
    Pid short_lived;
    short_lived.initPid(1.0, 0.0, 0.0, 0.0, 0.0, node);
    Pid copy(short_lived);
    EXPECT_TRUE(offersReconfigure());
  }
  EXPECT_FALSE(offersReconfigure());
}

TEST_F(PidRos, PublishesEveryComputationIfAsked) {
  node.setParam("p", 1.0);
  node.setParam("i", 2.0);
  node.setParam("d", 3.0);
  node.setParam("i_clamp_max", 0.25);
  node.setParam("i_clamp_min", -0.5);
  node.setParam("publish_state", true);
  std::vector<control_msgs::PidState> states;
  ros::CallbackQueue queue;
  ros::NodeHandle listener(ns);
  listener.setCallbackQueue(&queue);
  const boost::function<void(const control_msgs::PidState&)> keep =
      [&](const control_msgs::PidState& state) { states.push_back(state); };
  ros::Subscriber subscriber = listener.subscribe<control_msgs::PidState>("state", 0, keep);
  ASSERT_TRUE(pid.init(node));
  const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
  while (subscriber.getNumPublishers() == 0 && ros::WallTime::now() < deadline) {
    ros::WallDuration(0.001).sleep();
  }

  const ros::Time start = ros::Time::now();
  pid.computeCommand(0.5, ros::Duration(0.5));
  pid.computeCommand(0.75, ros::Duration(0.5));
  while (states.size() < 2 && ros::WallTime::now() < deadline) {
    queue.callAvailable(ros::WallDuration(0.01));
  }
  ASSERT_EQ(2u, states.size());
  EXPECT_EQ(0.5, states[0].error);
  const control_msgs::PidState& state = states[1];
  EXPECT_GE(state.header.stamp, start);
  EXPECT_EQ(ros::Duration(0.5), state.timestep);
  EXPECT_EQ(0.75, state.error);
  EXPECT_EQ(0.5, state.error_dot);
  EXPECT_EQ(0.75, state.p_error);
  EXPECT_EQ(0.625, state.i_error);
  EXPECT_EQ(0.5, state.d_error);
  EXPECT_EQ(0.75, state.p_term);
  EXPECT_EQ(0.25, state.i_term);
  EXPECT_EQ(1.5, state.d_term);
  EXPECT_EQ(0.25, state.i_max);
  EXPECT_EQ(-0.5, state.i_min);
  EXPECT_EQ(2.5, state.output);
}

TEST_F(PidRos, PublishesNothingByDefault) {
  node.setParam("p", 1.0);
  ASSERT_TRUE(pid.init(node));
  ros::V_string topics;
  ros::this_node::getAdvertisedTopics(topics);
  for (const std::string& topic : topics) {
    EXPECT_NE(ns + "/state", topic);
  }
  pid.printValues();
}

TEST_F(PidRos, GainsSetterSetsAllPidsAndParameters) {
  Pid second;
  pid.initDynamicReconfig(node);
  control_toolbox::PidGainsSetter setter;
  setter.add(&pid).add(&second);
  setter.advertise(node);
  control_toolbox::SetPidGains call;
  call.request.p = 1.0;
  call.request.i = 2.0;
  call.request.d = 3.0;
  call.request.i_clamp = -4.0;
  call.request.antiwindup = true;
  ASSERT_TRUE(ros::service::call(ns + "/set_gains", call));
  expectGains(1.0, 2.0, 3.0, 4.0, -4.0, true);
  EXPECT_EQ(3.0, second.getGains().d_gain_);
  EXPECT_EQ(4.0, second.getGains().i_max_);

  reconfigure({{"p", 5.0}});
  expectGains(5.0, 2.0, 3.0, 4.0, -4.0, true);
  call.request.p = 6.0;
  ASSERT_TRUE(ros::service::call(ns + "/set_gains", call));
  Pid from_parameters;
  ASSERT_TRUE(from_parameters.init(node));
  EXPECT_EQ(6.0, from_parameters.getGains().p_gain_);
  EXPECT_EQ(-4.0, from_parameters.getGains().i_min_);
  EXPECT_TRUE(from_parameters.getGains().antiwindup_);
}

TEST_F(PidRos, GainsSetterByNamespace) {
  control_toolbox::PidGainsSetter setter;
  setter.add(&pid);
  setter.advertise(ns);
  EXPECT_TRUE(ros::service::exists(ns + "/set_gains", false));
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "control_toolbox_ros_test");
  ros::NodeHandle keep_alive;  // a test that destroys its last node handle must not end ROS
  return RUN_ALL_TESTS();
}
