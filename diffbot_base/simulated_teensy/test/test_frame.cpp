#include <gtest/gtest.h>
#include <simulated_teensy/frame.h>
#include <simulated_teensy/messages.h>

#include <limits>

#include "samples.h"

using namespace simulated_teensy;

namespace {

Bytes payloadOf(const Bytes& frame) {
  return Bytes(frame.begin() + static_cast<std::ptrdiff_t>(kPayloadAt), frame.end() - 1);
}

void expectFrame(const Bytes& sample, uint16_t id, const Bytes& payload) {
  EXPECT_EQ(toHex(sample), toHex(encodeFrame(id, payload)));
}

TEST(Frame, encodes_every_sample_of_the_contract) {
  expectFrame(samples::requestTopics(), kIdPublisher, {});
  expectFrame(samples::txStop(), kIdTxStop, {});
  expectFrame(samples::timeRequest(), kIdTime, encode(Time()));
  Time time;
  time.sec = 1700000000;
  time.nsec = 250000000;
  expectFrame(samples::timeReply(), kIdTime, encode(time));

  TopicInfo info;
  info.topic_id = 126;
  info.topic_name = "measured_joint_states";
  info.message_type = "sensor_msgs/JointState";
  info.md5sum = "3066dcd76a6cfaef579bd0f34173e9fd";
  info.buffer_size = 512;
  expectFrame(samples::topicInfoMeasuredJointStates(), kIdPublisher, encode(info));
  info.topic_id = 100;
  info.topic_name = "wheel_cmd_velocities";
  info.message_type = "diffbot_msgs/WheelsCmdStamped";
  info.md5sum = "0a7314ac2bc5413723ab6ac388330f3c";
  expectFrame(samples::topicInfoWheelCommand(), kIdSubscriber, encode(info));

  JointState state;
  state.position = {1.5, -1.5};
  state.velocity = {3.0, -3.0};
  expectFrame(samples::jointState(), 126, encode(state));

  WheelsCmdStamped command;
  command.header.seq = 1;
  command.header.stamp.sec = 5;
  command.header.stamp.nsec = 6;
  command.joint = {6.0f, -6.0f};
  expectFrame(samples::wheelCommand(), 100, encode(command));

  expectFrame(samples::logInfoHi(), kIdLog, encodeLog(1, "hi"));
  expectFrame(samples::requestEncoderResolution(), kIdParameterRequest,
              encodeString("/diffbot/encoder_resolution"));
}

TEST(Frame, has_the_sizes_of_the_contract) {
  EXPECT_EQ(101u, samples::topicInfoMeasuredJointStates().size());
  EXPECT_EQ(107u, samples::topicInfoWheelCommand().size());
  EXPECT_EQ(72u, samples::jointState().size());
  EXPECT_EQ(36u, samples::wheelCommand().size());
}

TEST(Frame, repairs_its_checksums) {
  Bytes frame = samples::jointState();
  frame[20] ^= 0x5A;
  frame[kLengthAt] ^= 0x01;
  frame[kLengthAt] ^= 0x01;
  const Bytes broken = frame;
  repairChecksums(&frame);
  EXPECT_NE(toHex(broken), toHex(frame));
  EXPECT_EQ(toHex(encodeFrame(126, payloadOf(frame))), toHex(frame));
}

TEST(Messages, decode_the_samples) {
  WheelsCmdStamped command;
  ASSERT_TRUE(decode(payloadOf(samples::wheelCommand()), &command));
  EXPECT_EQ(1u, command.header.seq);
  EXPECT_EQ(5u, command.header.stamp.sec);
  EXPECT_EQ(6u, command.header.stamp.nsec);
  EXPECT_EQ((std::vector<float>{6.0f, -6.0f}), command.joint);

  JointState state;
  ASSERT_TRUE(decode(payloadOf(samples::jointState()), &state));
  EXPECT_EQ((std::vector<double>{1.5, -1.5}), state.position);
  EXPECT_EQ((std::vector<double>{3.0, -3.0}), state.velocity);

  ParamReply reply;
  ASSERT_TRUE(decode(payloadOf(samples::replyEncoderResolution542()), &reply));
  EXPECT_EQ(std::vector<int32_t>{542}, reply.ints);
  EXPECT_TRUE(reply.floats.empty());
  EXPECT_TRUE(reply.strings.empty());

  Time time;
  ASSERT_TRUE(decode(payloadOf(samples::timeReply()), &time));
  EXPECT_EQ(1700000000u, time.sec);
  EXPECT_EQ(250000000u, time.nsec);

  TopicInfo info;
  ASSERT_TRUE(decode(payloadOf(samples::topicInfoWheelCommand()), &info));
  EXPECT_EQ(100, info.topic_id);
  EXPECT_EQ("wheel_cmd_velocities", info.topic_name);
  EXPECT_EQ(512, info.buffer_size);
}

template <class Message>
void expectNoOtherLength(const Bytes& frame) {
  Bytes payload = payloadOf(frame);
  Message message;
  ASSERT_TRUE(decode(payload, &message));
  for (size_t size = 0; size < payload.size(); ++size)
    EXPECT_FALSE(decode(Bytes(payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(size)),
                        &message))
        << size << " bytes";
  payload.push_back(0);
  EXPECT_FALSE(decode(payload, &message)) << "one byte more";
}

TEST(Messages, of_another_length_are_none) {
  expectNoOtherLength<WheelsCmdStamped>(samples::wheelCommand());
  expectNoOtherLength<JointState>(samples::jointState());
  expectNoOtherLength<ParamReply>(samples::replyEncoderResolution542());
  expectNoOtherLength<Time>(samples::timeReply());
  expectNoOtherLength<TopicInfo>(samples::topicInfoWheelCommand());
}

TEST(Messages, do_not_believe_a_count) {
  Bytes payload = payloadOf(samples::wheelCommand());
  for (const uint8_t high : {0x01, 0x40, 0x80, 0xFF}) {
    payload[19] = high;  // the highest byte of the number of joints
    WheelsCmdStamped command;
    EXPECT_FALSE(decode(payload, &command));
    EXPECT_TRUE(command.joint.empty());
  }
}

TEST(Messages, carry_every_double) {
  JointState state;
  state.position = {std::numeric_limits<double>::infinity(), -0.0,
                    std::numeric_limits<double>::denorm_min(),
                    std::numeric_limits<double>::quiet_NaN()};
  const Bytes bytes = encode(state);
  JointState back;
  ASSERT_TRUE(decode(bytes, &back));
  EXPECT_EQ(toHex(bytes), toHex(encode(back)));
}

}  // namespace
