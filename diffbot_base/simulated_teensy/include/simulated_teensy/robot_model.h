#pragma once

#include <cstdint>

namespace simulated_teensy {

// A geared DC motor with a wheel and an encoder.
struct MotorParameters {
  double no_load_speed = 20.0;  // rad/s at the full duty cycle
  double time_constant = 0.06;  // s
  double friction = 0.75;       // rad/s: the speed that dry friction costs
  double pwm_limit = 255.0;
  int32_t ticks_per_turn = 542;
};

// First-order wheel with dry friction: while it turns at speed w under the duty cycle u (-1 to 1),
//   time_constant dw/dt = no_load_speed u - friction sign(w) - w,
// and at rest it stays so until |no_load_speed u| is above the friction.
class WheelModel {
 public:
  explicit WheelModel(const MotorParameters& parameters) : parameters_(parameters) {}

  // dt in seconds, small against the time constant (1 ms).
  void advance(double dt, double pwm);

  // A blocked wheel stands still whatever the motor does.
  void setBlocked(bool blocked) { blocked_ = blocked; }
  bool blocked() const { return blocked_; }

  double speed() const { return speed_; }  // rad/s
  double angle() const { return angle_; }  // rad, true
  int64_t ticks() const;                   // whole ticks turned

 private:
  MotorParameters parameters_;
  double speed_ = 0.0;
  double angle_ = 0.0;
  bool blocked_ = false;
};

// What the wheel's encoder counts, in 32 bits, and what can be wrong with it.
class EncoderModel {
 public:
  enum class Fault { kNone, kFrozen, kReversed };

  int32_t read(int64_t wheel_ticks);
  // The count is `count` at the wheel's present place.
  void preset(int64_t wheel_ticks, int32_t count);
  void setFault(int64_t wheel_ticks, Fault fault);
  int32_t count() const { return static_cast<int32_t>(count_); }  // as last read

 private:
  Fault fault_ = Fault::kNone;
  int64_t wheel_ticks_ = 0;
  uint32_t count_ = 0;
};

// Where the robot is: x forward, y left at the start; metres and radians. yaw is not wrapped.
struct Pose {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
};

// Moves by the distances that the two wheels rolled without slip, on an arc.
void roll(Pose* pose, double left_m, double right_m, double wheel_separation_m);

}  // namespace simulated_teensy
