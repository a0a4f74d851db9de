#pragma once

#include <stdint.h>

namespace sensor_msgs {
struct JointState {
  uint32_t position_length;
  float* position;
  uint32_t velocity_length;
  float* velocity;
};
}  // namespace sensor_msgs
