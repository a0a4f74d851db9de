#include <simulated_teensy/frame_parser.h>

namespace simulated_teensy {

constexpr uint64_t FrameParser::kDeadlineUs;

void FrameParser::beginPass(uint64_t now_us) {
  pass_us_ = now_us;
  if (state_ != State::kSync && now_us > deadline_us_) reject(Event::kNone, &counters_.timeouts);
}

FrameParser::Event FrameParser::push(uint8_t byte) {
  ++counters_.bytes;
  switch (state_) {
    case State::kSync:
      if (byte == kSyncByte) {
        deadline_us_ = pass_us_ + kDeadlineUs;
        state_ = State::kVersion;
      } else {
        ++counters_.skipped_bytes;
        lost_ = true;
      }
      return Event::kNone;
    case State::kVersion:
      if (byte != kVersion2) return reject(Event::kBadVersion, &counters_.bad_version);
      state_ = State::kLengthLow;
      return Event::kNone;
    case State::kLengthLow:
      length_ = byte;
      sum_ = byte;
      state_ = State::kLengthHigh;
      return Event::kNone;
    case State::kLengthHigh:
      length_ |= static_cast<size_t>(byte) << 8;
      sum_ += byte;
      state_ = State::kLengthCheck;
      return Event::kNone;
    case State::kLengthCheck:
      return acceptLength(byte);
    case State::kIdLow:
      frame_.id = byte;
      sum_ = byte;
      state_ = State::kIdHigh;
      return Event::kNone;
    case State::kIdHigh:
      frame_.id = static_cast<uint16_t>(frame_.id | (byte << 8));
      sum_ += byte;
      state_ = length_ == 0 ? State::kDataCheck : State::kPayload;
      return Event::kNone;
    case State::kPayload:
      frame_.payload.push_back(byte);
      sum_ += byte;
      if (frame_.payload.size() == length_) state_ = State::kDataCheck;
      return Event::kNone;
    case State::kDataCheck:
      return acceptFrame(byte);
  }
  return Event::kNone;
}

FrameParser::Event FrameParser::acceptLength(uint8_t byte) {
  if (byte != checksum(sum_)) return reject(Event::kBadLength, &counters_.bad_length);
  if (length_ > max_payload_) return reject(Event::kOversize, &counters_.oversize);
  frame_.payload.clear();
  state_ = State::kIdLow;
  return Event::kNone;
}

FrameParser::Event FrameParser::acceptFrame(uint8_t byte) {
  if (byte != checksum(sum_)) return reject(Event::kBadData, &counters_.bad_data);
  ++counters_.good;
  if (lost_) ++counters_.resyncs;
  lost_ = false;
  state_ = State::kSync;
  return Event::kFrame;
}

FrameParser::Event FrameParser::reject(Event event, uint64_t* counter) {
  ++*counter;
  lost_ = true;
  state_ = State::kSync;
  return event;
}

}  // namespace simulated_teensy
