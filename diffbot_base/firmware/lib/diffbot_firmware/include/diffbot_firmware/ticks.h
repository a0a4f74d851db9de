// Encoder ticks to wheel angle and speed.
#pragma once

#include <stdint.h>

namespace diffbot_firmware {

// now - before on a counter that wraps at 32 bit; right while the wheel turns less than 2^31 ticks
// between the two. Subtracts unsigned, where wrapping is defined.
int32_t tickDifference(int32_t now, int32_t before);

// Wheel angle in rad. float, as the message on the link: one tick (0.0116 rad at 542 per turn) is
// below the spacing of a float from 131072 rad on.
float wheelAngle(int64_t ticks, int32_t ticks_per_turn);

// Mean wheel speed in rad/s over dt seconds; 0 when dt is not a positive number.
float wheelSpeed(int32_t ticks, int32_t ticks_per_turn, float dt);

// Extends the raw 32-bit count of an encoder to 64 bit, so that an angle runs on over a wrap.
class TickCounter {
 public:
  // Starts to count from the raw value `raw`, with `total` ticks counted so far.
  void start(int32_t raw, int64_t total = 0);

  // Takes a new raw value; returns the ticks since the last one.
  int32_t update(int32_t raw);

  // Counts from here: total() is 0 at the raw value `raw`. The next update still returns all the
  // ticks since the last one, so that a speed made from it has no spike.
  void zero(int32_t raw);

  // The raw value and the total are other ones from now on, by these differences. Only a simulated
  // encoder does that, to be near a wrap or far from 0.
  void shift(int32_t raw_by, int64_t total_by);

  int64_t total() const { return total_; }

 private:
  int32_t last_raw_ = 0;
  int64_t total_ = 0;
};

}  // namespace diffbot_firmware
