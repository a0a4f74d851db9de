// The messages on the link, as bytes. A decoder returns false for a payload that is too short, too
// long or claims more items than it holds; the output is not to be used then.
#pragma once

#include <simulated_teensy/frame.h>

#include <cstdint>
#include <string>
#include <vector>

namespace simulated_teensy {

struct Time {
  uint32_t sec = 0;
  uint32_t nsec = 0;
};

struct Header {
  uint32_t seq = 0;
  Time stamp;
  std::string frame_id;
};

struct TopicInfo {
  uint16_t topic_id = 0;
  std::string topic_name;
  std::string message_type;
  std::string md5sum;
  int32_t buffer_size = 0;
};
Bytes encode(const TopicInfo& info);
bool decode(const Bytes& payload, TopicInfo* info);

struct JointState {
  Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
};
Bytes encode(const JointState& state);
bool decode(const Bytes& payload, JointState* state);

struct EncodersStamped {
  Header header;
  int32_t ticks[2] = {0, 0};
};
Bytes encode(const EncodersStamped& encoders);

struct WheelsCmdStamped {
  Header header;
  std::vector<float> joint;
};
Bytes encode(const WheelsCmdStamped& command);
bool decode(const Bytes& payload, WheelsCmdStamped* command);

struct PIDStamped {
  Header header;
  float kp = 0;
  float ki = 0;
  float kd = 0;
};
bool decode(const Bytes& payload, PIDStamped* pid);

struct ParamReply {
  std::vector<int32_t> ints;
  std::vector<float> floats;
  std::vector<std::string> strings;
};
bool decode(const Bytes& payload, ParamReply* reply);

Bytes encode(const Time& time);
bool decode(const Bytes& payload, Time* time);

Bytes encodeLog(uint8_t level, const std::string& text);
Bytes encodeString(const std::string& text);  // a RequestParam request

}  // namespace simulated_teensy
