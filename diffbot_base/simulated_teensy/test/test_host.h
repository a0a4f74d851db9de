// The host's end of the link for tests: answers as the serial node does, remembers what it heard.
#pragma once

#include <simulated_teensy/frame_parser.h>
#include <simulated_teensy/messages.h>
#include <simulated_teensy/simulated_teensy.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "samples.h"

class TestHost {
 public:
  using Bytes = simulated_teensy::Bytes;

  // Bytes that the device sent.
  void hear(const Bytes& bytes) {
    for (const uint8_t byte : bytes)
      if (parser_.push(byte) == simulated_teensy::FrameParser::Event::kFrame) take(parser_.frame());
  }

  // Bytes for the device, since the last call.
  Bytes speak() {
    Bytes bytes;
    bytes.swap(to_device_);
    return bytes;
  }

  void send(const Bytes& bytes) { to_device_ = join(to_device_, bytes); }
  void command(const std::vector<float>& joint) {
    simulated_teensy::WheelsCmdStamped message;
    message.joint = joint;
    send(simulated_teensy::encodeFrame(ids.at("wheel_cmd_velocities"), encode(message)));
  }

  std::map<std::string, int64_t> ints = {{"/diffbot/encoder_resolution", 542},
                                         {"/diffbot/debug/base_controller", 0}};
  std::map<std::string, float> floats = {
      {"/diffbot/mobile_base_controller/wheel_radius", 0.05f},
      {"/diffbot/mobile_base_controller/linear/x/max_velocity", 0.5f}};
  bool answers_time = true;

  std::map<std::string, uint16_t> ids;
  std::vector<simulated_teensy::JointState> states;
  std::vector<std::string> logs;
  std::vector<std::string> parameters;
  int time_requests = 0;
  int malformed = 0;
  const simulated_teensy::ParserCounters& received() const { return parser_.counters(); }

 private:
  void take(const simulated_teensy::Frame& frame) {
    using namespace simulated_teensy;
    if (frame.id == kIdPublisher || frame.id == kIdSubscriber) {
      TopicInfo info;
      if (decode(frame.payload, &info)) ids[info.topic_name] = info.topic_id;
    } else if (frame.id == kIdTime) {
      ++time_requests;
      if (answers_time) send(samples::timeReply());
    } else if (frame.id == kIdLog) {
      logs.push_back(std::string(frame.payload.begin() + 5, frame.payload.end()));
    } else if (frame.id == kIdParameterRequest) {
      answerParameter(std::string(frame.payload.begin() + 4, frame.payload.end()));
    } else if (ids.count("measured_joint_states") && frame.id == ids["measured_joint_states"]) {
      JointState state;
      if (decode(frame.payload, &state))
        states.push_back(state);
      else
        ++malformed;
    }
  }

  // int32[] ints, float32[] floats, string[] strings
  void answerParameter(const std::string& name) {
    parameters.push_back(name);
    uint32_t bits = 0;
    Bytes payload;
    if (ints.count(name) != 0) {
      bits = static_cast<uint32_t>(ints[name]);
      payload = join(hex("01 00 00 00"), little(bits), zeros(8));
    } else if (floats.count(name) != 0) {
      std::memcpy(&bits, &floats[name], sizeof(bits));
      payload = join(zeros(4), hex("01 00 00 00"), little(bits), zeros(4));
    } else {
      return;
    }
    send(simulated_teensy::encodeFrame(simulated_teensy::kIdParameterRequest, payload));
  }

  static Bytes little(uint32_t bits) {
    return {static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8),
            static_cast<uint8_t>(bits >> 16), static_cast<uint8_t>(bits >> 24)};
  }

  simulated_teensy::FrameParser parser_{512};
  Bytes to_device_;
};

// A host and a device on one wire, in simulated time.
class Rig {
 public:
  explicit Rig(const simulated_teensy::TeensyOptions& options = simulated_teensy::TeensyOptions())
      : teensy(options, [this](const TestHost::Bytes& bytes) { host.hear(bytes); }, 1000000) {}

  // Runs in passes of 2 ms. With a command, the host repeats it every 20 ms.
  void run(int ms, const std::vector<float>* command = nullptr) {
    for (int i = 0; i < ms; i += 2) {
      if (command != nullptr && i % 20 == 0) host.command(*command);
      now_us += 2000;
      teensy.step(host.speak(), now_us);
    }
  }

  void connect() {
    host.send(samples::requestTopics());
    run(200);
  }

  void drive(int ms, float left, float right) {
    const std::vector<float> command = {left, right};
    run(ms, &command);
  }

  uint64_t now_us = 1000000;
  TestHost host;
  simulated_teensy::SimulatedTeensy teensy;
};
