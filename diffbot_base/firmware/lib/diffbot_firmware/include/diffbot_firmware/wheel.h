#pragma once

#include <diffbot_firmware/config.h>
#include <diffbot_firmware/interfaces.h>
#include <diffbot_firmware/pid.h>
#include <diffbot_firmware/ticks.h>

namespace diffbot_firmware {

// One wheel: encoder, speed controller and motor.
class Wheel {
 public:
  // The three must outlive the wheel; `config` is read at every step.
  Wheel(Encoder& encoder, MotorDriver& motor, const Config& config);

  // Starts to count from the encoder's present value, with `total` ticks so far.
  void start(int64_t total = 0);

  // One control step, `dt` seconds (positive) after the last one: measures the wheel, then controls
  // and drives it.
  void measure(float dt);
  void control(float dt);

  // rad/s, finite.
  void setSetpoint(float setpoint) { setpoint_ = setpoint; }
  float setpoint() const { return setpoint_; }

  // Motor off now, and a controller that starts afresh.
  void release();

  // The angle is 0 at the wheel's present place.
  void zeroAngle() { counter_.zero(encoder_.read()); }

  void shiftCount(int32_t raw_by, int64_t total_by) { counter_.shift(raw_by, total_by); }

  Pid& pid() { return pid_; }
  const Pid& pid() const { return pid_; }
  int64_t ticks() const { return counter_.total(); }
  float angle() const;                       // rad
  float speed() const { return speed_; }     // rad/s, mean over the last step
  int16_t pwm() const { return pwm_; }       // what the motor was last given
  bool stalled() const { return stalled_; }  // until clearStall()
  void clearStall();

 private:
  float expectedSpeed(float dt);
  float feedForward() const;
  void watchStall(int32_t ticks, float dt);
  void drive(float output);

  Encoder& encoder_;
  MotorDriver& motor_;
  const Config& config_;
  TickCounter counter_;
  Pid pid_;
  float setpoint_ = 0.0f;
  float driven_ = 0.0f;  // setpoint that the motor was driven with since the last step
  float model_ = 0.0f;   // speed that a sound wheel has at the end of this step
  float speed_ = 0.0f;
  int16_t pwm_ = 0;
  float stall_s_ = 0.0f;
  bool stalled_ = false;
};

}  // namespace diffbot_firmware
