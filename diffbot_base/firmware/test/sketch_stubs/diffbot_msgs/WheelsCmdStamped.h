#pragma once

#include <stdint.h>

namespace diffbot_msgs {
struct AngularVelocities {
  uint32_t joint_length;
  float* joint;
};
struct WheelsCmd {
  AngularVelocities angular_velocities;
};
struct WheelsCmdStamped {
  WheelsCmd wheels_cmd;
};
}  // namespace diffbot_msgs
