#include <diffbot_base/ticks.h>

#include <cmath>
#include <limits>

namespace diffbot_base {

double tickAngle(int ticks_per_turn) { return 2.0 * M_PI / ticks_per_turn; }

double counterRange(int ticks_per_turn) { return std::ldexp(tickAngle(ticks_per_turn), 32); }

int32_t tickDifference(int32_t now, int32_t before) {
  // unsigned, where wrapping is defined
  return static_cast<int32_t>(static_cast<uint32_t>(now) - static_cast<uint32_t>(before));
}

double angleDifference(double now, double before, double range) {
  const double difference = now - before;
  if (difference > 0.5 * range) return difference - range;
  if (difference < -0.5 * range) return difference + range;
  return difference;
}

double floatSpacing(double value) {
  const float magnitude = std::fabs(static_cast<float>(value));
  if (!std::isfinite(magnitude)) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::nextafter(magnitude, std::numeric_limits<float>::infinity())) -
         static_cast<double>(magnitude);
}

}  // namespace diffbot_base
