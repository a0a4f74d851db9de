#include <diffbot_msgs/EncodersStamped.h>
#include <diffbot_msgs/PIDStamped.h>
#include <diffbot_msgs/WheelsCmdStamped.h>
#include <gtest/gtest.h>
#include <ros/message_traits.h>
#include <sensor_msgs/JointState.h>
#include <simulated_teensy/device_firmware.h>
#include <simulated_teensy/device_session.h>
#include <std_msgs/Empty.h>

#include "samples.h"

using namespace simulated_teensy;

namespace {

class Session : public testing::Test {
 protected:
  Session()
      : session(firmwarePublishers(), firmwareSubscribers(),
                {[this](Bytes frame) { sent.push_back(std::move(frame)); },
                 [this](size_t subscriber, const Bytes& payload) {
                   messages.push_back({static_cast<uint16_t>(subscriber), payload});
                   return accept;
                 },
                 [this](const ParamReply& reply) { replies.push_back(reply); }}) {}

  void receive(const Bytes& bytes) { session.spin(bytes, now_us); }

  // Runs the session's clock in passes of 10 ms.
  void run(uint64_t us) {
    for (const uint64_t end = now_us + us; now_us < end;) {
      now_us += 10000;
      session.spin({}, now_us);
    }
  }

  void connect() {
    receive(samples::requestTopics());
    sent.clear();
  }

  bool accept = true;
  uint64_t now_us = 5000000;
  std::vector<Bytes> sent;
  std::vector<Frame> messages;
  std::vector<ParamReply> replies;
  DeviceSession session;
};

TEST_F(Session, says_nothing_before_it_is_asked) {
  run(20000000);
  EXPECT_TRUE(sent.empty());
  EXPECT_FALSE(session.connected());
}

TEST_F(Session, announces_time_then_publishers_then_subscribers) {
  receive(samples::requestTopics());
  ASSERT_EQ(7u, sent.size());
  EXPECT_EQ(toHex(samples::timeRequest()), toHex(sent[0]));
  EXPECT_EQ(toHex(samples::topicInfoMeasuredJointStates()), toHex(sent[2]));
  EXPECT_EQ(toHex(samples::topicInfoWheelCommand()), toHex(sent[3]));
  EXPECT_TRUE(session.connected());
}

struct Announced {
  uint16_t kind;
  uint16_t id;
  const char* name;
  const char* type;
  const char* md5;
};

template <class M>
Announced announced(uint16_t kind, uint16_t id, const char* name) {
  return {kind, id, name, ros::message_traits::DataType<M>::value(),
          ros::message_traits::MD5Sum<M>::value()};
}

TEST_F(Session, announces_the_field_s_ids_with_the_sums_of_this_workspace_s_messages) {
  const Announced table[] = {
      announced<diffbot_msgs::EncodersStamped>(0, 125, "encoder_ticks"),
      announced<sensor_msgs::JointState>(0, 126, "measured_joint_states"),
      announced<diffbot_msgs::WheelsCmdStamped>(1, 100, "wheel_cmd_velocities"),
      announced<std_msgs::Empty>(1, 101, "reset"),
      announced<diffbot_msgs::PIDStamped>(1, 102, "pid_left"),
      announced<diffbot_msgs::PIDStamped>(1, 103, "pid_right"),
  };
  receive(samples::requestTopics());
  ASSERT_EQ(7u, sent.size());
  for (size_t i = 0; i < 6; ++i) {
    TopicInfo info;
    info.topic_id = table[i].id;
    info.topic_name = table[i].name;
    info.message_type = table[i].type;
    info.md5sum = table[i].md5;
    info.buffer_size = 512;
    EXPECT_EQ(toHex(encodeFrame(table[i].kind, encode(info))), toHex(sent[i + 1])) << table[i].name;
  }
}

TEST_F(Session, answers_every_request_in_full) {
  connect();
  receive(join(samples::requestTopics(), samples::requestTopics()));
  EXPECT_EQ(14u, sent.size());
  EXPECT_EQ(3u, session.counters().topics_requests);
}

TEST_F(Session, asks_for_the_time_every_2_5_seconds_while_connected) {
  connect();
  for (int i = 0; i < 4; ++i) {
    run(2500000);
    EXPECT_TRUE(sent.empty());
    run(10000);
    ASSERT_EQ(1u, sent.size());
    EXPECT_EQ(toHex(samples::timeRequest()), toHex(sent[0]));
    receive(samples::timeReply());
    sent.clear();
  }
}

TEST_F(Session, is_lost_after_11_seconds_without_an_answer) {
  connect();
  run(11000000);
  EXPECT_TRUE(session.connected());
  run(10000);
  EXPECT_FALSE(session.connected());
  EXPECT_EQ(1u, session.counters().lost_connections);
  sent.clear();
  run(10000000);
  EXPECT_TRUE(sent.empty());
  connect();
  EXPECT_TRUE(session.connected());
}

TEST_F(Session, stays_connected_by_time_replies) {
  connect();
  for (int i = 0; i < 6; ++i) {
    run(5000000);
    receive(samples::timeReply());
  }
  EXPECT_TRUE(session.connected());
}

TEST_F(Session, keeps_the_host_s_clock) {
  connect();
  run(2600000);  // asked again 90 ms ago
  receive(samples::timeReply());
  EXPECT_EQ(1700000000u, session.hostTime(now_us).sec);
  EXPECT_EQ(340000000u, session.hostTime(now_us).nsec);  // reply + time since the request
  EXPECT_EQ(1700000001u, session.hostTime(now_us + 1000000).sec);
  EXPECT_EQ(340000000u, session.hostTime(now_us + 1000000).nsec);
}

TEST_F(Session, stops_at_a_tx_stop) {
  connect();
  receive(samples::txStop());
  EXPECT_FALSE(session.connected());
  EXPECT_FALSE(session.publish(1, zeros(4)));
  EXPECT_TRUE(sent.empty());
  EXPECT_EQ(1u, session.counters().tx_stops);
}

TEST_F(Session, publishes_only_while_connected_but_logs_always) {
  EXPECT_FALSE(session.publish(1, zeros(4)));
  EXPECT_EQ(1u, session.counters().publish_unconnected);
  session.log(1, "hi");
  ASSERT_EQ(1u, sent.size());
  EXPECT_EQ(toHex(samples::logInfoHi()), toHex(sent[0]));
  connect();
  EXPECT_TRUE(session.publish(1, zeros(4)));
  EXPECT_EQ(toHex(encodeFrame(126, zeros(4))), toHex(sent[0]));
}

TEST_F(Session, sends_a_log_instead_of_a_message_beyond_its_buffer) {
  connect();
  EXPECT_TRUE(session.publish(1, zeros(504)));
  EXPECT_FALSE(session.publish(1, zeros(505)));
  ASSERT_EQ(2u, sent.size());
  EXPECT_EQ(512u, sent[0].size());
  EXPECT_EQ(kIdLog, sent[1][kIdAt]);
  EXPECT_EQ(1u, session.counters().publish_too_large);
}

TEST_F(Session, asks_for_a_parameter_and_takes_the_reply) {
  session.requestParameter("/diffbot/encoder_resolution");
  EXPECT_EQ(toHex(samples::requestEncoderResolution()), toHex(sent.at(0)));
  receive(samples::replyEncoderResolution542());
  ASSERT_EQ(1u, replies.size());
  EXPECT_EQ(std::vector<int32_t>{542}, replies[0].ints);
}

TEST_F(Session, hands_a_message_to_its_subscriber) {
  connect();
  receive(join(samples::wheelCommand(), encodeFrame(103, zeros(3))));
  ASSERT_EQ(2u, messages.size());
  EXPECT_EQ(0, messages[0].id);
  EXPECT_EQ(28u, messages[0].payload.size());
  EXPECT_EQ(3, messages[1].id);
}

TEST_F(Session, counts_ids_that_are_nobody_s) {
  connect();
  for (const int id : {1, 2, 7, 12, 99, 104, 125, 126, 999, 65535})
    receive(encodeFrame(static_cast<uint16_t>(id), zeros(8)));
  EXPECT_EQ(10u, session.counters().unknown_ids);
  EXPECT_TRUE(messages.empty());
}

TEST_F(Session, counts_payloads_that_are_no_message) {
  connect();
  accept = false;
  receive(samples::wheelCommand());
  receive(encodeFrame(kIdTime, zeros(7)));
  receive(encodeFrame(kIdParameterRequest, zeros(3)));
  EXPECT_EQ(3u, session.counters().malformed);
  EXPECT_TRUE(replies.empty());
}

TEST_F(Session, tells_its_version_to_a_host_of_another_one_while_unconnected) {
  const Bytes version_1 = hex("FF FF 00 00");
  receive(version_1);
  ASSERT_FALSE(sent.empty());
  EXPECT_EQ(toHex(samples::timeRequest()), toHex(sent[0]));
  connect();
  receive(version_1);
  EXPECT_TRUE(sent.empty());
}

TEST_F(Session, announces_what_it_was_told_to_announce) {
  EXPECT_TRUE(session.setMd5("measured_joint_states", "00000000000000000000000000000000"));
  EXPECT_TRUE(session.setType("reset", "std_msgs/String"));
  EXPECT_FALSE(session.setMd5("nothing", ""));
  receive(samples::requestTopics());
  TopicInfo info;
  const auto payload = [this](size_t i) {
    return Bytes(sent[i].begin() + static_cast<std::ptrdiff_t>(kPayloadAt), sent[i].end() - 1);
  };
  ASSERT_TRUE(decode(payload(2), &info));
  EXPECT_EQ("00000000000000000000000000000000", info.md5sum);
  ASSERT_TRUE(decode(payload(4), &info));
  EXPECT_EQ("std_msgs/String", info.message_type);
}

}  // namespace
