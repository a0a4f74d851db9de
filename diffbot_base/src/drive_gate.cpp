#include <diffbot_base/drive_gate.h>

#include <algorithm>

namespace diffbot_base {

namespace {

constexpr double kClearCommand = 1.0;  // rad/s: a slower one may lie below the motor's friction
constexpr double kFollowing = 0.1;     // part of the command that a turning wheel reaches at least
constexpr double kZeroCommand = 1e-3;  // rad/s

}  // namespace

const char* holdText(HoldReason reason) {
  switch (reason) {
    case kHoldStale:
      return "no usable measurement";
    case kHoldEmergency:
      return "emergency stop";
    case kHoldFirmware:
      return "wrong firmware";
    case kHoldClock:
      return "clock was set, waiting for a command";
    case kHoldNoMotion:
      return "a wheel does not turn as commanded, waiting for a zero command";
  }
  return "";
}

double DriveGate::update(const GateInput& input) {
  uint32_t reasons = reasons_ & (kHoldClock | kHoldNoMotion);  // these two are latched
  if (input.age_s > settings_.stale_s) reasons |= kHoldStale;
  if (input.emergency) reasons |= kHoldEmergency;
  if (input.wrong_firmware) reasons |= kHoldFirmware;

  // Set back, the clock makes an old command young for as long as it was set back by.
  if (input.clock_stepped) {
    reasons |= kHoldClock;
    commands_at_step_ = input.commands_received;
  } else if (input.commands_received != commands_at_step_) {
    reasons &= ~static_cast<uint32_t>(kHoldClock);
  }

  if (doesNotFollow(input)) reasons |= kHoldNoMotion;
  if (largest(input.requested) < kZeroCommand)
    reasons &= ~static_cast<uint32_t>(kHoldNoMotion | kHoldClock);

  if (reasons != 0 && reasons_ == 0) ++holds_;
  if (reasons == 0 && reasons_ != 0) {
    reset_due_ = true;
    ramping_ = true;
    freed_s_ = input.now_s;
  }
  reasons_ = reasons;
  if (reasons_ != 0) return 0.0;
  if (!ramping_) return 1.0;
  const double part = settings_.ramp_s > 0.0 ? (input.now_s - freed_s_) / settings_.ramp_s : 1.0;
  if (part >= 1.0) ramping_ = false;
  return std::max(0.0, std::min(part, 1.0));
}

bool DriveGate::takeReset() {
  const bool due = reset_due_;
  reset_due_ = false;
  return due;
}

// A wheel that is told to turn and stands still, or turns the other way, for too long: blocked,
// without power, without an encoder, or with its wires swapped.
bool DriveGate::doesNotFollow(const GateInput& input) {
  const auto follows = [](double sent, double measured) {
    return std::fabs(sent) < kClearCommand || measured / sent > kFollowing;
  };
  if (!followed_ || (follows(input.sent.left, input.measured.left) &&
                     follows(input.sent.right, input.measured.right))) {
    followed_ = true;
    following_s_ = input.now_s;
  }
  return input.now_s - following_s_ > settings_.no_motion_s;
}

}  // namespace diffbot_base
