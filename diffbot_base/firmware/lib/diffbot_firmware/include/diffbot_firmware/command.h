#pragma once

#include <stddef.h>
#include <stdint.h>

namespace diffbot_firmware {

enum class CommandVerdict : uint8_t { kAccepted, kWrongCount, kNotFinite };

// Wheel speeds in rad/s, positive forward.
struct WheelSpeeds {
  float left;
  float right;
};

// Checks the array of a wheel command ([0] left, [1] right, rad/s) and writes the speeds to be
// driven to `out`. Exactly two finite numbers are a command; anything else leaves `out` alone.
// Above `limit` (rad/s, positive) both wheels are scaled together, which keeps the curve's radius.
CommandVerdict readCommand(const float* joint, size_t count, float limit, WheelSpeeds* out);

}  // namespace diffbot_firmware
