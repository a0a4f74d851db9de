#pragma once

#include <cstddef>
#include <vector>

namespace diff_drive_controller {

/// Mean of the last `window` samples. Memory is taken in the constructor only.
class RollingMean {
 public:
  /// @param window number of samples, at least 1 (0 counts as 1)
  explicit RollingMean(std::size_t window);

  void add(double sample);

  /// Mean of the samples held, 0 when there is none.
  double mean() const;

  void clear();

 private:
  std::vector<double> samples_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  double sum_ = 0.0;
};

}  // namespace diff_drive_controller
