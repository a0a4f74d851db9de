#pragma once

#include <simulated_teensy/frame.h>

#include <cstddef>
#include <cstdint>

namespace simulated_teensy {

// What was received, and what was thrown away and why.
struct ParserCounters {
  uint64_t bytes = 0;
  uint64_t good = 0;
  uint64_t bad_version = 0;
  uint64_t bad_length = 0;  // checksum of the length
  uint64_t oversize = 0;    // longer than the input buffer
  uint64_t bad_data = 0;    // checksum of id and payload
  uint64_t timeouts = 0;    // not whole after 20 ms
  uint64_t skipped_bytes = 0;
  uint64_t resyncs = 0;  // good frames after something was thrown away

  uint64_t bad() const { return bad_version + bad_length + oversize + bad_data + timeouts; }
};

// The receiving half of the client library, byte by byte. It follows the library in the field, the
// byte after a sync byte included: in "FF FF FE ..." the second FF is consumed as a wrong version
// and the frame is lost. It differs where the library writes past its input buffer: a frame that
// claims more than that is dropped.
class FrameParser {
 public:
  enum class Event { kNone, kFrame, kBadVersion, kBadLength, kOversize, kBadData };

  static constexpr uint64_t kDeadlineUs = 20000;

  explicit FrameParser(size_t max_payload) : max_payload_(max_payload) {}

  // Start of a pass of the device's loop. The age of a part of a frame is looked at only here.
  void beginPass(uint64_t now_us);

  // Takes one byte. After kFrame, frame() is valid until the next call.
  Event push(uint8_t byte);

  const Frame& frame() const { return frame_; }
  const ParserCounters& counters() const { return counters_; }
  bool insideFrame() const { return state_ != State::kSync; }

 private:
  enum class State {
    kSync,
    kVersion,
    kLengthLow,
    kLengthHigh,
    kLengthCheck,
    kIdLow,
    kIdHigh,
    kPayload,
    kDataCheck
  };

  Event reject(Event event, uint64_t* counter);
  Event acceptLength(uint8_t byte);
  Event acceptFrame(uint8_t byte);

  size_t max_payload_;
  State state_ = State::kSync;
  uint64_t pass_us_ = 0;
  uint64_t deadline_us_ = 0;
  size_t length_ = 0;
  unsigned sum_ = 0;
  bool lost_ = false;
  Frame frame_;
  ParserCounters counters_;
};

}  // namespace simulated_teensy
