// Wheel angles as the firmware makes them: from a 32-bit tick counter, rounded to float.
#pragma once

#include <cstdint>

namespace diffbot_base {

/// Angle of one encoder tick (rad); `ticks_per_turn` must be positive.
double tickAngle(int ticks_per_turn);

/// Angle by which a position falls or rises when the 32-bit tick counter behind it wraps (rad).
double counterRange(int ticks_per_turn);

/// Ticks from `before` to `now` on a counter that wraps at 32 bit: right in both directions while
/// less than 2^31 ticks lie between the two.
int32_t tickDifference(int32_t now, int32_t before);

/// Angle from `before` to `now` (rad) where the counter behind both may have wrapped once; `range`
/// is counterRange(). A difference of more than half the range is taken for a wrap.
double angleDifference(double now, double before, double range);

/// Distance between neighbouring floats at this value: what a position on the link is rounded to.
double floatSpacing(double value);

}  // namespace diffbot_base
