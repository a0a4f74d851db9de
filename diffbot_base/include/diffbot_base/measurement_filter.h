#pragma once

#include <diffbot_base/wheel_pair.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace diffbot_base {

/// A wheel state as it came from the link. Positions in rad, velocities in rad/s.
struct Measurement {
  double time_s = 0.0;  ///< of arrival, on a steady clock: the firmware stamps nothing
  std::size_t positions = 0;
  std::size_t velocities = 0;
  WheelPair position;  ///< meaningless unless there are exactly two
  WheelPair velocity;
};

/// What became of a measurement. The first four are used, the others are rejected.
enum class Verdict : std::size_t {
  kFirst,         ///< position offset latched: the joints start at 0
  kAccepted,      ///< plausible
  kDeviceReset,   ///< position fell to about 0 without motion: new offset, joints stay
  kNewReference,  ///< several in a row agree on another place: new offset, joints stay
  kWrongSize,     ///< not exactly two positions and two velocities
  kNotFinite,     ///< NaN or infinite
  kTooFast,       ///< speed or change of speed that the motor cannot do
  kJump,          ///< further from the last one than the motor can turn in the time
  kAgainstSpeed,  ///< moved against its own speed: an old one that comes late
  kFrozen,        ///< turns by its speed, stands by its position
  kCount
};

const char* verdictText(Verdict verdict);
inline bool isUsed(Verdict verdict) { return verdict < Verdict::kWrongSize; }

/// Limits of what can be true, all positive; Settings::measurementLimits() makes them.
struct MeasurementLimits {
  double max_speed = 0.0;         ///< rad/s
  double max_acceleration = 0.0;  ///< rad/s^2
  double period_s = 0.0;          ///< of the firmware's states
  double tick = 0.0;              ///< rad
  double counter_range = 0.0;     ///< rad, see counterRange()
};

/// Decides which measurements to believe, and keeps the joints continuous: they start at 0 and go
/// on from where they are when the device restarts. No ROS, allocates nothing.
class MeasurementFilter {
 public:
  explicit MeasurementFilter(const MeasurementLimits& limits) : limits_(limits) {}

  /// Take the next measurement, in order of arrival.
  Verdict take(const Measurement& measurement);

  bool hasState() const { return has_state_; }
  WheelPair position() const { return raw_ + offset_; }  ///< rad, continuous, 0 at the first one
  WheelPair velocity() const { return velocity_; }       ///< rad/s, of the last one used
  double lastUsed() const { return used_s_; }            ///< arrival of the last one used (s)
  uint64_t count(Verdict verdict) const { return counts_[static_cast<std::size_t>(verdict)]; }
  uint64_t used() const;
  uint64_t rejected() const;
  Verdict lastRejection() const { return last_rejection_; }  ///< kCount: none so far

 private:
  Verdict judge(const Measurement& measurement);
  void use(const Measurement& measurement, bool keep_joints);
  static bool explainedBySpeed(const WheelPair& moved, const WheelPair& now,
                               const WheelPair& before, double time_s, double slack);
  WheelPair change(const WheelPair& to, const WheelPair& from) const;
  double rounding(const Measurement& measurement) const;
  Verdict unexplained(const Measurement& measurement, Verdict otherwise);

  MeasurementLimits limits_;
  bool has_state_ = false;
  WheelPair raw_;     // as measured, rad
  WheelPair offset_;  // joint position less raw_
  WheelPair velocity_;
  double used_s_ = 0.0;
  double spare_s_ = 0.0;   // time for which no measurement has accounted yet
  Measurement candidate_;  // the last one at another place
  int candidates_ = 0;     // how many in a row agree with each other
  std::array<uint64_t, static_cast<std::size_t>(Verdict::kCount)> counts_{};
  Verdict last_rejection_ = Verdict::kCount;
};

}  // namespace diffbot_base
