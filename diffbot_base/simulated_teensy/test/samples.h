// The sample frames of the wire contract (rosserial protocol and DiffBot dialect), byte for byte.
#pragma once

#include "bytes.h"

namespace samples {

using simulated_teensy::Bytes;

inline Bytes requestTopics() { return hex("FF FE 00 00 FF 00 00 FF"); }
inline Bytes txStop() { return hex("FF FE 00 00 FF 0B 00 F4"); }
inline Bytes timeRequest() { return hex("FF FE 08 00 F7 0A 00 00 00 00 00 00 00 00 00 F5"); }

// 1700000000.25 s
inline Bytes timeReply() { return hex("FF FE 08 00 F7 0A 00 00 F1 53 65 80 B2 E6 0E 26"); }

inline Bytes topicInfoMeasuredJointStates() {
  return join(hex("FF FE 5D 00 A2 00 00 7E 00 15 00 00 00"), chars("measured_joint_states"),
              hex("16 00 00 00"), chars("sensor_msgs/JointState"), hex("20 00 00 00"),
              chars("3066dcd76a6cfaef579bd0f34173e9fd"), hex("00 02 00 00 23"));
}

inline Bytes topicInfoWheelCommand() {
  return join(hex("FF FE 63 00 9C 01 00 64 00 14 00 00 00"), chars("wheel_cmd_velocities"),
              hex("1D 00 00 00"), chars("diffbot_msgs/WheelsCmdStamped"), hex("20 00 00 00"),
              chars("0a7314ac2bc5413723ab6ac388330f3c"), hex("00 02 00 00 23"));
}

// Positions 1.5 and -1.5 rad, velocities 3 and -3 rad/s, header zero.
inline Bytes jointState() {
  return join(hex("FF FE 40 00 BF 7E 00"), zeros(20), hex("02 00 00 00"),
              hex("00 00 00 00 00 00 F8 3F 00 00 00 00 00 00 F8 BF"), hex("02 00 00 00"),
              hex("00 00 00 00 00 00 08 40 00 00 00 00 00 00 08 C0"), hex("00 00 00 00 7F"));
}

// seq 1, stamp 5.000000006, 6 and -6 rad/s.
inline Bytes wheelCommand() {
  return hex(
      "FF FE 1C 00 E3 64 00 01 00 00 00 05 00 00 00 06 00 00 00 00 00 00 00 02 00 00 00 00 00 C0 "
      "40 "
      "00 00 C0 C0 0D");
}

inline Bytes logInfoHi() { return hex("FF FE 07 00 F8 07 00 01 02 00 00 00 68 69 24"); }

inline Bytes requestEncoderResolution() {
  return join(hex("FF FE 1F 00 E0 06 00 1B 00 00 00"), chars("/diffbot/encoder_resolution"),
              hex("0F"));
}

inline Bytes replyEncoderResolution542() {
  return hex("FF FE 10 00 EF 06 00 01 00 00 00 1E 02 00 00 00 00 00 00 00 00 00 00 D8");
}

}  // namespace samples
