#pragma once

#include <simulated_teensy/messages.h>

#include <cstdint>
#include <string>
#include <vector>

namespace simulated_teensy {

enum class MeasurementFault {
  kNan,
  kInf,
  kNegativeInf,
  kHuge,      // 1e308
  kElements,  // `value` elements instead of 2
  kReversed,  // [right, left]
  kFrozen,    // the first faulty message again and again
  kOffset,    // `value` added (rad or rad/s)
  kStamp,     // header stamp `value` seconds away from the host's time
  kMute,      // no message
};

// nullptr when no fault has this name: nan, inf, -inf, huge, elements, reversed, frozen, offset,
// stamp, mute.
const MeasurementFault* measurementFaultByName(const std::string& name);

struct MeasurementFaultRule {
  MeasurementFault fault = MeasurementFault::kNan;
  bool position = true;
  bool velocity = true;
  bool left = true;
  bool right = true;
  double value = 0.0;
  int64_t count = -1;   // messages; negative: no end
  uint64_t for_us = 0;  // 0: no end
};

// What is wrong with the joint states: well-formed frames with values that must not be used.
class MeasurementFaults {
 public:
  void add(const MeasurementFaultRule& rule, uint64_t now_us);
  void clear() { rules_.clear(); }

  // False: this message is not sent at all.
  bool apply(JointState* state, const Time& host_time, uint64_t now_us);

  uint64_t hits() const { return hits_; }
  size_t activeRules() const { return rules_.size(); }

 private:
  struct Active {
    MeasurementFaultRule rule;
    uint64_t added_us;
    JointState frozen;
    bool has_frozen;
  };

  std::vector<Active> rules_;
  uint64_t hits_ = 0;
};

}  // namespace simulated_teensy
