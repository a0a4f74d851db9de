// DefaultRobotHWSim alone: what each interface and control method does to a flywheel, in numbers.
#include <cmath>
#include <limits>

#include <gazebo_ros_control/default_robot_hw_sim.h>
#include <transmission_interface/transmission_parser.h>

#include "real_time_counter.h"
#include "sim_fixture.h"

namespace gazebo_ros_control_test {

using gazebo_ros_control::DefaultRobotHWSim;

namespace {

const char kEffort[] = "hardware_interface/EffortJointInterface";
const char kPosition[] = "hardware_interface/PositionJointInterface";
const char kVelocity[] = "hardware_interface/VelocityJointInterface";
const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

}  // namespace

/// Runs the RobotHWSim as the plugin does, in every step.
class HwSimTest : public SimTest {
 protected:
  void TearDown() override {
    connection_.reset();
    SimTest::TearDown();
  }

  bool init(const std::vector<TestJoint>& joints, const std::string& more = "",
            bool with_urdf = true) {
    insert(joints, more);
    return initOn(urdfOf(ns_, joints, more), with_urdf);
  }

  bool initOn(const std::string& urdf, bool with_urdf = true) {
    std::vector<transmission_interface::TransmissionInfo> transmissions;
    transmission_interface::TransmissionParser parser;
    parser.parse(urdf, transmissions);
    urdf::Model model;
    EXPECT_TRUE(!with_urdf || model.initString(urdf));
    robot_.reset(new DefaultRobotHWSim);
    if (!robot_->initSim(ns_, ros::NodeHandle(ns_), model_, with_urdf ? &model : nullptr,
                         transmissions)) {
      return false;
    }
    last_ = ros::Time(simTime());
    connection_ = gazebo::event::Events::ConnectWorldUpdateBegin(
        [this](const gazebo::common::UpdateInfo& info) {
          const ros::Time now(info.simTime.sec, info.simTime.nsec);
          robot_->readSim(now, now - last_);
          robot_->writeSim(now, now - last_);
          last_ = now;
        });
    return true;
  }

  /// The interface's command for a joint (name "joint" where nothing else is said).
  template <class Interface>
  void command(double value, const std::string& name = "joint") {
    robot_->get<Interface>()->getHandle(name).setCommand(value);
  }
  void effort(double value) { command<hardware_interface::EffortJointInterface>(value); }
  void velocity(double value) { command<hardware_interface::VelocityJointInterface>(value); }
  void position(double value) { command<hardware_interface::PositionJointInterface>(value); }

  hardware_interface::JointStateHandle state(const std::string& name = "joint") {
    return robot_->get<hardware_interface::JointStateInterface>()->getHandle(name);
  }

  gazebo::physics::JointPtr joint(const std::string& name = "joint") {
    return model_->GetJoint(name);
  }
  double speed() { return joint()->GetVelocity(0); }
  double angle() { return joint()->Position(0); }

  void gains(double p, double i = 0.0, double d = 0.0, double i_clamp = 0.0) {
    const std::string at = "gazebo_ros_control/pid_gains/joint/";
    setParam(at + "p", p);
    setParam(at + "i", i);
    setParam(at + "d", d);
    setParam(at + "i_clamp", i_clamp);
  }

  bool logged(const std::string& part, ros::console::Level level = ros::console::levels::Warn) {
    const std::string text = log_.text(level);
    if (text.find(part) != std::string::npos) return true;
    std::cout << "Not logged: '" << part << "', but:\n" << text;
    return false;
  }

  std::unique_ptr<DefaultRobotHWSim> robot_;
  gazebo::event::ConnectionPtr connection_;
  ros::Time last_;
};

TEST_F(HwSimTest, effort_accelerates_by_torque_over_inertia) {
  ASSERT_TRUE(init({{"joint", kEffort}}));
  effort(0.2);
  step(10);
  EXPECT_NEAR(10 * kStep * 0.2 / kInertia, speed(), 1e-9);
  EXPECT_NEAR(0.2, state().getEffort(), 1e-12);
  effort(0.0);
  step(10);
  EXPECT_NEAR(2.0, speed(), 1e-9);
  EXPECT_NEAR(2.0, state().getVelocity(), 1e-9);
}

TEST_F(HwSimTest, effort_looks_for_no_gains) {
  gains(0.5);
  ASSERT_TRUE(init({{"joint", kEffort}}));
  EXPECT_TRUE(logged("joint 'joint': effort, as commanded", ros::console::levels::Info));
}

TEST_F(HwSimTest, effort_limit_of_the_urdf_holds) {
  ASSERT_TRUE(init({{"joint", kEffort, "continuous", "<limit effort='0.1' velocity='100'/>"}}));
  effort(5.0);
  step(10);
  EXPECT_NEAR(10 * kStep * 0.1 / kInertia, speed(), 1e-9);
}

// The error of a free wheel is multiplied by 1 - P h / J in every step.
TEST_F(HwSimTest, velocity_pid_decays_by_one_minus_ph_over_j) {
  gains(0.5);  // P h / J = 0.5
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  EXPECT_TRUE(logged("velocity PID p=0.5 i=0 d=0", ros::console::levels::Info));
  joint()->SetVelocity(0, 8.0);
  for (double expected : {4.0, 2.0, 1.0, 0.5}) {
    step();
    EXPECT_NEAR(expected, speed(), 1e-9);
  }
}

TEST_F(HwSimTest, velocity_pid_overshoots_beyond_ph_over_j_of_1) {
  gains(1.72);
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  joint()->SetVelocity(0, 1.0);
  for (double expected : {-0.72, 0.5184, -0.373248}) {
    step();
    EXPECT_NEAR(expected, speed(), 1e-9);
  }
}

TEST_F(HwSimTest, velocity_pid_never_settles_at_ph_over_j_of_2) {
  gains(2.0);
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  joint()->SetVelocity(0, 1.0);
  step(100);
  EXPECT_NEAR(1.0, speed(), 1e-6);
  step();
  EXPECT_NEAR(-1.0, speed(), 1e-6);
}

TEST_F(HwSimTest, velocity_pid_torque_stays_within_the_effort_limit) {
  gains(0.5);
  ASSERT_TRUE(init({{"joint", kVelocity, "continuous", "<limit effort='0.05' velocity='100'/>"}}));
  velocity(50.0);
  step(10);
  EXPECT_NEAR(10 * kStep * 0.05 / kInertia, speed(), 1e-9);
}

TEST_F(HwSimTest, velocity_pid_i_term_needs_i_clamp) {
  gains(0.5, 10.0);
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  EXPECT_TRUE(logged("i=10 without i_clamp"));
}

TEST_F(HwSimTest, gains_without_p_are_named_and_not_used) {
  setParam("gazebo_ros_control/pid_gains/joint/i", 1.0);
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  EXPECT_TRUE(logged("/" + ns_ + "/gazebo_ros_control/pid_gains/joint has gains but no 'p'"));
  EXPECT_TRUE(logged("velocity, ODE joint motor", ros::console::levels::Info));
}

TEST_F(HwSimTest, gains_that_are_no_numbers_are_refused) {
  setParam("gazebo_ros_control/pid_gains/joint/p", std::string("much"));
  EXPECT_FALSE(init({{"joint", kVelocity}}));
  EXPECT_TRUE(logged("/" + ns_ + "/gazebo_ros_control/pid_gains/joint are not numbers",
                     ros::console::levels::Error));
}

TEST_F(HwSimTest, velocity_without_gains_is_a_joint_motor_of_the_effort_limit) {
  ASSERT_TRUE(init({{"joint", kVelocity, "continuous", "<limit effort='0.5' velocity='100'/>"}}));
  EXPECT_TRUE(logged("velocity, ODE joint motor, effort limit 0.5", ros::console::levels::Info));
  EXPECT_EQ("", log_.text(ros::console::levels::Warn));  // no gains is a choice, not an error
  velocity(2.0);
  step(2);
  EXPECT_NEAR(2 * kStep * 0.5 / kInertia, speed(), 1e-6);
  step(20);
  EXPECT_NEAR(2.0, speed(), 1e-6);
}

TEST_F(HwSimTest, joint_motor_without_limit_is_as_strong_as_it_takes) {
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  velocity(-30.0);
  step(2);
  EXPECT_NEAR(-30.0, speed(), 1e-6);
}

TEST_F(HwSimTest, velocity_limits_come_from_the_urdf_then_from_parameters) {
  setParam("joint_limits/loose/has_velocity_limits", false);
  setParam("joint_limits/lower/has_velocity_limits", true);
  setParam("joint_limits/lower/max_velocity", 2.0);
  const std::string limit = "<limit effort='10' velocity='5'/>";
  ASSERT_TRUE(init({{"joint", kVelocity, "continuous", limit},
                    {"loose", kVelocity, "continuous", limit},
                    {"lower", kVelocity, "continuous", limit}}));
  for (const char* name : {"joint", "loose", "lower"}) {
    command<hardware_interface::VelocityJointInterface>(-8.0, name);
  }
  step(5);
  EXPECT_NEAR(-5.0, joint("joint")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(-8.0, joint("loose")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(-2.0, joint("lower")->GetVelocity(0), 1e-6);
}

// A velocity joint whose only limit is one of effort, given as parameter, once ended gzserver.
TEST_F(HwSimTest, a_limit_that_nobody_gave_does_not_limit) {
  setParam("joint_limits/joint/has_effort_limits", true);
  setParam("joint_limits/joint/max_effort", 0.3);
  setParam("joint_limits/other/has_velocity_limits", true);
  setParam("joint_limits/other/max_velocity", 0.5);
  ASSERT_TRUE(init({{"joint", kVelocity}, {"other", kEffort}}));
  velocity(1e6);
  command<hardware_interface::EffortJointInterface>(0.1, "other");
  step(4);
  EXPECT_NEAR(4 * kStep * 0.3 / kInertia, speed(), 1e-6);
  EXPECT_NEAR(4 * kStep * 0.1 / kInertia, joint("other")->GetVelocity(0), 1e-9);
  step(20);
  EXPECT_GT(0.7, joint("other")->GetVelocity(0));
}

TEST_F(HwSimTest, effort_limit_below_zero_is_refused) {
  setParam("joint_limits/joint/has_effort_limits", true);
  setParam("joint_limits/joint/max_effort", -1.0);
  EXPECT_FALSE(init({{"joint", kVelocity}}));
  EXPECT_TRUE(logged("effort limit -1", ros::console::levels::Error));
}

TEST_F(HwSimTest, zero_effort_limit_is_pointed_out) {
  ASSERT_TRUE(init({{"joint", kVelocity, "continuous", "<limit effort='0' velocity='0'/>"}}));
  EXPECT_TRUE(logged("joint 'joint' has an effort limit of 0"));
}

TEST_F(HwSimTest, position_without_gains_is_set) {
  ASSERT_TRUE(init({{"joint", kPosition}}));
  EXPECT_TRUE(logged("position, set without dynamics", ros::console::levels::Info));
  position(0.7);
  step(2);
  EXPECT_NEAR(0.7, angle(), 1e-9);
  step();
  EXPECT_NEAR(0.7, state().getPosition(), 1e-9);
}

TEST_F(HwSimTest, position_pid_of_a_continuous_joint_takes_the_short_way) {
  gains(0.01, 0.0, 0.01);
  ASSERT_TRUE(init({{"joint", kPosition}}));
  EXPECT_TRUE(logged("position PID p=0.01", ros::console::levels::Info));
  position(4.0);  // -2.28 is nearer
  step(20);
  EXPECT_GT(-0.01, speed());
}

TEST_F(HwSimTest, position_pid_of_a_revolute_joint_stays_within_its_limits) {
  gains(0.01, 0.0, 0.01);
  ASSERT_TRUE(init({{"joint", kPosition, "revolute",
                     "<limit lower='-0.5' upper='5' effort='10' velocity='1e6'/>"}}));
  position(4.0);
  step(20);
  EXPECT_LT(0.01, speed());
}

TEST_F(HwSimTest, prismatic_joints_are_in_metres) {
  gains(5.0, 0.0, 0.0);
  ASSERT_TRUE(init({{"joint", kPosition, "prismatic",
                     "<limit lower='-9' upper='9' effort='10' velocity='1e6'/>"}}));
  position(7.0);  // m: nothing is wrapped; 1 kg
  step();
  EXPECT_NEAR(kStep * 10.0 / 1.0, speed(), 1e-9);  // 5 N/m of 7 m, limited to 10 N
  joint()->SetPosition(0, 6.5);
  step(2);
  EXPECT_NEAR(6.5, state().getPosition(), 0.05);
}

TEST_F(HwSimTest, position_counts_whole_turns) {
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  velocity(100.0);
  step(200);
  EXPECT_NEAR(20.0, state().getPosition(), 0.3);
  velocity(-100.0);
  step(400);
  EXPECT_NEAR(-20.0, state().getPosition(), 0.5);
}

TEST_F(HwSimTest, a_joint_that_starts_turned_reports_its_angle) {
  insert({{"joint", kVelocity}});
  joint()->SetPosition(0, 2.5);
  ASSERT_TRUE(initOn(urdfOf(ns_, {{"joint", kVelocity}})));
  EXPECT_NEAR(2.5, state().getPosition(), 1e-9);
  step();
  EXPECT_NEAR(2.5, state().getPosition(), 1e-9);
}

TEST_F(HwSimTest, commands_that_are_not_finite_never_reach_the_physics) {
  setParam("gazebo_ros_control/pid_gains/velocity_pid/p", 0.5);
  setParam("gazebo_ros_control/pid_gains/position_pid/p", 0.5);
  ASSERT_TRUE(init({{"effort", kEffort},
                    {"velocity", kVelocity},
                    {"velocity_pid", kVelocity},
                    {"position", kPosition},
                    {"position_pid", kPosition}}));
  using hardware_interface::EffortJointInterface;
  using hardware_interface::PositionJointInterface;
  using hardware_interface::VelocityJointInterface;
  for (double bad : {kNaN, kInf, -kInf}) {
    command<VelocityJointInterface>(3.0, "velocity");
    command<PositionJointInterface>(0.4, "position");
    step(3);
    command<EffortJointInterface>(bad, "effort");
    command<VelocityJointInterface>(bad, "velocity");
    command<VelocityJointInterface>(bad, "velocity_pid");
    command<PositionJointInterface>(bad, "position");
    command<PositionJointInterface>(bad, "position_pid");
    step(3);
    EXPECT_NEAR(0.0, joint("effort")->GetVelocity(0), 1e-9) << bad;
    EXPECT_NEAR(0.0, joint("velocity")->GetVelocity(0), 1e-6) << bad;
    EXPECT_NEAR(0.0, joint("velocity_pid")->GetVelocity(0), 1e-9) << bad;
    EXPECT_NEAR(0.4, joint("position")->Position(0), 1e-9) << bad;
    EXPECT_NEAR(0.0, joint("position_pid")->GetVelocity(0), 1e-9) << bad;
  }
  EXPECT_TRUE(logged("command nan is not a finite number"));
  command<EffortJointInterface>(0.1, "effort");
  command<VelocityJointInterface>(1.0, "velocity");
  command<VelocityJointInterface>(1.0, "velocity_pid");
  step(60);
  EXPECT_LT(1.0, joint("effort")->GetVelocity(0));
  EXPECT_NEAR(1.0, joint("velocity")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(1.0, joint("velocity_pid")->GetVelocity(0), 1e-6);
}

TEST_F(HwSimTest, e_stop_brakes_speed_drops_effort_and_holds_position) {
  setParam("gazebo_ros_control/pid_gains/velocity_pid/p", 0.5);
  ASSERT_TRUE(init({{"effort", kEffort},
                    {"velocity", kVelocity},
                    {"velocity_pid", kVelocity},
                    {"position", kPosition}}));
  using hardware_interface::EffortJointInterface;
  using hardware_interface::PositionJointInterface;
  using hardware_interface::VelocityJointInterface;
  command<EffortJointInterface>(0.1, "effort");
  command<VelocityJointInterface>(5.0, "velocity");
  command<VelocityJointInterface>(5.0, "velocity_pid");
  command<PositionJointInterface>(0.3, "position");
  step(60);
  const double coasting = joint("effort")->GetVelocity(0);
  EXPECT_NEAR(5.0, joint("velocity_pid")->GetVelocity(0), 1e-6);

  robot_->eStopActive(true);
  command<PositionJointInterface>(0.9, "position");
  step(60);
  EXPECT_NEAR(coasting, joint("effort")->GetVelocity(0), 1e-9);
  EXPECT_NEAR(0.0, joint("velocity")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(0.0, joint("velocity_pid")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(0.3, joint("position")->Position(0), 1e-9);

  robot_->eStopActive(false);
  command<PositionJointInterface>(0.9, "position");
  step(60);
  EXPECT_LT(coasting + 1.0, joint("effort")->GetVelocity(0));
  EXPECT_NEAR(5.0, joint("velocity")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(5.0, joint("velocity_pid")->GetVelocity(0), 1e-6);
  EXPECT_NEAR(0.9, joint("position")->Position(0), 1e-9);
}

TEST_F(HwSimTest, reset_starts_afresh) {
  gains(0.0, 1.0, 0.0, 10.0);
  ASSERT_TRUE(init({{"joint", kVelocity}}));
  velocity(10.0);
  step(300);
  ASSERT_LT(3.0, state().getPosition());
  joint()->SetPosition(0, 0.25);
  joint()->SetVelocity(0, 0.0);
  robot_->resetSim();
  EXPECT_NEAR(0.25, state().getPosition(), 1e-9);
  // Neither the old command nor what the integrator had gathered: nothing moves.
  step(5);
  EXPECT_NEAR(0.0, speed(), 1e-9);
}

TEST_F(HwSimTest, missing_joint_is_named_with_those_that_exist) {
  insert({{"here", kVelocity}});
  EXPECT_FALSE(initOn(urdfOf(ns_, {{"here", kVelocity}, {"gone", kVelocity}})));
  EXPECT_TRUE(logged(
      "joint 'gone' has a transmission but is not in model '" + ns_ + "', whose joints are: ",
      ros::console::levels::Error));
  EXPECT_TRUE(logged("here", ros::console::levels::Error));
}

TEST_F(HwSimTest, other_interfaces_are_refused) {
  EXPECT_FALSE(init({{"joint", "hardware_interface/ImuSensorInterface"}}));
  EXPECT_TRUE(logged("ImuSensorInterface", ros::console::levels::Fatal));
}

TEST_F(HwSimTest, skipped_transmissions_leave_the_others_right) {
  const std::string two =
      "<transmission name='two'><type>transmission_interface/DifferentialTransmission</type>"
      "<joint name='joint'><hardwareInterface>hardware_interface/VelocityJointInterface"
      "</hardwareInterface></joint><joint name='other'><hardwareInterface>"
      "hardware_interface/VelocityJointInterface</hardwareInterface></joint>"
      "<actuator name='m'/></transmission>";
  insert({{"joint", kVelocity}, {"other", kVelocity}});
  std::string urdf = urdfOf(ns_, {{"joint", kVelocity}, {"other", kVelocity}});
  urdf.insert(urdf.find("<transmission"), two);
  ASSERT_TRUE(initOn(urdf));
  EXPECT_TRUE(logged("transmission 'two' is skipped"));
  command<hardware_interface::VelocityJointInterface>(1.0, "joint");
  command<hardware_interface::VelocityJointInterface>(2.0, "other");
  step(3);
  EXPECT_NEAR(1.0, state("joint").getVelocity(), 1e-6);
  EXPECT_NEAR(2.0, state("other").getVelocity(), 1e-6);
}

TEST_F(HwSimTest, steps_allocate_nothing) {
  setParam("gazebo_ros_control/pid_gains/velocity_pid/p", 0.5);
  setParam("gazebo_ros_control/pid_gains/position_pid/p", 0.5);
  const std::string limit = "<limit effort='1' velocity='10' lower='-1' upper='1'/>";
  ASSERT_TRUE(init({{"effort", kEffort, "revolute", limit},
                    {"velocity", kVelocity, "revolute", limit},
                    {"velocity_pid", kVelocity, "revolute", limit},
                    {"position_pid", kPosition, "revolute", limit}}));
  step(2);
  connection_.reset();
  const auto work = [this]() {
    for (int k = 0; k < 100; ++k) {
      robot_->readSim(last_, ros::Duration(kStep));
      robot_->writeSim(last_, ros::Duration(kStep));
    }
  };
  EXPECT_EQ(0, allocationsOf(work));
}

TEST_F(HwSimTest, works_without_a_urdf_model) {
  gains(0.01, 0.0, 0.01);
  ASSERT_TRUE(init({{"joint", kPosition}}, "", false));
  position(4.0);  // still known to be a turning joint: -2.28 is nearer
  step(20);
  EXPECT_GT(-0.01, speed());
}

TEST_F(HwSimTest, a_robot_without_transmissions_is_no_error) {
  ASSERT_TRUE(init({},
                   "<link name='alone'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
                   "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'>"
                   "<parent link='world'/><child link='alone'/><axis xyz='0 0 1'/></joint>"));
  step(3);
}

}  // namespace gazebo_ros_control_test
