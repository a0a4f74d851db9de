#include <diff_drive_controller/rolling_mean.h>

#include <algorithm>
#include <numeric>

namespace diff_drive_controller {

RollingMean::RollingMean(std::size_t window) : samples_(std::max<std::size_t>(window, 1), 0.0) {}

void RollingMean::add(double sample) {
  sum_ += sample - samples_[next_];
  samples_[next_] = sample;
  count_ = std::min(count_ + 1, samples_.size());
  next_ = (next_ + 1) % samples_.size();
  // Once a round the sum is taken anew, so that rounding errors cannot pile up over hours.
  if (next_ == 0) sum_ = std::accumulate(samples_.begin(), samples_.end(), 0.0);
}

double RollingMean::mean() const { return count_ == 0 ? 0.0 : sum_ / count_; }

void RollingMean::clear() {
  std::fill(samples_.begin(), samples_.end(), 0.0);
  next_ = 0;
  count_ = 0;
  sum_ = 0.0;
}

}  // namespace diff_drive_controller
