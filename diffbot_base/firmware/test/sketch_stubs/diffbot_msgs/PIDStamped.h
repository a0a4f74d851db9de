#pragma once

namespace diffbot_msgs {
struct PID {
  float kp;
  float ki;
  float kd;
};
struct PIDStamped {
  PID pid;
};
}  // namespace diffbot_msgs
