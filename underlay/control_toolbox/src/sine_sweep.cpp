#include "control_toolbox/sine_sweep.h"

#include <ros/console.h>

#include <cmath>

namespace control_toolbox {

SineSweep::SineSweep() = default;

SineSweep::~SineSweep() = default;

bool SineSweep::init(double start_freq, double end_freq, double duration, double amplitude) {
  const bool finite = std::isfinite(start_freq) && std::isfinite(end_freq) &&
                      std::isfinite(duration) && std::isfinite(amplitude);
  if (!finite || start_freq <= 0.0 || end_freq <= 0.0 || duration <= 0.0 || amplitude < 0.0) {
    ROS_ERROR_STREAM("SineSweep: start and end frequency ("
                     << start_freq << ", " << end_freq << " Hz) and duration (" << duration
                     << " s) must be positive, the amplitude (" << amplitude << ") 0 or more");
    return false;
  }
  amplitude_ = amplitude;
  duration_ = duration;
  start_rate_ = 2.0 * M_PI * start_freq;
  growth_ = std::log(end_freq / start_freq) / duration;
  time_ = 0.0;
  return true;
}

double SineSweep::update(ros::Duration dt) {
  time_ += dt.toSec();
  if (time_ > duration_) {
    return 0.0;
  }
  // Integral of start_rate * exp(growth * t); a constant frequency has growth 0.
  const double phase =
      start_rate_ * (growth_ == 0.0 ? time_ : std::expm1(growth_ * time_) / growth_);
  return amplitude_ * std::sin(phase);
}

}  // namespace control_toolbox
