#include <simulated_teensy/messages.h>
#include <simulated_teensy/wire.h>

#include <cstring>

namespace simulated_teensy {

namespace {

void write(WireWriter* writer, const Header& header) {
  writer->u32(header.seq);
  writer->u32(header.stamp.sec);
  writer->u32(header.stamp.nsec);
  writer->string(header.frame_id);
}

void read(WireReader* reader, Header* header) {
  header->seq = reader->u32();
  header->stamp.sec = reader->u32();
  header->stamp.nsec = reader->u32();
  header->frame_id = reader->string();
}

std::vector<double> readDoubles(WireReader* reader) {
  std::vector<double> values(reader->count(8));
  for (double& value : values) value = reader->f64();
  return values;
}

std::vector<float> readFloats(WireReader* reader) {
  std::vector<float> values(reader->count(4));
  for (float& value : values) value = reader->f32();
  return values;
}

std::vector<std::string> readStrings(WireReader* reader) {
  std::vector<std::string> values(reader->count(4));  // a string takes 4 bytes at least
  for (std::string& value : values) value = reader->string();
  return values;
}

}  // namespace

Bytes encode(const TopicInfo& info) {
  WireWriter writer;
  writer.u16(info.topic_id);
  writer.string(info.topic_name);
  writer.string(info.message_type);
  writer.string(info.md5sum);
  writer.u32(static_cast<uint32_t>(info.buffer_size));
  return writer.bytes();
}

bool decode(const Bytes& payload, TopicInfo* info) {
  WireReader reader(payload);
  info->topic_id = reader.u16();
  info->topic_name = reader.string();
  info->message_type = reader.string();
  info->md5sum = reader.string();
  info->buffer_size = static_cast<int32_t>(reader.u32());
  return reader.complete();
}

Bytes encode(const JointState& state) {
  WireWriter writer;
  write(&writer, state.header);
  writer.u32(static_cast<uint32_t>(state.name.size()));
  for (const std::string& name : state.name) writer.string(name);
  writer.f64Array(state.position);
  writer.f64Array(state.velocity);
  writer.f64Array(state.effort);
  return writer.bytes();
}

bool decode(const Bytes& payload, JointState* state) {
  WireReader reader(payload);
  read(&reader, &state->header);
  state->name = readStrings(&reader);
  state->position = readDoubles(&reader);
  state->velocity = readDoubles(&reader);
  state->effort = readDoubles(&reader);
  return reader.complete();
}

Bytes encode(const EncodersStamped& encoders) {
  WireWriter writer;
  write(&writer, encoders.header);
  for (const int32_t ticks : encoders.ticks) writer.u32(static_cast<uint32_t>(ticks));
  return writer.bytes();
}

Bytes encode(const WheelsCmdStamped& command) {
  WireWriter writer;
  write(&writer, command.header);
  writer.u32(static_cast<uint32_t>(command.joint.size()));
  for (const float speed : command.joint) {
    uint32_t bits;
    std::memcpy(&bits, &speed, sizeof(bits));
    writer.u32(bits);
  }
  return writer.bytes();
}

bool decode(const Bytes& payload, WheelsCmdStamped* command) {
  WireReader reader(payload);
  read(&reader, &command->header);
  command->joint = readFloats(&reader);
  return reader.complete();
}

bool decode(const Bytes& payload, PIDStamped* pid) {
  WireReader reader(payload);
  read(&reader, &pid->header);
  pid->kp = reader.f32();
  pid->ki = reader.f32();
  pid->kd = reader.f32();
  return reader.complete();
}

bool decode(const Bytes& payload, ParamReply* reply) {
  WireReader reader(payload);
  reply->ints.resize(reader.count(4));
  for (int32_t& value : reply->ints) value = static_cast<int32_t>(reader.u32());
  reply->floats = readFloats(&reader);
  reply->strings = readStrings(&reader);
  return reader.complete();
}

Bytes encode(const Time& time) {
  WireWriter writer;
  writer.u32(time.sec);
  writer.u32(time.nsec);
  return writer.bytes();
}

bool decode(const Bytes& payload, Time* time) {
  WireReader reader(payload);
  time->sec = reader.u32();
  time->nsec = reader.u32();
  return reader.complete();
}

Bytes encodeLog(uint8_t level, const std::string& text) {
  WireWriter writer;
  writer.u8(level);
  writer.string(text);
  return writer.bytes();
}

Bytes encodeString(const std::string& text) {
  WireWriter writer;
  writer.string(text);
  return writer.bytes();
}

}  // namespace simulated_teensy
