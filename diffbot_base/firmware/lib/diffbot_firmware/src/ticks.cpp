#include <diffbot_firmware/finite.h>
#include <diffbot_firmware/ticks.h>

namespace diffbot_firmware {

namespace {
constexpr double kTwoPi = 6.283185307179586;
}

int32_t tickDifference(int32_t now, int32_t before) {
  return static_cast<int32_t>(static_cast<uint32_t>(now) - static_cast<uint32_t>(before));
}

float wheelAngle(int64_t ticks, int32_t ticks_per_turn) {
  return static_cast<float>(static_cast<double>(ticks) * (kTwoPi / ticks_per_turn));
}

float wheelSpeed(int32_t ticks, int32_t ticks_per_turn, float dt) {
  if (!isFinite(dt) || dt <= 0.0f) return 0.0f;
  return static_cast<float>(ticks * (kTwoPi / ticks_per_turn) / static_cast<double>(dt));
}

void TickCounter::start(int32_t raw, int64_t total) {
  last_raw_ = raw;
  total_ = total;
}

int32_t TickCounter::update(int32_t raw) {
  const int32_t difference = tickDifference(raw, last_raw_);
  last_raw_ = raw;
  total_ += difference;
  return difference;
}

void TickCounter::shift(int32_t raw_by, int64_t total_by) {
  last_raw_ =
      static_cast<int32_t>(static_cast<uint32_t>(last_raw_) + static_cast<uint32_t>(raw_by));
  total_ += total_by;
}

void TickCounter::zero(int32_t raw) {
  total_ = -static_cast<int64_t>(tickDifference(raw, last_raw_));
}

}  // namespace diffbot_firmware
