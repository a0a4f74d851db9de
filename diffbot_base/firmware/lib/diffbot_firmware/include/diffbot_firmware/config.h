#pragma once

#include <diffbot_firmware/pid.h>
#include <stdint.h>

namespace diffbot_firmware {

// Everything that can be tuned. The defaults fit a geared 6 V motor of 20 rad/s without load on a
// full battery (255 counts / 20 rad/s = 12.75); measure the two feed-forward values on a new robot.
struct Config {
  int32_t ticks_per_turn = 542;  // the host's encoder_resolution replaces it

  float control_rate_hz = 20.0f;

  // The robot must stand within 0.25 s plus braking after the last command. 10 ms are left for one
  // pass of the main loop (two motor writes on a slow bus).
  float command_timeout_s = 0.24f;

  float max_wheel_speed = 18.0f;  // rad/s, 10 % below the motor's no-load speed: room to control
  float pwm_limit = 255.0f;       // 8 bit

  PidGains gains = {4.0f, 40.0f, 0.0f};

  // A sound wheel follows a new setpoint with this time constant, driven by the feed-forward alone.
  // The controller acts on what deviates from that, so it does not wind up while the motor does
  // what it can.
  float motor_time_constant_s = 0.06f;

  float speed_feed_forward = 12.75f;    // PWM per rad/s
  float friction_feed_forward = 10.0f;  // PWM that just keeps an idle wheel turning

  // A wheel that does not follow at least half the full output for this long stops both.
  float stall_pwm = 128.0f;
  float stall_time_s = 0.5f;
};

}  // namespace diffbot_firmware
