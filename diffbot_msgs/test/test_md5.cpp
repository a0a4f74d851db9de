// Robots in the field refuse a topic whose md5 sum differs: the sums are part of the contract.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <diffbot_msgs/AngularVelocities.h>
#include <diffbot_msgs/AngularVelocitiesStamped.h>
#include <diffbot_msgs/Encoders.h>
#include <diffbot_msgs/EncodersStamped.h>
#include <diffbot_msgs/PID.h>
#include <diffbot_msgs/PIDStamped.h>
#include <diffbot_msgs/WheelsCmd.h>
#include <diffbot_msgs/WheelsCmdStamped.h>
#include <ros/message_traits.h>
#include <ros/serialization.h>

template <class M>
void expectSum(const char* type, const char* sum) {
  EXPECT_STREQ(type, ros::message_traits::DataType<M>::value());
  EXPECT_STREQ(sum, ros::message_traits::MD5Sum<M>::value()) << type;
}

TEST(Md5, every_message_has_the_sum_of_the_firmware_in_the_field) {
  using namespace diffbot_msgs;
  expectSum<AngularVelocities>("diffbot_msgs/AngularVelocities",
                               "edecb4b6fff50f927a908742515e167a");
  expectSum<AngularVelocitiesStamped>("diffbot_msgs/AngularVelocitiesStamped",
                                      "62b2cae704bd641c35dea902c2913994");
  expectSum<Encoders>("diffbot_msgs/Encoders", "e0f0e0582d1fb8eb1fb134e9dacef19f");
  expectSum<EncodersStamped>("diffbot_msgs/EncodersStamped", "162975f999a4d19c3bdc0165594516da");
  expectSum<PID>("diffbot_msgs/PID", "08d0ca1f582560895ecba909de1d88ec");
  expectSum<PIDStamped>("diffbot_msgs/PIDStamped", "76f54f0857a76c5e79d6f9203f257b96");
  expectSum<WheelsCmd>("diffbot_msgs/WheelsCmd", "85d3efcbf77039b4c3993e4dcc872362");
  expectSum<WheelsCmdStamped>("diffbot_msgs/WheelsCmdStamped", "0a7314ac2bc5413723ab6ac388330f3c");
}

TEST(Wire, a_wheel_command_serializes_to_the_bytes_of_the_contract) {
  diffbot_msgs::WheelsCmdStamped command;
  command.header.seq = 1;
  command.header.stamp = ros::Time(5, 6);
  command.wheels_cmd.angular_velocities.joint = {6.0f, -6.0f};
  const std::vector<uint8_t> expected = {1, 0, 0, 0, 5, 0, 0, 0, 6,    0,    0, 0, 0,    0,
                                         0, 0, 2, 0, 0, 0, 0, 0, 0xC0, 0x40, 0, 0, 0xC0, 0xC0};
  std::vector<uint8_t> bytes(ros::serialization::serializationLength(command));
  ros::serialization::OStream stream(bytes.data(), bytes.size());
  ros::serialization::serialize(stream, command);
  EXPECT_EQ(expected, bytes);
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
