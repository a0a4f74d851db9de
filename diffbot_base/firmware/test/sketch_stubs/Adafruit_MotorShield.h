#pragma once

#include <stdint.h>

enum { FORWARD = 1, BACKWARD = 2, RELEASE = 4 };

class Adafruit_DCMotor {
 public:
  void setSpeed(uint8_t) {}
  void run(uint8_t) {}
};

class Adafruit_MotorShield {
 public:
  bool begin() { return true; }
  Adafruit_DCMotor* getMotor(uint8_t) { return &motor_; }

 private:
  Adafruit_DCMotor motor_;
};
