#include <diffbot_firmware/link.h>
#include <simulated_teensy/device_firmware.h>

#include <algorithm>
#include <utility>

namespace simulated_teensy {

namespace fw = diffbot_firmware;

namespace {

constexpr uint64_t kParameterTimeoutUs = 1000000;

// In the order in which the firmware asks.
enum Parameter : size_t { kResolution, kRadius, kVelocity, kDebug, kParameters };
const char* const kParameterNames[kParameters] = {
    fw::kEncoderResolutionParam, fw::kWheelRadiusParam, fw::kMaxVelocityParam, fw::kDebugParam};

std::vector<Topic> ordered(std::vector<Topic> topics, bool reversed) {
  if (reversed) std::reverse(topics.begin(), topics.end());
  return topics;
}

size_t indexOf(const std::vector<Topic>& topics, const char* name) {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [name](const Topic& topic) { return topic.name == name; });
  return static_cast<size_t>(found - topics.begin());
}

}  // namespace

std::vector<Topic> firmwarePublishers() {
  return {
      {fw::kEncoderTicksTopic, "diffbot_msgs/EncodersStamped", "162975f999a4d19c3bdc0165594516da"},
      {fw::kMeasuredJointStatesTopic, "sensor_msgs/JointState",
       "3066dcd76a6cfaef579bd0f34173e9fd"}};
}

std::vector<Topic> firmwareSubscribers() {
  const char* const pid_md5 = "76f54f0857a76c5e79d6f9203f257b96";
  return {
      {fw::kWheelCommandTopic, "diffbot_msgs/WheelsCmdStamped", "0a7314ac2bc5413723ab6ac388330f3c"},
      {fw::kResetTopic, "std_msgs/Empty", "d41d8cd98f00b204e9800998ecf8427e"},
      {fw::kPidLeftTopic, "diffbot_msgs/PIDStamped", pid_md5},
      {fw::kPidRightTopic, "diffbot_msgs/PIDStamped", pid_md5}};
}

DeviceFirmware::DeviceFirmware(const Board& board, const FirmwareOptions& options, Hooks hooks)
    : board_(board),
      options_(options),
      hooks_(std::move(hooks)),
      publishers_(ordered(firmwarePublishers(), options.reversed_order)),
      subscribers_(ordered(firmwareSubscribers(), options.reversed_order)),
      session_(publishers_, subscribers_,
               {[this](Bytes frame) { hooks_.send(std::move(frame)); },
                [this](size_t subscriber, const Bytes& payload) {
                  return acceptMessage(subscriber, payload);
                },
                [this](const ParamReply& reply) { acceptParameter(reply); }}),
      base_(board.clock, board.left_encoder, board.right_encoder, board.left_motor,
            board.right_motor, options.config) {
  if (!options_.ask_parameters) parameter_ = kParameters;
  base_.begin();
}

void DeviceFirmware::spin(const Bytes& received, uint64_t now_us) {
  const bool stepped = base_.spinOnce();
  session_.spin(received, now_us);
  if (parameter_ < kParameters) {
    if (session_.connected()) askParameters(now_us);
    return;  // an angle means nothing before the encoder's resolution is known
  }
  if (stepped) publishState();
  report();
}

void DeviceFirmware::askParameters(uint64_t now_us) {
  if (!asked_) {
    asked_ = true;
    asked_us_ = now_us;
    session_.requestParameter(kParameterNames[parameter_]);
  } else if (now_us - asked_us_ > kParameterTimeoutUs) {
    log(fw::LogLevel::kWarn,
        std::string("no usable value for ") + kParameterNames[parameter_] + ": default kept");
    nextParameter();
  }
}

void DeviceFirmware::nextParameter() {
  asked_ = false;
  ++parameter_;
  if (parameter_ != kParameters) return;
  char line[fw::StatusReport::kMaxLine];
  const fw::LogLevel level =
      fw::describeSpeedLimit(wheel_radius_, max_velocity_, base_.config().max_wheel_speed, line);
  log(level, line);
}

// A reply of another type than the one asked for is as good as none: the library waits on.
void DeviceFirmware::acceptParameter(const ParamReply& reply) {
  if (!asked_) return;
  const bool has_int = reply.ints.size() == 1;
  const bool has_float = reply.floats.size() == 1;
  switch (parameter_) {
    case kResolution:
      if (!has_int || !base_.setTicksPerTurn(reply.ints[0])) return;
      log(fw::LogLevel::kInfo, "encoder ticks per turn: " + std::to_string(reply.ints[0]));
      break;
    case kRadius:
      if (!has_float) return;
      wheel_radius_ = reply.floats[0];
      log(fw::LogLevel::kInfo, "wheel radius: " + std::to_string(wheel_radius_));
      break;
    case kVelocity:
      if (!has_float) return;
      max_velocity_ = reply.floats[0];
      log(fw::LogLevel::kInfo, "top speed: " + std::to_string(max_velocity_));
      break;
    case kDebug:
      if (!has_int) return;
      report_.setDebug(reply.ints[0] != 0);
      log(fw::LogLevel::kInfo, reply.ints[0] != 0 ? "debug on" : "debug off");
      break;
    default:
      return;
  }
  nextParameter();
}

bool DeviceFirmware::acceptMessage(size_t subscriber, const Bytes& payload) {
  // Before it has asked for this board's topics, a host may send by the ids of another firmware,
  // and a wheel command is as long as a set of gains.
  if (!session_.connected()) {
    ++ignored_;
    return true;
  }
  const std::string& topic = subscribers_[subscriber].name;
  if (topic == fw::kWheelCommandTopic) {
    WheelsCmdStamped command;
    if (!decode(payload, &command)) return false;
    ++commands_;
    last_command_ = command.joint;
    base_.command(command.joint.data(), command.joint.size());
    return true;
  }
  if (topic == fw::kResetTopic) {
    if (!payload.empty()) return false;
    ++resets_;
    base_.resetAngles();
    return true;
  }
  PIDStamped pid;
  if (!decode(payload, &pid)) return false;
  const fw::PidGains gains = {pid.kp, pid.ki, pid.kd};
  if (topic == fw::kPidLeftTopic)
    base_.setLeftPid(gains);
  else
    base_.setRightPid(gains);
  return true;
}

void DeviceFirmware::publishState() {
  JointState state;
  state.position = {base_.left().angle(), base_.right().angle()};
  state.velocity = {base_.left().speed(), base_.right().speed()};
  if (hooks_.tamper(&state))
    session_.publish(indexOf(publishers_, fw::kMeasuredJointStatesTopic), encode(state));
  if (!options_.publish_ticks) return;
  EncodersStamped encoders;
  encoders.ticks[0] = static_cast<int32_t>(base_.left().ticks());
  encoders.ticks[1] = static_cast<int32_t>(base_.right().ticks());
  session_.publish(indexOf(publishers_, fw::kEncoderTicksTopic), encode(encoders));
}

void DeviceFirmware::report() {
  if (!session_.connected()) return;
  fw::LogLevel level;
  char line[fw::StatusReport::kMaxLine];
  if (report_.next(base_, board_.clock.micros(), &level, line)) log(level, line);
}

void DeviceFirmware::log(fw::LogLevel level, const std::string& text) {
  session_.log(static_cast<uint8_t>(level), text);
}

}  // namespace simulated_teensy
