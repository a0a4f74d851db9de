#pragma once

#include <algorithm>
#include <cmath>

namespace diffbot_base {

/// One number for each of the two wheels, in the order of the link.
struct WheelPair {
  double left = 0.0;
  double right = 0.0;
};

inline WheelPair operator+(const WheelPair& a, const WheelPair& b) {
  return {a.left + b.left, a.right + b.right};
}
inline WheelPair operator-(const WheelPair& a, const WheelPair& b) {
  return {a.left - b.left, a.right - b.right};
}
inline WheelPair operator*(double factor, const WheelPair& a) {
  return {factor * a.left, factor * a.right};
}

inline bool isFinite(const WheelPair& a) { return std::isfinite(a.left) && std::isfinite(a.right); }

/// The larger of the two magnitudes.
inline double largest(const WheelPair& a) {
  return std::max(std::fabs(a.left), std::fabs(a.right));
}

}  // namespace diffbot_base
