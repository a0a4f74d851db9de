#include <simulated_teensy/robot_model.h>

#include <cmath>

namespace simulated_teensy {

void WheelModel::advance(double dt, double pwm) {
  if (blocked_) {
    speed_ = 0.0;
    return;
  }
  const double drive = parameters_.no_load_speed * pwm / parameters_.pwm_limit;
  if (speed_ == 0.0 && std::fabs(drive) <= parameters_.friction) return;
  const double direction = speed_ != 0.0 ? speed_ : drive;
  const double end = drive - std::copysign(parameters_.friction, direction);
  const double before = speed_;
  // Exact for a constant duty cycle.
  const double decay = std::exp(-dt / parameters_.time_constant);
  speed_ = end + (before - end) * decay;
  // Friction stops a wheel; it does not turn it the other way.
  if (before != 0.0 && std::signbit(before) != std::signbit(speed_)) speed_ = 0.0;
  angle_ += 0.5 * (before + speed_) * dt;
}

int64_t WheelModel::ticks() const {
  return static_cast<int64_t>(std::floor(angle_ * parameters_.ticks_per_turn / (2.0 * M_PI)));
}

int32_t EncoderModel::read(int64_t wheel_ticks) {
  const uint32_t turned = static_cast<uint32_t>(wheel_ticks - wheel_ticks_);
  wheel_ticks_ = wheel_ticks;
  if (fault_ == Fault::kNone) count_ += turned;
  if (fault_ == Fault::kReversed) count_ -= turned;
  return static_cast<int32_t>(count_);
}

void EncoderModel::preset(int64_t wheel_ticks, int32_t count) {
  wheel_ticks_ = wheel_ticks;
  count_ = static_cast<uint32_t>(count);
}

void EncoderModel::setFault(int64_t wheel_ticks, Fault fault) {
  read(wheel_ticks);
  fault_ = fault;
}

void roll(Pose* pose, double left_m, double right_m, double wheel_separation_m) {
  const double distance = 0.5 * (left_m + right_m);
  const double turn = (right_m - left_m) / wheel_separation_m;
  // Chord of the arc: exact, and with no division that goes wrong on a straight line.
  const double half = 0.5 * turn;
  const double chord = std::fabs(half) < 1e-9 ? distance : distance * std::sin(half) / half;
  pose->x += chord * std::cos(pose->yaw + half);
  pose->y += chord * std::sin(pose->yaw + half);
  pose->yaw += turn;
}

}  // namespace simulated_teensy
