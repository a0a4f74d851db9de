#pragma once

#include <stdint.h>
#include <string.h>

namespace diffbot_firmware {

// True for anything but NaN and infinity. Looks at the exponent bits, because std::isfinite is
// folded to "true" when a toolchain compiles with -ffast-math.
inline bool isFinite(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return (bits & 0x7F800000u) != 0x7F800000u;
}

}  // namespace diffbot_firmware
