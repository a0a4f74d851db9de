// The core's interfaces on a Teensy with a motor shield.
#pragma once

#include <Adafruit_MotorShield.h>
#include <Arduino.h>
#include <Encoder.h>
#include <diffbot_firmware/interfaces.h>

class TeensyClock : public diffbot_firmware::Clock {
 public:
  uint32_t micros() override { return ::micros(); }
};

class TeensyEncoder : public diffbot_firmware::Encoder {
 public:
  TeensyEncoder(uint8_t pin_a, uint8_t pin_b) : encoder_(pin_a, pin_b) {}
  int32_t read() override { return encoder_.read(); }

 private:
  ::Encoder encoder_;
};

class ShieldMotor : public diffbot_firmware::MotorDriver {
 public:
  ShieldMotor(Adafruit_MotorShield& shield, uint8_t terminal, int8_t sign)
      : motor_(shield.getMotor(terminal)), sign_(sign) {}

  // Writes to the bus only what changes: a write takes a good part of a millisecond.
  void drive(int16_t pwm) override {
    const int16_t value = static_cast<int16_t>(sign_ * pwm);
    if (driven_ && value == last_) return;
    motor_->setSpeed(static_cast<uint8_t>(value < 0 ? -value : value));
    motor_->run(value > 0 ? FORWARD : value < 0 ? BACKWARD : RELEASE);
    last_ = value;
    driven_ = true;
  }

 private:
  Adafruit_DCMotor* motor_;
  int8_t sign_;
  int16_t last_ = 0;
  bool driven_ = false;
};
