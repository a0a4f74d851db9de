#pragma once

#include <diffbot_firmware/base_controller.h>
#include <stddef.h>
#include <stdint.h>

namespace diffbot_firmware {

// Levels of rosserial_msgs/Log.
enum class LogLevel : uint8_t { kDebug = 0, kInfo = 1, kWarn = 2, kError = 3 };

// Words for the log: what happened since the last report. At most one line per second, so that
// trouble never fills the link (a line is below 128 bytes, 1 % of 115200 baud).
class StatusReport {
 public:
  static constexpr size_t kMaxLine = 128;

  // Also a line of commanded and measured wheel speeds when there is nothing else to say.
  void setDebug(bool debug) { debug_ = debug; }

  // True when a line for the log was written to `line` (zero terminated).
  bool next(const BaseController& base, uint32_t now_us, LogLevel* level, char (&line)[kMaxLine]);

 private:
  bool compose(const BaseController& base, LogLevel* level, char (&line)[kMaxLine]);

  bool debug_ = false;
  bool said_something_ = false;
  uint32_t last_us_ = 0;
  Counters told_;
};

// The firmware's answer to the host's speed limit and wheel radius: the line says whether the motor
// can turn as fast as the host may ask. Both values must be positive to mean anything.
LogLevel describeSpeedLimit(float wheel_radius_m, float max_velocity_m_s, float max_wheel_rad_s,
                            char (&line)[StatusReport::kMaxLine]);

}  // namespace diffbot_firmware
