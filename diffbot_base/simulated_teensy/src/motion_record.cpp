#include <simulated_teensy/motion_record.h>

#include <algorithm>
#include <cmath>

namespace simulated_teensy {

void MotionRecord::mark(double now_s) {
  marked_s_ = now_s;
  distance_m_ = 0.0;
  peak_speed_ = 0.0;
}

void MotionRecord::add(double now_s, double left_speed, double right_speed, double distance_m) {
  distance_m_ += std::fabs(distance_m);
  peak_speed_ = std::max({peak_speed_, std::fabs(left_speed), std::fabs(right_speed)});
  const bool rests = left_speed == 0.0 && right_speed == 0.0;
  if (!rests)
    rest_s_ = -1.0;
  else if (rest_s_ < 0.0)
    rest_s_ = now_s;
}

}  // namespace simulated_teensy
