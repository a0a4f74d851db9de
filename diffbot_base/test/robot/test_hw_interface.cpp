#include <diffbot_base/diffbot_hw_interface.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <limits>

using namespace diffbot_base;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class FakeLink : public WheelLink {
 public:
  std::deque<Measurement> waiting;
  WheelPair sent{kNan, kNan};
  bool emergency = false;
  bool wrong = false;
  uint64_t commands = 0;

  bool receive(Measurement* measurement) override {
    if (waiting.empty()) return false;
    *measurement = waiting.front();
    waiting.pop_front();
    return true;
  }
  void send(const WheelPair& speeds) override { sent = speeds; }
  bool emergencyStop() const override { return emergency; }
  bool wrongFirmware() const override { return wrong; }
  uint64_t commandsReceived() const override { return commands; }
};

// The loop at 50 Hz over wheels that turn exactly as sent, measured at 20 Hz.
class RobotTest : public ::testing::Test {
 protected:
  FakeLink link;
  DiffBotHWInterface robot{&link};
  hardware_interface::JointHandle left, right;
  double time_s = 10.0;
  WheelPair raw{500.0, -200.0};
  bool measuring = true;
  int cycles_done = 0;
  double largest_step = 0.0;

  void SetUp() override {
    robot.configure(Settings());
    auto* const joints = robot.get<hardware_interface::VelocityJointInterface>();
    ASSERT_NE(joints, nullptr);
    left = joints->getHandle("front_left_wheel_joint");
    right = joints->getHandle("front_right_wheel_joint");
  }

  void measure() {
    Measurement m;
    m.time_s = time_s;
    m.positions = m.velocities = 2;
    m.position = raw;
    m.velocity = std::isfinite(link.sent.left) ? link.sent : WheelPair();
    link.waiting.push_back(m);
  }

  void cycle(double left_command, double right_command) {
    time_s += 0.02;
    if (std::isfinite(link.sent.left)) raw = raw + 0.02 * link.sent;
    if (measuring && cycles_done % 3 != 2) {
      if (cycles_done % 3 == 0) measure();  // every 60 ms
    }
    ++cycles_done;
    const double before = left.getPosition();
    robot.beginCycle(time_s, false);
    robot.read(ros::Time(time_s), ros::Duration(0.02));
    largest_step = std::max(largest_step, std::fabs(left.getPosition() - before));
    left.setCommand(left_command);
    right.setCommand(right_command);
    robot.write(ros::Time(time_s), ros::Duration(0.02));
  }
  void cycles(int count, double left_command, double right_command) {
    for (int i = 0; i < count; ++i) cycle(left_command, right_command);
  }
};

TEST_F(RobotTest, registers_both_joints_with_both_interfaces) {
  auto* const states = robot.get<hardware_interface::JointStateInterface>();
  ASSERT_NE(states, nullptr);
  EXPECT_EQ(states->getNames().size(), 2u);
  EXPECT_EQ(left.getName(), "front_left_wheel_joint");
}

TEST_F(RobotTest, nothing_moves_before_the_first_measurement) {
  measuring = false;
  cycles(10, 5.0, 5.0);
  EXPECT_EQ(link.sent.left, 0.0);
  EXPECT_FALSE(robot.hasState());
}

TEST_F(RobotTest, starts_at_zero_and_follows) {
  cycles(1, 0.0, 0.0);
  EXPECT_EQ(left.getPosition(), 0.0);
  EXPECT_EQ(right.getPosition(), 0.0);
  cycles(100, 5.0, -5.0);
  EXPECT_NEAR(link.sent.left, 5.0, 1e-9);
  EXPECT_NEAR(left.getPosition(), raw.left - 500.0, 0.4);
  EXPECT_NEAR(right.getPosition(), -left.getPosition(), 1e-6);
  EXPECT_NEAR(left.getVelocity(), 5.0, 1e-9);
}

TEST_F(RobotTest, command_is_shaped_in_a_copy) {
  Settings settings;
  settings.gain = 1.5;
  FakeLink other;
  DiffBotHWInterface scaled(&other);
  scaled.configure(settings);
  auto handle =
      scaled.get<hardware_interface::VelocityJointInterface>()->getHandle("front_left_wheel_joint");
  handle.setCommand(2.0);
  for (int i = 0; i < 50; ++i) {
    Measurement m;
    m.time_s = 1.0 + 0.02 * i;
    m.positions = m.velocities = 2;
    other.waiting.push_back(m);
    scaled.beginCycle(m.time_s, false);
    scaled.read(ros::Time(), ros::Duration(0.02));
    scaled.write(ros::Time(), ros::Duration(0.02));
    EXPECT_EQ(handle.getCommand(), 2.0);
  }
  EXPECT_NEAR(other.sent.left, 3.0, 1e-9);
}

TEST_F(RobotTest, command_that_is_not_finite_never_reaches_the_link) {
  cycles(50, 5.0, 5.0);
  for (const double bad : {kNan, HUGE_VAL, -HUGE_VAL}) {
    cycle(bad, 5.0);
    EXPECT_EQ(link.sent.left, 0.0);
    EXPECT_EQ(link.sent.right, 0.0);
  }
  EXPECT_EQ(robot.state().commands_not_finite, 3u);
}

TEST_F(RobotTest, silence_stops_the_wheels_and_the_way_back_is_smooth) {
  cycles(100, 9.0, 9.0);
  measuring = false;
  const double silent_s = time_s;
  while (link.sent.left != 0.0 && time_s < silent_s + 1.0) cycle(9.0, 9.0);
  EXPECT_LT(time_s - silent_s, 0.23) << "three periods after the last one";
  EXPECT_EQ(robot.state().hold_reasons, kHoldStale);
  EXPECT_EQ(left.getVelocity(), 0.0) << "a stale speed is no speed";
  raw = raw + WheelPair{2.0, 2.0};  // ran on unseen
  cycles(50, 9.0, 9.0);
  EXPECT_FALSE(robot.takeControllerReset());
  largest_step = 0.0;
  measuring = true;
  int resets = 0;
  double last = 0.0;
  for (int i = 0; i < 60; ++i) {
    cycle(9.0, 9.0);
    resets += robot.takeControllerReset() ? 1 : 0;
    EXPECT_LE(link.sent.left, last + 9.0 * 0.02 / 0.5 + 1e-6) << "steps instead of a ramp";
    last = link.sent.left;
  }
  EXPECT_EQ(resets, 1);
  EXPECT_NEAR(link.sent.left, 9.0, 1e-9);
  EXPECT_LT(largest_step, 1.5 * 9.0 * 0.02 + 0.03);
  cycles(20, 0.0, 0.0);
  EXPECT_NEAR(left.getPosition(), raw.left - 500.0, 1e-6) << "motion of the gap is missing";
}

TEST_F(RobotTest, restarted_device_moves_nothing) {
  cycles(100, 9.0, 9.0);
  cycles(20, 0.0, 0.0);
  const double before = left.getPosition();
  raw = WheelPair();
  cycles(20, 0.0, 0.0);
  EXPECT_NEAR(left.getPosition(), before, 1e-9);
  EXPECT_EQ(robot.state().device_resets, 1u);
}

TEST_F(RobotTest, emergency_stop_and_wrong_firmware_hold) {
  cycles(60, 9.0, 9.0);
  for (bool FakeLink::* const flag : {&FakeLink::emergency, &FakeLink::wrong}) {
    link.*flag = true;
    cycle(9.0, 9.0);
    EXPECT_EQ(link.sent.left, 0.0);
    cycles(50, 9.0, 9.0);
    EXPECT_EQ(link.sent.left, 0.0);
    link.*flag = false;
    cycles(40, 9.0, 9.0);
    EXPECT_NEAR(link.sent.left, 9.0, 1e-9);
  }
}

TEST_F(RobotTest, controllers_are_reset_in_the_cycle_in_which_the_clock_was_set) {
  cycles(60, 9.0, 9.0);
  const double before = left.getPosition();
  robot.beginCycle(time_s + 0.02, true);
  robot.read(ros::Time(time_s + 0.02), ros::Duration(0.02));
  EXPECT_TRUE(robot.takeControllerReset());
  EXPECT_EQ(left.getPosition(), before) << "a step in the cycle of a reset is lost";
  robot.write(ros::Time(time_s + 0.02), ros::Duration(0.02));
  EXPECT_EQ(link.sent.left, 0.0);
  robot.beginCycle(time_s + 0.04, false);
  EXPECT_FALSE(robot.takeControllerReset());
}

TEST_F(RobotTest, stop_commands_zero_whatever_is_wanted) {
  cycles(60, 9.0, 9.0);
  robot.stop();
  EXPECT_EQ(link.sent.left, 0.0);
  EXPECT_EQ(left.getCommand(), 0.0);
}

}  // namespace
