#pragma once

namespace diffbot_firmware {

// Units: output is in PWM counts, the controlled value in rad/s.
struct PidGains {
  float kp;  // PWM per rad/s
  float ki;  // PWM per rad/s, per second
  float kd;  // PWM per rad/s^2
};

// Speed controller of one wheel, in real time units: the gains do not depend on the control rate.
class Pid {
 public:
  Pid(const PidGains& gains, float output_limit) : gains_(gains), limit_(output_limit) {}

  // False, and nothing changes, unless all three are finite and not negative. The integral part is
  // kept in output units, so a new gain does not kick the wheel.
  bool setGains(const PidGains& gains);
  const PidGains& gains() const { return gains_; }

  // Output within +-limit: feed_forward + P + I + D.
  // - The integral part stands still while the output is at the limit that it pushes against.
  // - D acts on the measured value, so that a step of the setpoint gives no spike.
  // - Setpoint, measured and feed_forward all exactly 0: output 0 and the integral is cleared (a
  //   parked motor gets no current).
  // - dt not a positive number: the last output, nothing integrated.
  // - Anything else not finite: output 0 and a cleared state.
  float update(float setpoint, float measured, float dt, float feed_forward = 0.0f);

  void reset();

  float integral() const { return integral_; }

 private:
  PidGains gains_;
  float limit_;
  float integral_ = 0.0f;
  float last_measured_ = 0.0f;
  float last_output_ = 0.0f;
  bool has_last_ = false;
};

}  // namespace diffbot_firmware
