#pragma once

#include <diffbot_firmware/command.h>
#include <diffbot_firmware/config.h>
#include <diffbot_firmware/interfaces.h>
#include <diffbot_firmware/timing.h>
#include <diffbot_firmware/wheel.h>
#include <stddef.h>
#include <stdint.h>

namespace diffbot_firmware {

// Totals since power-on.
struct Counters {
  uint32_t commands_accepted = 0;
  uint32_t commands_wrong_count = 0;  // not exactly two elements
  uint32_t commands_not_finite = 0;
  uint32_t commands_while_stalled = 0;  // ignored: the first command after a stall must be zero
  uint32_t pid_rejected = 0;
  uint32_t watchdog_stops = 0;
  uint32_t stall_stops = 0;
  uint32_t control_steps = 0;
};

// The whole base without pins and without a link: two wheels, the command, its watchdog.
// Allocates nothing. Not for use from an interrupt.
class BaseController {
 public:
  BaseController(Clock& clock, Encoder& left_encoder, Encoder& right_encoder,
                 MotorDriver& left_motor, MotorDriver& right_motor,
                 const Config& config = Config());
  BaseController(const BaseController&) = delete;
  BaseController& operator=(const BaseController&) = delete;

  // Once, when the board is up: motors off, angles 0.
  void begin();

  // One pass; to be called as often as the main loop can. The watchdog is looked at on every pass,
  // the wheels are controlled at the control rate. True when they were: there is a new state.
  bool spinOnce();

  // Array of a wheel command: [0] left, [1] right, rad/s. Only an accepted command feeds the
  // watchdog, so a stream of NaN stops the robot as silence does.
  CommandVerdict command(const float* joint, size_t count);

  // Angles are 0 from now on; speeds are not disturbed.
  void resetAngles();

  // False when a gain is negative or not finite; the old ones stay then.
  bool setLeftPid(const PidGains& gains) { return setPid(left_, gains); }
  bool setRightPid(const PidGains& gains) { return setPid(right_, gains); }

  // Ticks per wheel turn; false when not positive. Angles change with it: call it before driving.
  bool setTicksPerTurn(int32_t ticks_per_turn);

  Wheel& left() { return left_; }
  Wheel& right() { return right_; }
  const Wheel& left() const { return left_; }
  const Wheel& right() const { return right_; }
  const Config& config() const { return config_; }
  const Counters& counters() const { return counters_; }
  bool commandExpired() const { return expired_; }
  bool stalled() const { return left_.stalled() || right_.stalled(); }

 private:
  void stop();
  bool setPid(Wheel& wheel, const PidGains& gains);

  Clock& clock_;
  Config config_;  // before the wheels: they keep a reference to it
  Wheel left_;
  Wheel right_;
  Watchdog watchdog_;
  RateGate gate_;
  Counters counters_;
  bool expired_ = true;
};

}  // namespace diffbot_firmware
