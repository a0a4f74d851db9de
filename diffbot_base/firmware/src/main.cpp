// The sketch: wires the firmware core to the pins and to the rosserial client library.
// Everything that can be tested without a board is in lib/diffbot_firmware.

#include <Arduino.h>
#include <diffbot_firmware/base_controller.h>
#include <diffbot_firmware/link.h>
#include <diffbot_firmware/status_report.h>
#include <diffbot_msgs/EncodersStamped.h>
#include <diffbot_msgs/PIDStamped.h>
#include <diffbot_msgs/WheelsCmdStamped.h>
#include <ros.h>
#include <sensor_msgs/JointState.h>
#include <std_msgs/Empty.h>

#include "pins.h"
#include "teensy_board.h"

namespace fw = diffbot_firmware;

namespace {

Adafruit_MotorShield shield;
TeensyClock board_clock;
TeensyEncoder left_encoder(kLeftEncoderPinA, kLeftEncoderPinB);
TeensyEncoder right_encoder(kRightEncoderPinA, kRightEncoderPinB);
ShieldMotor left_motor(shield, kLeftMotor, kLeftMotorSign);
ShieldMotor right_motor(shield, kRightMotor, kRightMotorSign);

fw::BaseController base(board_clock, left_encoder, right_encoder, left_motor, right_motor);
fw::StatusReport status_report;

ros::NodeHandle node;

sensor_msgs::JointState joint_state;
float position[2];
float velocity[2];
diffbot_msgs::EncodersStamped encoder_ticks;
ros::Publisher encoder_ticks_publisher(fw::kEncoderTicksTopic, &encoder_ticks);
ros::Publisher joint_state_publisher(fw::kMeasuredJointStatesTopic, &joint_state);

// Before it has asked for this board's topics, a host may send by the ids of another firmware, and
// a wheel command is as long as a set of gains: what comes unconnected is ignored.
void onWheelCommand(const diffbot_msgs::WheelsCmdStamped& message) {
  if (!node.connected()) return;
  const auto& joint = message.wheels_cmd.angular_velocities;
  base.command(joint.joint, joint.joint_length);
}

void onReset(const std_msgs::Empty&) {
  if (node.connected()) base.resetAngles();
}

fw::PidGains gains(const diffbot_msgs::PIDStamped& message) {
  return {message.pid.kp, message.pid.ki, message.pid.kd};
}
void onPidLeft(const diffbot_msgs::PIDStamped& message) {
  if (node.connected()) base.setLeftPid(gains(message));
}
void onPidRight(const diffbot_msgs::PIDStamped& message) {
  if (node.connected()) base.setRightPid(gains(message));
}

ros::Subscriber<diffbot_msgs::WheelsCmdStamped> command_subscriber(fw::kWheelCommandTopic,
                                                                   onWheelCommand);
ros::Subscriber<std_msgs::Empty> reset_subscriber(fw::kResetTopic, onReset);
ros::Subscriber<diffbot_msgs::PIDStamped> pid_left_subscriber(fw::kPidLeftTopic, onPidLeft);
ros::Subscriber<diffbot_msgs::PIDStamped> pid_right_subscriber(fw::kPidRightTopic, onPidRight);

void log(fw::LogLevel level, const char* line) {
  switch (level) {
    case fw::LogLevel::kDebug:
      node.logdebug(line);
      break;
    case fw::LogLevel::kInfo:
      node.loginfo(line);
      break;
    case fw::LogLevel::kWarn:
      node.logwarn(line);
      break;
    case fw::LogLevel::kError:
      node.logerror(line);
      break;
  }
}

// Waits up to a second for each; the motors are off until the first command, so nothing can happen
// meanwhile. What does not come keeps its default.
void readParameters() {
  char line[fw::StatusReport::kMaxLine];
  int ticks = 0;
  if (node.getParam(fw::kEncoderResolutionParam, &ticks) && base.setTicksPerTurn(ticks)) {
    snprintf(line, sizeof(line), "encoder ticks per turn: %d", ticks);
    node.loginfo(line);
  }
  float wheel_radius = 0.0f;
  float max_velocity = 0.0f;
  node.getParam(fw::kWheelRadiusParam, &wheel_radius);
  node.getParam(fw::kMaxVelocityParam, &max_velocity);
  int debug = 0;
  if (node.getParam(fw::kDebugParam, &debug)) status_report.setDebug(debug != 0);
  const fw::LogLevel level =
      fw::describeSpeedLimit(wheel_radius, max_velocity, base.config().max_wheel_speed, line);
  log(level, line);
}

void publishState() {
  position[0] = base.left().angle();
  position[1] = base.right().angle();
  velocity[0] = base.left().speed();
  velocity[1] = base.right().speed();
  joint_state_publisher.publish(&joint_state);
}

}  // namespace

void setup() {
  shield.begin();
  base.begin();

  joint_state.position = position;
  joint_state.position_length = 2;
  joint_state.velocity = velocity;
  joint_state.velocity_length = 2;

  node.getHardware()->setBaud(kBaud);
  node.initNode();
  // The order sets the ids on the link.
  node.advertise(encoder_ticks_publisher);
  node.advertise(joint_state_publisher);
  node.subscribe(command_subscriber);
  node.subscribe(reset_subscriber);
  node.subscribe(pid_left_subscriber);
  node.subscribe(pid_right_subscriber);

  while (!node.connected()) {
    base.spinOnce();
    node.spinOnce();
  }
  readParameters();
}

void loop() {
  const bool stepped = base.spinOnce();
  node.spinOnce();
  if (stepped) publishState();

  fw::LogLevel level;
  char line[fw::StatusReport::kMaxLine];
  if (status_report.next(base, board_clock.micros(), &level, line)) log(level, line);
}
