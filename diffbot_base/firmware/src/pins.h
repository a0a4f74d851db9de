// How the sketch expects the board to be wired. Change it to fit yours.
#pragma once

#include <stdint.h>

// Two pins with interrupts per quadrature encoder. Swap a pair when its wheel counts backwards.
constexpr uint8_t kLeftEncoderPinA = 5;
constexpr uint8_t kLeftEncoderPinB = 6;
constexpr uint8_t kRightEncoderPinA = 7;
constexpr uint8_t kRightEncoderPinB = 8;

// Terminals of the motor shield (I2C, 8-bit PWM).
constexpr uint8_t kLeftMotor = 3;
constexpr uint8_t kRightMotor = 4;

// The wheels sit mirrored: the same current turns them in opposite directions of travel.
constexpr int8_t kLeftMotorSign = 1;
constexpr int8_t kRightMotorSign = 1;

// USB ignores it; a UART does not.
constexpr uint32_t kBaud = 115200;
