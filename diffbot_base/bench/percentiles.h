#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace diffbot_base {

/// The value that `part` (0 to 1) of the samples do not exceed; the samples get sorted. 0 when
/// there are none.
inline double percentile(std::vector<double>* samples, double part) {
  if (samples->empty()) return 0.0;
  std::sort(samples->begin(), samples->end());
  const double last = static_cast<double>(samples->size() - 1);
  return (*samples)[static_cast<size_t>(std::llround(part * last))];
}

}  // namespace diffbot_base
