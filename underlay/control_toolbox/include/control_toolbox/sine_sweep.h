/// Sine of changing frequency.
#ifndef CONTROL_TOOLBOX_SINE_SWEEP_H
#define CONTROL_TOOLBOX_SINE_SWEEP_H

#include <ros/duration.h>

namespace control_toolbox {

/**
 * A sine whose frequency goes exponentially from a start to an end frequency: with
 * f(t) = f0 (f1 / f0)^(t / T) the phase is the integral of 2 pi f from 0 to t.
 */
class SineSweep {
 public:
  SineSweep();
  ~SineSweep();

  /// Advances the time by dt and returns the value there; 0 before init and after the duration.
  double update(ros::Duration dt);

  /**
   * Starts a sweep at time 0.
   * @param start_freq, end_freq [Hz], positive
   * @param duration [s], positive
   * @param amplitude not negative
   * @return false, with nothing changed, if a value is outside its range or not finite
   */
  bool init(double start_freq, double end_freq, double duration, double amplitude);

 private:
  double amplitude_ = 0.0;
  double duration_ = 0.0;    // [s]
  double start_rate_ = 0.0;  // angular frequency at the start [rad/s]
  double growth_ = 0.0;      // of the logarithm of the frequency [1/s]
  double time_ = 0.0;        // since the start [s]
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_SINE_SWEEP_H
