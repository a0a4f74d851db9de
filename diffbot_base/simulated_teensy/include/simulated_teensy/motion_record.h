#pragma once

#include <simulated_teensy/robot_model.h>

#include <cstdint>

namespace simulated_teensy {

// What the robot did since a mark was set; how far and how long it ran on after a fault, say.
class MotionRecord {
 public:
  void mark(double now_s);

  // Speeds in rad/s, the distance that the robot's centre rolled in metres (0 when not known).
  void add(double now_s, double left_speed, double right_speed, double distance_m);

  double markedAt() const { return marked_s_; }
  double distance() const { return distance_m_; }
  double peakWheelSpeed() const { return peak_speed_; }
  // Both wheels have stood still since this time; negative while one turns.
  double restSince() const { return rest_s_; }

 private:
  double marked_s_ = 0.0;
  double distance_m_ = 0.0;
  double peak_speed_ = 0.0;
  double rest_s_ = 0.0;
};

}  // namespace simulated_teensy
