#include <diffbot_firmware/finite.h>
#include <diffbot_firmware/status_report.h>
#include <stdio.h>

namespace diffbot_firmware {

namespace {
constexpr uint32_t kIntervalUs = 1000000;

// Thousandths for a line of text; a value that no robot has is cut to what a long can hold.
long milli(float value) {
  constexpr float kLimit = 2.0e6f;
  if (!(value < kLimit)) return 2000000000;
  if (value < -kLimit) return -2000000000;
  return static_cast<long>(value * 1000.0f);
}

unsigned long number(uint32_t value) { return value; }
}  // namespace

constexpr size_t StatusReport::kMaxLine;

bool StatusReport::next(const BaseController& base, uint32_t now_us, LogLevel* level,
                        char (&line)[kMaxLine]) {
  if (said_something_ && now_us - last_us_ < kIntervalUs) return false;
  if (!compose(base, level, line)) return false;
  said_something_ = true;
  last_us_ = now_us;
  return true;
}

bool StatusReport::compose(const BaseController& base, LogLevel* level, char (&line)[kMaxLine]) {
  const Counters& now = base.counters();
  if (now.stall_stops != told_.stall_stops) {
    *level = LogLevel::kError;
    snprintf(line, kMaxLine,
             "%s wheel does not follow its motor: stopped until a zero command (stop %lu)",
             base.left().stalled() ? "left" : "right", number(now.stall_stops));
    told_.stall_stops = now.stall_stops;
    return true;
  }
  if (now.watchdog_stops != told_.watchdog_stops) {
    *level = LogLevel::kWarn;
    snprintf(line, kMaxLine, "no wheel command for %ld ms: motors stopped (stop %lu)",
             milli(base.config().command_timeout_s), number(now.watchdog_stops));
    told_.watchdog_stops = now.watchdog_stops;
    return true;
  }
  if (now.commands_wrong_count != told_.commands_wrong_count ||
      now.commands_not_finite != told_.commands_not_finite) {
    *level = LogLevel::kWarn;
    snprintf(line, kMaxLine, "wheel commands rejected: %lu not of 2 elements, %lu not finite",
             number(now.commands_wrong_count), number(now.commands_not_finite));
    told_.commands_wrong_count = now.commands_wrong_count;
    told_.commands_not_finite = now.commands_not_finite;
    return true;
  }
  if (now.pid_rejected != told_.pid_rejected) {
    *level = LogLevel::kWarn;
    snprintf(line, kMaxLine, "PID gains rejected %lu times: negative or not finite",
             number(now.pid_rejected));
    told_.pid_rejected = now.pid_rejected;
    return true;
  }
  if (!debug_) return false;
  *level = LogLevel::kDebug;
  snprintf(line, kMaxLine, "wheels in mrad/s: command %ld %ld, measured %ld %ld, pwm %d %d",
           milli(base.left().setpoint()), milli(base.right().setpoint()),
           milli(base.left().speed()), milli(base.right().speed()), base.left().pwm(),
           base.right().pwm());
  return true;
}

LogLevel describeSpeedLimit(float wheel_radius_m, float max_velocity_m_s, float max_wheel_rad_s,
                            char (&line)[StatusReport::kMaxLine]) {
  if (!isFinite(wheel_radius_m) || !isFinite(max_velocity_m_s) || !(wheel_radius_m > 0.0f) ||
      !(max_velocity_m_s > 0.0f)) {
    snprintf(line, StatusReport::kMaxLine,
             "wheel radius and top speed not known: the motor's limit of %ld mrad/s applies",
             milli(max_wheel_rad_s));
    return LogLevel::kWarn;
  }
  const float wanted = max_velocity_m_s / wheel_radius_m;
  const bool fits = wanted <= max_wheel_rad_s;
  snprintf(line, StatusReport::kMaxLine, "top speed %ld mm/s needs %ld mrad/s, motor limit %ld: %s",
           milli(max_velocity_m_s), milli(wanted), milli(max_wheel_rad_s),
           fits ? "fine" : "too fast, commands will be scaled down");
  return fits ? LogLevel::kInfo : LogLevel::kWarn;
}

}  // namespace diffbot_firmware
