#include <diffbot_firmware/finite.h>
#include <diffbot_firmware/pid.h>

namespace diffbot_firmware {

namespace {
float clamp(float value, float limit) {
  return value > limit ? limit : (value < -limit ? -limit : value);
}

bool validGain(float gain) { return isFinite(gain) && gain >= 0.0f; }
}  // namespace

bool Pid::setGains(const PidGains& gains) {
  if (!validGain(gains.kp) || !validGain(gains.ki) || !validGain(gains.kd)) return false;
  gains_ = gains;
  return true;
}

void Pid::reset() {
  integral_ = 0.0f;
  last_output_ = 0.0f;
  has_last_ = false;
}

float Pid::update(float setpoint, float measured, float dt, float feed_forward) {
  if (!isFinite(setpoint) || !isFinite(measured) || !isFinite(feed_forward)) {
    reset();
    return 0.0f;
  }
  if (!isFinite(dt) || dt <= 0.0f) return last_output_;
  if (setpoint == 0.0f && measured == 0.0f && feed_forward == 0.0f) {
    reset();
    return 0.0f;
  }
  const float error = setpoint - measured;
  const float derivative = has_last_ ? -gains_.kd * (measured - last_measured_) / dt : 0.0f;
  const float without_integral = feed_forward + gains_.kp * error + derivative;
  const float integral = clamp(integral_ + gains_.ki * error * dt, limit_);
  const float wanted = without_integral + integral;
  const bool winds_up = (wanted > limit_ && error > 0.0f) || (wanted < -limit_ && error < 0.0f);
  if (!winds_up) integral_ = integral;
  const float output = clamp(without_integral + integral_, limit_);
  if (!isFinite(output)) {  // huge but finite gains can overflow
    reset();
    return 0.0f;
  }
  last_measured_ = measured;
  has_last_ = true;
  last_output_ = output;
  return output;
}

}  // namespace diffbot_firmware
