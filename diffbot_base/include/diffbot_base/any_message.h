// A message of any type as it came: subscribing to it tells which type and md5 sum a publisher
// really has, where a subscriber of one type would only be refused.
#pragma once

#include <ros/message_traits.h>
#include <ros/serialization.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace diffbot_base {

struct AnyMessage {
  std::vector<uint8_t> bytes;
};

/// The bytes as a message of type M. Throws ros::serialization::StreamOverrunException when they
/// end too early; false when some are left over.
template <typename M>
bool decode(const AnyMessage& any, M* message) {
  // The stream only reads, but its interface wants a pointer to bytes that it may write.
  ros::serialization::IStream stream(const_cast<uint8_t*>(any.bytes.data()),
                                     static_cast<uint32_t>(any.bytes.size()));
  ros::serialization::deserialize(stream, *message);
  return stream.getLength() == 0;
}

}  // namespace diffbot_base

namespace ros {
namespace message_traits {

template <>
struct IsMessage<diffbot_base::AnyMessage> : TrueType {};
template <>
struct IsMessage<diffbot_base::AnyMessage const> : TrueType {};

template <>
struct MD5Sum<diffbot_base::AnyMessage> {
  static const char* value() { return "*"; }
  static const char* value(const diffbot_base::AnyMessage&) { return value(); }
};

template <>
struct DataType<diffbot_base::AnyMessage> {
  static const char* value() { return "*"; }
  static const char* value(const diffbot_base::AnyMessage&) { return value(); }
};

template <>
struct Definition<diffbot_base::AnyMessage> {
  static const char* value() { return ""; }
  static const char* value(const diffbot_base::AnyMessage&) { return value(); }
};

}  // namespace message_traits

namespace serialization {

template <>
struct Serializer<diffbot_base::AnyMessage> {
  template <typename Stream>
  inline static void write(Stream& stream, const diffbot_base::AnyMessage& message) {
    std::memcpy(stream.advance(static_cast<uint32_t>(message.bytes.size())), message.bytes.data(),
                message.bytes.size());
  }

  template <typename Stream>
  inline static void read(Stream& stream, diffbot_base::AnyMessage& message) {
    const uint32_t length = stream.getLength();
    const uint8_t* const bytes = stream.advance(length);
    message.bytes.assign(bytes, bytes + length);
  }

  inline static uint32_t serializedLength(const diffbot_base::AnyMessage& message) {
    return static_cast<uint32_t>(message.bytes.size());
  }
};

}  // namespace serialization
}  // namespace ros
