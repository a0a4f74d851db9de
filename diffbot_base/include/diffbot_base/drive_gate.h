#pragma once

#include <diffbot_base/wheel_pair.h>

#include <cstdint>

namespace diffbot_base {

/// Why the wheels are held, one bit each.
enum HoldReason : uint32_t {
  kHoldStale = 1 << 0,      ///< no usable measurement for too long
  kHoldEmergency = 1 << 1,  ///< the e-stop topic says so
  kHoldFirmware = 1 << 2,   ///< the firmware's messages are not ours
  kHoldClock = 1 << 3,      ///< the wall clock was set; no command has come since
  kHoldNoMotion = 1 << 4,   ///< a wheel does not turn as commanded; until the command is zero
};

/// What the gate looks at in each cycle.
struct GateInput {
  double now_s = 0.0;      ///< steady clock
  double age_s = 0.0;      ///< of the last used measurement
  bool emergency = false;  ///< e-stop
  bool wrong_firmware = false;
  bool clock_stepped = false;      ///< in this cycle
  uint64_t commands_received = 0;  ///< velocity commands so far, from whoever drives the robot
  WheelPair requested;             ///< rad/s, by the controllers
  WheelPair sent;                  ///< rad/s, the last one
  WheelPair measured;              ///< rad/s
};

struct GateSettings {
  double stale_s = 0.15;
  double ramp_s = 0.5;       ///< from 0 to the full command after a hold
  double no_motion_s = 1.0;  ///< a wheel may fail to follow its command for so long
};

/// Decides in each cycle whether the wheels may turn. After a hold the controllers are to be reset
/// once and the command comes back over `ramp_s`: a limiter in a controller that went on meanwhile
/// would step. No ROS, allocates nothing.
class DriveGate {
 public:
  explicit DriveGate(const GateSettings& settings) : settings_(settings) {}

  /// Part of the command that may go to the wheels: 0 while held, then rising to 1.
  double update(const GateInput& input);

  uint32_t reasons() const { return reasons_; }  ///< of HoldReason; 0: free
  uint64_t holds() const { return holds_; }      ///< how often a hold has begun

  bool resetDue() const { return reset_due_; }

  /// True once after each hold.
  bool takeReset();

 private:
  bool doesNotFollow(const GateInput& input);

  GateSettings settings_;
  uint32_t reasons_ = 0;
  uint64_t holds_ = 0;
  bool reset_due_ = false;
  bool was_held_ = false;
  double freed_s_ = 0.0;
  bool ramping_ = false;
  uint64_t commands_at_step_ = 0;
  double following_s_ = 0.0;  // last time at which both wheels did as commanded
  bool followed_ = false;
};

/// The reasons in words, for people: "stale measurement, emergency stop".
const char* holdText(HoldReason reason);

}  // namespace diffbot_base
