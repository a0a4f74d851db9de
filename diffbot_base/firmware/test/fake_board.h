// A board made of plain variables.
#pragma once

#include <diffbot_firmware/interfaces.h>

struct FakeEncoder : diffbot_firmware::Encoder {
  int32_t count = 0;
  int32_t read() override { return count; }
};

struct FakeMotor : diffbot_firmware::MotorDriver {
  int16_t pwm = 0;
  int writes = 0;
  void drive(int16_t value) override {
    pwm = value;
    ++writes;
  }
};

struct FakeClock : diffbot_firmware::Clock {
  uint32_t now_us = 0;
  uint32_t micros() override { return now_us; }
};
