/// Small filters.
#ifndef CONTROL_TOOLBOX_FILTERS_H
#define CONTROL_TOOLBOX_FILTERS_H

#include <algorithm>

namespace filters {

/// `a` within [b, c].
template <typename T>
const T& clamp(const T& a, const T& b, const T& c) {
  return std::min<T>(std::max<T>(b, a), c);
}

/**
 * One step of a first order low pass:
 * alpha * current_raw_value + (1 - alpha) * last_smoothed_value.
 * @param alpha 0 (keeps the old value) to 1 (no smoothing)
 */
inline double exponentialSmoothing(double current_raw_value, double last_smoothed_value,
                                   double alpha) {
  return alpha * current_raw_value + (1 - alpha) * last_smoothed_value;
}

}  // namespace filters

#endif  // CONTROL_TOOLBOX_FILTERS_H
