#include <diffbot_base/command_shaper.h>

namespace diffbot_base {

WheelPair CommandShaper::shape(const WheelPair& command, double part) {
  if (!isFinite(command)) {
    ++not_finite_;
    return WheelPair();
  }
  const double limit = settings_.pwm_limit * settings_.max_wheel_speed;
  const double left_factor = (settings_.gain - settings_.trim) / settings_.motor_constant;
  const double right_factor = (settings_.gain + settings_.trim) / settings_.motor_constant;
  // Divided first: the largest double times a factor would not be finite.
  const double largest_command = largest(command);
  if (largest_command == 0.0) return WheelPair();
  const WheelPair direction = {command.left / largest_command * left_factor,
                               command.right / largest_command * right_factor};
  const double most = limit / largest(direction);
  double scale = largest_command;
  if (scale > most) {
    scale = most;
    ++saturated_;
  }
  return part * scale * direction;
}

}  // namespace diffbot_base
