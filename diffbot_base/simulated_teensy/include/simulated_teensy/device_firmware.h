#pragma once

#include <diffbot_firmware/base_controller.h>
#include <diffbot_firmware/status_report.h>
#include <simulated_teensy/device_session.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulated_teensy {

struct FirmwareOptions {
  diffbot_firmware::Config config;
  bool ask_parameters = true;
  bool publish_ticks = false;   // encoder_ticks is announced by all, sent by none in the field
  bool reversed_order = false;  // registers its topics the other way round: other ids
};

struct Board {
  diffbot_firmware::Clock& clock;
  diffbot_firmware::Encoder& left_encoder;
  diffbot_firmware::Encoder& right_encoder;
  diffbot_firmware::MotorDriver& left_motor;
  diffbot_firmware::MotorDriver& right_motor;
};

// What the field's firmware announces. The ids follow from the order.
std::vector<Topic> firmwarePublishers();
std::vector<Topic> firmwareSubscribers();

// What runs on the board between two resets: the sketch's setup() and loop() over the firmware core
// and a DeviceSession, with no wait inside.
class DeviceFirmware {
 public:
  struct Hooks {
    std::function<void(Bytes frame)> send;
    // May change a joint state before it is sent, or keep it back (false).
    std::function<bool(JointState* state)> tamper;
  };

  DeviceFirmware(const Board& board, const FirmwareOptions& options, Hooks hooks);

  // One pass of loop(). `now_us` is the time since the reset.
  void spin(const Bytes& received, uint64_t now_us);

  diffbot_firmware::BaseController& base() { return base_; }
  const diffbot_firmware::BaseController& base() const { return base_; }
  DeviceSession& session() { return session_; }
  const DeviceSession& session() const { return session_; }
  uint64_t resets() const { return resets_; }
  uint64_t commandsReceived() const { return commands_; }
  uint64_t ignoredUnconnected() const { return ignored_; }
  const std::vector<float>& lastCommand() const { return last_command_; }

 private:
  void askParameters(uint64_t now_us);
  void acceptParameter(const ParamReply& reply);
  void nextParameter();
  bool acceptMessage(size_t subscriber, const Bytes& payload);
  void publishState();
  void report();
  void log(diffbot_firmware::LogLevel level, const std::string& text);

  Board board_;
  FirmwareOptions options_;
  Hooks hooks_;
  std::vector<Topic> publishers_;
  std::vector<Topic> subscribers_;
  DeviceSession session_;
  diffbot_firmware::BaseController base_;
  diffbot_firmware::StatusReport report_;
  size_t parameter_ = 0;  // the one that is asked for
  bool asked_ = false;
  uint64_t asked_us_ = 0;
  float wheel_radius_ = 0.0f;
  float max_velocity_ = 0.0f;
  uint64_t resets_ = 0;
  uint64_t commands_ = 0;
  uint64_t ignored_ = 0;
  std::vector<float> last_command_;
};

}  // namespace simulated_teensy
