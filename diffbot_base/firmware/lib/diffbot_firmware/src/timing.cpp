#include <diffbot_firmware/timing.h>

namespace diffbot_firmware {

void Watchdog::feed(uint32_t now_us) {
  fed_us_ = now_us;
  expired_ = false;
}

bool Watchdog::expired(uint32_t now_us) {
  if (now_us - fed_us_ > timeout_us_) expired_ = true;
  return expired_;
}

void RateGate::start(uint32_t now_us) {
  phase_us_ = now_us;
  opened_us_ = now_us;
  elapsed_us_ = 0;
}

bool RateGate::due(uint32_t now_us) {
  const uint32_t since_phase = now_us - phase_us_;
  if (since_phase < period_us_) return false;
  const uint32_t late = since_phase - period_us_;
  phase_us_ = late > period_us_ / 4 ? now_us : phase_us_ + period_us_;
  elapsed_us_ = now_us - opened_us_;
  opened_us_ = now_us;
  return true;
}

}  // namespace diffbot_firmware
