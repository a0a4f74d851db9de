// Time keeping on a 32-bit microsecond clock that wraps.
#pragma once

#include <stdint.h>

namespace diffbot_firmware {

// Expires when it was not fed for longer than its timeout; stays expired until it is fed.
class Watchdog {
 public:
  explicit Watchdog(uint32_t timeout_us) : timeout_us_(timeout_us) {}

  void feed(uint32_t now_us);

  // To be asked on every pass of the main loop. Starts expired: nothing was commanded yet.
  bool expired(uint32_t now_us);

 private:
  uint32_t timeout_us_;
  uint32_t fed_us_ = 0;
  bool expired_ = true;  // latched, or a wrapped clock would make an old command young again
};

// Opens once per period. Keeps its phase when a pass comes a little late, so that the mean rate is
// right; starts a new phase when one comes more than a quarter of a period late, so that two
// openings are never closer than three quarters of a period: the time between them is never near 0.
class RateGate {
 public:
  explicit RateGate(uint32_t period_us) : period_us_(period_us) {}

  void start(uint32_t now_us);

  // True when the period is over.
  bool due(uint32_t now_us);

  // Time between the last two openings in microseconds.
  uint32_t elapsed() const { return elapsed_us_; }

 private:
  uint32_t period_us_;
  uint32_t phase_us_ = 0;
  uint32_t opened_us_ = 0;
  uint32_t elapsed_us_ = 0;
};

}  // namespace diffbot_firmware
