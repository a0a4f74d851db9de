#pragma once

#include <simulated_teensy/device_firmware.h>
#include <simulated_teensy/fault_injector.h>
#include <simulated_teensy/measurement_fault.h>
#include <simulated_teensy/motion_record.h>
#include <simulated_teensy/robot_model.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace simulated_teensy {

struct TeensyOptions {
  FirmwareOptions firmware;
  MotorParameters motor;
  // Metres. 0: not known, and there is no true pose then.
  double wheel_radius = 0.0;
  double wheel_separation = 0.0;
  // What the board's 32-bit microsecond clock shows at power-on.
  uint32_t clock_start_us = 0;
};

// A robot without copper and iron: board, firmware, motors, wheels and the way they roll, and all
// that can go wrong with them. It has no port and no clock of its own: whoever owns it brings bytes
// and time, so a test can run hours in seconds. Time is in microseconds from any origin.
class SimulatedTeensy {
 public:
  using Sink = std::function<void(const Bytes& bytes)>;

  struct Side {
    WheelModel wheel;
    EncoderModel encoder;
    int16_t pwm;
  };

  // A wheel command that differs from the one before, as it came (accepted or not).
  struct CommandRecord {
    double time_s;
    std::vector<float> joint;
  };

  SimulatedTeensy(const TeensyOptions& options, Sink to_host, uint64_t now_us);
  ~SimulatedTeensy();
  SimulatedTeensy(const SimulatedTeensy&) = delete;
  SimulatedTeensy& operator=(const SimulatedTeensy&) = delete;

  // Runs to `now_us` in steps of 1 ms. What the host sent arrives at the first one.
  void step(const Bytes& from_host, uint64_t now_us);

  // Power off and on: the clock starts again, motors are off; for `boot_us` nothing is heard and no
  // tick is counted, then the counts start at 0.
  void reboot(uint64_t boot_us, bool reversed_order);

  // The main loop hangs: motors keep what they have, bytes wait.
  void stall(uint64_t for_us) { stalled_until_us_ = time_us_ + for_us; }

  // The raw count of a wheel's encoder from now on. With `with_angle`, the wheel's angle is the one
  // of that many ticks, as after a long drive; else the angle runs on as it was.
  void presetTicks(bool left, int32_t count, bool with_angle);
  void setEncoderFault(bool left, EncoderModel::Fault fault);

  FaultInjector& toHost() { return to_host_; }
  FaultInjector& toDevice() { return to_device_; }
  MeasurementFaults& measurements() { return measurements_; }
  void clearFaults();

  DeviceFirmware& firmware() { return *firmware_; }
  const DeviceFirmware& firmware() const { return *firmware_; }
  Side& left() { return left_; }
  Side& right() { return right_; }
  const Side& left() const { return left_; }
  const Side& right() const { return right_; }
  const Pose& pose() const { return pose_; }
  const MotionRecord& motion() const { return motion_; }
  void markMotion() { motion_.mark(1e-6 * static_cast<double>(time_us_)); }
  bool knowsPose() const { return options_.wheel_radius > 0 && options_.wheel_separation > 0; }
  const TeensyOptions& options() const { return options_; }
  uint64_t timeUs() const { return time_us_; }
  double uptime() const;  // s since power-on
  uint64_t reboots() const { return reboots_; }
  const FaultInjector& toHost() const { return to_host_; }
  const FaultInjector& toDevice() const { return to_device_; }
  const MeasurementFaults& measurements() const { return measurements_; }
  const std::deque<CommandRecord>& commandHistory() const { return history_; }

 private:
  class BoardParts;

  void boot(bool reversed_order);
  void startEncoders();
  void advance(uint64_t dt_us);
  void recordCommand();
  Side& side(bool left) { return left ? left_ : right_; }

  TeensyOptions options_;
  Sink sink_;
  FaultInjector to_host_;
  FaultInjector to_device_;
  FrameSplitter splitter_;
  MeasurementFaults measurements_;
  Side left_;
  Side right_;
  Pose pose_;
  MotionRecord motion_;
  uint64_t time_us_;
  uint64_t booted_us_;
  uint64_t listens_from_us_;
  uint64_t stalled_until_us_;
  uint64_t reboots_ = 0;
  Bytes inbox_;
  std::deque<CommandRecord> history_;
  uint64_t recorded_commands_ = 0;
  std::unique_ptr<BoardParts> parts_;
  std::unique_ptr<DeviceFirmware> firmware_;
};

}  // namespace simulated_teensy
