#include "control_toolbox/dither.h"

#include <ros/console.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace control_toolbox {

Dither::Dither() = default;

Dither::~Dither() = default;

double Dither::update() { return amplitude_ * normal_(engine_); }

bool Dither::init(const double& amplitude, const double& seed) {
  if (!std::isfinite(amplitude) || amplitude < 0.0 || !std::isfinite(seed)) {
    ROS_ERROR_STREAM("Dither: amplitude (" << amplitude << ") must be 0 or more, and the seed ("
                                           << seed << ") finite");
    return false;
  }
  amplitude_ = amplitude;
  std::uint64_t bits;  // all bits of the seed count, so 0.1 and 0.2 differ
  static_assert(sizeof(bits) == sizeof(seed), "double has 64 bits");
  std::memcpy(&bits, &seed, sizeof(bits));
  engine_.seed(bits);
  normal_.reset();
  return true;
}

double Dither::generateRandomSeed() { return std::random_device()(); }

}  // namespace control_toolbox
