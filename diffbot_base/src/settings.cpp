#include <diffbot_base/settings.h>
#include <diffbot_base/ticks.h>

#include <cmath>
#include <sstream>

namespace diffbot_base {

namespace {

// A wheel that is pushed or that runs downhill turns faster than its motor would make it.
constexpr double kSpeedMargin = 1.5;

class Checker {
 public:
  void range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;
    std::ostringstream text;
    text << "parameter " << name << " is " << value << ", it must be between " << low << " and "
         << high;
    found.push_back(text.str());
  }

  void condition(bool holds, const std::string& text) {
    if (!holds) found.push_back(text);
  }

  std::vector<std::string> found;
};

}  // namespace

MeasurementLimits Settings::measurementLimits() const {
  MeasurementLimits limits;
  limits.max_speed = kSpeedMargin * max_wheel_speed;
  limits.max_acceleration = max_wheel_acceleration;
  limits.period_s = firmwarePeriod();
  limits.tick = tickAngle(encoder_resolution);
  limits.counter_range = counterRange(encoder_resolution);
  return limits;
}

CommandSettings Settings::commandSettings() const {
  CommandSettings settings;
  settings.gain = gain;
  settings.trim = trim;
  settings.motor_constant = motor_constant;
  settings.pwm_limit = pwm_limit;
  settings.max_wheel_speed = max_wheel_speed;
  return settings;
}

GateSettings Settings::gateSettings() const {
  GateSettings settings;
  settings.stale_s = staleAfter();
  settings.ramp_s = recovery_ramp;
  settings.no_motion_s = no_motion_timeout;
  return settings;
}

std::vector<std::string> problems(const Settings& settings) {
  Checker check;
  check.range("encoder_resolution", settings.encoder_resolution, 1, 1000000);
  check.range("gain", settings.gain, 0.01, 100.0);
  check.range("motor_constant", settings.motor_constant, 0.01, 100.0);
  check.range("pwm_limit", settings.pwm_limit, 0.01, 1.0);
  check.condition(std::fabs(settings.trim) < settings.gain,
                  "parameter trim must be smaller than gain, or a wheel would turn backwards");
  check.range("hardware_interface/loop_rate", settings.loop_rate, 10.0, 1000.0);
  check.range("hardware_interface/firmware_rate", settings.firmware_rate, 1.0, 1000.0);
  check.range("hardware_interface/stale_periods", settings.stale_periods, 1.5, 20.0);
  check.range("hardware_interface/start_timeout", settings.start_timeout, 0.1, 600.0);
  check.range("hardware_interface/max_wheel_speed", settings.max_wheel_speed, 0.1, 1000.0);
  check.range("hardware_interface/max_wheel_acceleration", settings.max_wheel_acceleration, 1.0,
              100000.0);
  check.range("hardware_interface/recovery_ramp", settings.recovery_ramp, 0.0, 10.0);
  check.range("hardware_interface/no_motion_timeout", settings.no_motion_timeout, 0.1, 60.0);
  check.range("hardware_interface/real_time_priority", settings.real_time_priority, 0, 99);
  check.condition(!settings.joints[0].empty() && !settings.joints[1].empty() &&
                      settings.joints[0] != settings.joints[1],
                  "parameter hardware_interface/joints must name two different joints: [left, "
                  "right]");
  return check.found;
}

}  // namespace diffbot_base
