// What the firmware core needs from the board. The sketch implements these with pins, tests and the
// simulated Teensy with plain objects.
#pragma once

#include <stdint.h>

namespace diffbot_firmware {

// Quadrature counter of one wheel. Counts up when the wheel drives the robot forward.
class Encoder {
 public:
  // Raw 32-bit count; wraps at both ends of the range.
  virtual int32_t read() = 0;

 protected:
  ~Encoder() = default;
};

// One wheel's motor output.
class MotorDriver {
 public:
  // Signed duty cycle in PWM counts, -255 to 255; positive drives the robot forward, 0 releases.
  virtual void drive(int16_t pwm) = 0;

 protected:
  ~MotorDriver() = default;
};

// The board's own clock, which no host can step. Wraps after 71.6 minutes.
class Clock {
 public:
  virtual uint32_t micros() = 0;

 protected:
  ~Clock() = default;
};

}  // namespace diffbot_firmware
