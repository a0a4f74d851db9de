#include <diffbot_base/loop_clock.h>
#include <diffbot_base/topic_link.h>
#include <sensor_msgs/JointState.h>

#include <algorithm>

namespace diffbot_base {

namespace {

using sensor_msgs::JointState;

const char kMeasuredTopic[] = "measured_joint_states";
const char kCommandTopic[] = "wheel_cmd_velocities";
const char kEmergencyTopic[] = "e_stop";
// One wrong message keeps the robot from driving for so long, s.
constexpr double kWrongTypeHold = 2.0;

const char kSerialNode[] = "rosserial_python";  // name of its diagnostic status

// In which places of the message the two wheels are: by name when it has names, else left, right.
bool findWheels(const JointState& state, const std::array<std::string, 2>& joints,
                std::array<size_t, 2>* places) {
  *places = {{0, 1}};
  if (state.name.empty()) return true;
  for (size_t i = 0; i < 2; ++i) {
    const auto found = std::find(state.name.begin(), state.name.end(), joints[i]);
    if (found == state.name.end()) return false;
    (*places)[i] = static_cast<size_t>(found - state.name.begin());
  }
  return true;
}

Measurement toMeasurement(const JointState& state, const std::array<std::string, 2>& joints,
                          double now_s) {
  Measurement measurement;
  measurement.time_s = now_s;
  std::array<size_t, 2> places;
  if (!findWheels(state, joints, &places)) return measurement;  // no elements: rejected
  measurement.positions = state.position.size();
  measurement.velocities = state.velocity.size();
  if (state.position.size() == 2 && state.velocity.size() == 2) {
    measurement.position = {state.position[places[0]], state.position[places[1]]};
    measurement.velocity = {state.velocity[places[0]], state.velocity[places[1]]};
  }
  return measurement;
}

}  // namespace

TopicLink::TopicLink(const ros::NodeHandle& nh, const std::array<std::string, 2>& joints,
                     const std::string& command_topic)
    : joints_(joints), command_(nh, kCommandTopic, 1) {
  ros::NodeHandle node(nh);
  command_.msg_.wheels_cmd.angular_velocities.joint.assign(2, 0.0f);
  zero_ = node.advertise<diffbot_msgs::WheelsCmdStamped>(kCommandTopic, 1);
  const ros::TransportHints at_once = ros::TransportHints().tcpNoDelay();
  // A few more than one, so that a burst is seen as one; the filter sorts it out.
  measured_ = node.subscribe(kMeasuredTopic, 20, &TopicLink::onMeasurement, this, at_once);
  emergency_stop_ = node.subscribe(kEmergencyTopic, 5, &TopicLink::onEmergency, this, at_once);
  if (!command_topic.empty())
    velocity_command_ = node.subscribe(command_topic, 1, &TopicLink::onCommand, this);
  diagnostics_ = node.subscribe("/diagnostics", 20, &TopicLink::onDiagnostics, this);
}

void TopicLink::send(const WheelPair& speeds) {
  if (!command_.trylock()) {
    ++commands_busy_;
    return;
  }
  command_.msg_.header.stamp = ros::Time::now();
  command_.msg_.wheels_cmd.angular_velocities.joint[0] = static_cast<float>(speeds.left);
  command_.msg_.wheels_cmd.angular_velocities.joint[1] = static_cast<float>(speeds.right);
  command_.unlockAndPublish();
  ++commands_sent_;
}

void TopicLink::sendZeroAndWait() {
  diffbot_msgs::WheelsCmdStamped message;
  message.wheels_cmd.angular_velocities.joint.assign(2, 0.0f);
  // More than one, because nobody confirms a frame on the serial link.
  for (int i = 0; i < 3; ++i) {
    message.header.stamp = ros::Time::now();
    zero_.publish(message);
    ros::WallDuration(0.02).sleep();
  }
}

void TopicLink::onMeasurement(const ros::MessageEvent<AnyMessage const>& event) {
  const double now_s = steadySeconds();
  ++received_;
  const ros::M_string& header = event.getConnectionHeader();
  const auto md5 = header.find("md5sum");
  if (md5 != header.end() && md5->second != ros::message_traits::md5sum<JointState>()) {
    noteWrongType(header);
    return;
  }
  JointState state;
  try {
    if (!decode(*event.getMessage(), &state)) {
      ++malformed_;
      return;
    }
  } catch (const std::exception&) {
    ++malformed_;
    return;
  }
  if (!measurements_.push(toMeasurement(state, joints_, now_s))) ++lost_;
}

void TopicLink::onDiagnostics(const diagnostic_msgs::DiagnosticArray& message) {
  for (const diagnostic_msgs::DiagnosticStatus& status : message.status) {
    if (status.name != kSerialNode) continue;
    std::string refused;
    std::vector<std::pair<std::string, std::string>> values;
    for (const diagnostic_msgs::KeyValue& value : status.values) {
      values.emplace_back(value.key, value.value);
      const bool ours = value.value.find(kMeasuredTopic) != std::string::npos ||
                        value.value.find(kCommandTopic) != std::string::npos;
      if (value.key == "refused topic" && ours) refused = value.value;
    }
    std::lock_guard<std::mutex> lock(texts_mutex_);
    serial_text_ = status.message;
    serial_time_s_ = steadySeconds();
    serial_values_ = values;
    if (!refused.empty() && refused != refused_text_) ROS_FATAL_STREAM(refused);
    refused_text_ = refused;
    refused_ = !refused.empty();
  }
}

void TopicLink::noteWrongType(const ros::M_string& header) {
  const auto value = [&header](const char* key) {
    const auto found = header.find(key);
    return found == header.end() ? std::string("unknown") : found->second;
  };
  const std::string text =
      "topic " + measured_.getTopic() + ": " + value("callerid") + " sends " + value("type") +
      " with md5 sum " + value("md5sum") + ", this node needs " +
      ros::message_traits::datatype<JointState>() + " with md5 sum " +
      ros::message_traits::md5sum<JointState>() +
      ". Build and flash the firmware again with this computer's messages, or bring sensor_msgs on "
      "this computer to the firmware's version";
  std::lock_guard<std::mutex> lock(texts_mutex_);
  if (text != wrong_type_text_) ROS_FATAL_STREAM(text);
  wrong_type_text_ = text;
  wrong_type_until_s_ = steadySeconds() + kWrongTypeHold;
}

bool TopicLink::wrongFirmware() const { return refused_ || steadySeconds() < wrong_type_until_s_; }

TopicLink::Report TopicLink::report() const {
  Report report;
  report.received = received_;
  report.malformed = malformed_;
  report.lost = lost_;
  report.commands_sent = commands_sent_;
  report.commands_busy = commands_busy_;
  report.publishers = measured_.getNumPublishers();
  report.listeners = zero_.getNumSubscribers();
  std::lock_guard<std::mutex> lock(texts_mutex_);
  if (wrongFirmware()) report.wrong_firmware = refused_ ? refused_text_ : wrong_type_text_;
  report.serial_node = serial_text_;
  report.serial_node_age_s = serial_text_.empty() ? 0.0 : steadySeconds() - serial_time_s_;
  report.serial_values = serial_values_;
  return report;
}

}  // namespace diffbot_base
