#include <diffbot_firmware/wheel.h>
#include <math.h>

namespace diffbot_firmware {

namespace {
constexpr float kRest = 0.1f;  // rad/s, less than half a tick per period: no speed to be measured
}

Wheel::Wheel(Encoder& encoder, MotorDriver& motor, const Config& config)
    : encoder_(encoder), motor_(motor), config_(config), pid_(config.gains, config.pwm_limit) {}

void Wheel::start(int64_t total) {
  counter_.start(encoder_.read(), total);
  speed_ = 0.0f;
  clearStall();
  release();
}

void Wheel::measure(float dt) {
  const int32_t ticks = counter_.update(encoder_.read());
  speed_ = wheelSpeed(ticks, config_.ticks_per_turn, dt);
  watchStall(ticks, dt);
}

void Wheel::control(float dt) {
  const float expected = expectedSpeed(dt);
  drive(pid_.update(expected, speed_, dt, feedForward()));
  driven_ = setpoint_;
}

void Wheel::release() {
  pid_.reset();
  driven_ = 0.0f;
  model_ = speed_;
  stall_s_ = 0.0f;
  drive(0.0f);
}

float Wheel::angle() const { return wheelAngle(counter_.total(), config_.ticks_per_turn); }

void Wheel::clearStall() {
  stall_s_ = 0.0f;
  stalled_ = false;
}

// Mean speed over the last step of a first-order motor that was driven to `driven_`; measured
// speeds are means, too. Its integral over time is that of the setpoint, so a drive ends where it
// should.
float Wheel::expectedSpeed(float dt) {
  const float ratio = dt / config_.motor_time_constant_s;
  const float decay = expf(-ratio);
  const float before = model_ - driven_;
  model_ = driven_ + before * decay;
  if (driven_ == 0.0f && model_ < kRest && model_ > -kRest) model_ = 0.0f;
  if (driven_ == 0.0f && model_ == 0.0f) return 0.0f;
  return driven_ + before * (1.0f - decay) / ratio;
}

float Wheel::feedForward() const {
  const float direction = setpoint_ != 0.0f ? setpoint_ : model_;
  if (direction == 0.0f) return 0.0f;
  const float friction = config_.friction_feed_forward;
  return config_.speed_feed_forward * setpoint_ + (direction > 0.0f ? friction : -friction);
}

// A blocked wheel, a torn encoder wire and an encoder that counts the wrong way all look the same:
// the integral part drives the motor to full power. Braking looks like it too, but is over sooner.
void Wheel::watchStall(int32_t ticks, float dt) {
  const bool pushes = pwm_ >= config_.stall_pwm || pwm_ <= -config_.stall_pwm;
  const bool follows = pwm_ > 0 ? ticks > 0 : ticks < 0;
  stall_s_ = pushes && !follows ? stall_s_ + dt : 0.0f;
  if (stall_s_ >= config_.stall_time_s) stalled_ = true;
}

void Wheel::drive(float output) {
  pwm_ = static_cast<int16_t>(output < 0.0f ? output - 0.5f : output + 0.5f);
  motor_.drive(pwm_);
}

}  // namespace diffbot_firmware
