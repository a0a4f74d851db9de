#pragma once

#include <diffbot_base/command_shaper.h>
#include <diffbot_base/drive_gate.h>
#include <diffbot_base/measurement_filter.h>

#include <array>
#include <string>
#include <vector>

namespace diffbot_base {

/// Everything that can be set, by the names of the parameters. README.md has the table.
struct Settings {
  std::array<std::string, 2> joints = {{"front_left_wheel_joint", "front_right_wheel_joint"}};
  int encoder_resolution = 542;  // ticks per wheel turn
  double gain = 1.0;
  double trim = 0.0;
  double motor_constant = 1.0;
  double pwm_limit = 1.0;
  bool debug = false;
  double loop_rate = 50.0;              // Hz
  double firmware_rate = 20.0;          // Hz, of the measured joint states
  double stale_periods = 3.0;           // of the firmware
  double start_timeout = 10.0;          // s, for the first measurement
  double max_wheel_speed = 18.0;        // rad/s, of the firmware
  double max_wheel_acceleration = 400;  // rad/s^2, of the motor without load
  double recovery_ramp = 0.5;           // s
  double no_motion_timeout = 1.0;       // s
  int real_time_priority = 50;          // of SCHED_FIFO; 0: none
  std::string command_topic = "mobile_base_controller/cmd_vel";

  double firmwarePeriod() const { return 1.0 / firmware_rate; }
  double staleAfter() const { return stale_periods / firmware_rate; }  // s
  MeasurementLimits measurementLimits() const;
  CommandSettings commandSettings() const;
  GateSettings gateSettings() const;
};

/// What is wrong with the settings, one sentence each with the parameter's name; empty: nothing.
std::vector<std::string> problems(const Settings& settings);

}  // namespace diffbot_base
