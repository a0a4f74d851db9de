#include <diffbot_base/measurement_filter.h>
#include <diffbot_base/ticks.h>

#include <algorithm>

namespace diffbot_base {

namespace {

// Time for which a measurement may account at most, s: a longer silence says nothing about motion,
// because the robot has long been stopped by then.
constexpr double kLongestSpare = 2.0;

// Both positions this near to 0 (rad) may be the first ones after a restart of the device, in which
// the wheels ran on a little.
constexpr double kNearZero = 1.0;
constexpr double kFall = 0.5;  // and the least change that is one, rad

// No wheel gets here in its life (rad, 33,000 km): such a position is noise, and too coarse a
// float.
constexpr double kFarthest = 1e9;

// Silence in which the wheels can still have turned as they did before, s: the watchdogs of both
// ends, and the braking.
constexpr double kLongestRunOn = 0.6;

// Measurements that have to agree with each other before their place is believed.
constexpr int kCandidatesNeeded = 3;

// Below this a wheel may have turned by less than its float position shows, rad/s.
constexpr double kTurning = 0.5;

}  // namespace

const char* verdictText(Verdict verdict) {
  static const char* const texts[] = {"first",
                                      "accepted",
                                      "device reset",
                                      "new reference",
                                      "wrong number of elements",
                                      "not finite",
                                      "too fast for the motor",
                                      "position jump",
                                      "moved against its own speed",
                                      "frozen"};
  return verdict < Verdict::kCount ? texts[static_cast<std::size_t>(verdict)] : "none";
}

uint64_t MeasurementFilter::used() const {
  return count(Verdict::kFirst) + count(Verdict::kAccepted) + count(Verdict::kDeviceReset) +
         count(Verdict::kNewReference);
}

uint64_t MeasurementFilter::rejected() const {
  uint64_t all = 0;
  for (const uint64_t number : counts_) all += number;
  return all - used();
}

Verdict MeasurementFilter::take(const Measurement& measurement) {
  const Verdict verdict = judge(measurement);
  ++counts_[static_cast<std::size_t>(verdict)];
  if (!isUsed(verdict)) last_rejection_ = verdict;
  return verdict;
}

Verdict MeasurementFilter::judge(const Measurement& m) {
  if (m.positions != 2 || m.velocities != 2) return Verdict::kWrongSize;
  if (!isFinite(m.position) || !isFinite(m.velocity)) return Verdict::kNotFinite;
  if (largest(m.position) > kFarthest) return Verdict::kJump;
  if (largest(m.velocity) > limits_.max_speed) return Verdict::kTooFast;
  if (!has_state_) {
    offset_ = -1.0 * m.position;
    use(m, false);
    return Verdict::kFirst;
  }

  // Messages bunch up on their way, so time that one arrives late is there for the next as well;
  // it fades by one period per message.
  const double gap_s = std::max(0.0, m.time_s - used_s_);
  const double available_s = std::min(spare_s_ + gap_s, kLongestSpare);
  const double time_s = available_s + limits_.period_s;

  const WheelPair moved = change(m.position, raw_);
  const double slack = 2.0 * limits_.tick + rounding(m);

  const bool near_zero = largest(m.position) < kNearZero;
  const double run_on_s = std::min(time_s, kLongestRunOn);
  if (near_zero && largest(moved) > kFall &&
      !explainedBySpeed(moved, m.velocity, velocity_, run_on_s, slack)) {
    use(m, true);
    return Verdict::kDeviceReset;
  }
  if (largest(moved) > limits_.max_speed * time_s + slack) return unexplained(m, Verdict::kJump);
  // One tick more or less in a period is not a change of speed.
  if (largest(m.velocity - velocity_) >
      limits_.max_acceleration * time_s + 2.0 * slack / limits_.period_s)
    return Verdict::kTooFast;
  // Where a measurement is missing, the wheel may have been faster than at both ends.
  const double unseen = gap_s > 1.5 * limits_.period_s
                            ? std::min(0.5 * limits_.max_acceleration * gap_s * gap_s, kNearZero)
                            : 0.0;
  if (available_s < 4.0 * limits_.period_s &&
      !explainedBySpeed(moved, m.velocity, velocity_, time_s, unseen + slack))
    return unexplained(m, Verdict::kAgainstSpeed);
  if (largest(moved) == 0.0 && largest(m.velocity) > kTurning &&
      largest(m.velocity) * limits_.period_s > slack)
    return Verdict::kFrozen;
  use(m, false);
  spare_s_ = std::max(0.0, available_s - 2.0 * limits_.period_s);
  return Verdict::kAccepted;
}

// Whether speeds between 0 and the two at the ends explain the motion, direction included.
bool MeasurementFilter::explainedBySpeed(const WheelPair& moved, const WheelPair& now,
                                         const WheelPair& before, double time_s, double slack) {
  const auto explained = [&](double angle, double a, double b) {
    return angle >= std::min({a, b, 0.0}) * time_s - slack &&
           angle <= std::max({a, b, 0.0}) * time_s + slack;
  };
  return explained(moved.left, now.left, before.left) &&
         explained(moved.right, now.right, before.right);
}

// A place that the wheels cannot have come to. When the next ones go on from it as their speeds
// say, it is the device that counts differently now, and the joints go on from where they are.
Verdict MeasurementFilter::unexplained(const Measurement& m, Verdict otherwise) {
  const double time_s = m.time_s - candidate_.time_s + limits_.period_s;
  const bool agrees = candidates_ > 0 && explainedBySpeed(change(m.position, candidate_.position),
                                                          m.velocity, candidate_.velocity, time_s,
                                                          2.0 * limits_.tick + rounding(m));
  candidates_ = agrees ? candidates_ + 1 : 1;
  candidate_ = m;
  if (candidates_ < kCandidatesNeeded) return otherwise;
  use(m, true);
  return Verdict::kNewReference;
}

void MeasurementFilter::use(const Measurement& m, bool keep_joints) {
  // A wrapped counter shows as a step of its whole range, which goes into the offset too.
  const WheelPair joints = keep_joints ? position() : position() + change(m.position, raw_);
  if (has_state_) offset_ = joints - m.position;
  has_state_ = true;
  raw_ = m.position;
  velocity_ = m.velocity;
  used_s_ = m.time_s;
  spare_s_ = 0.0;
  candidates_ = 0;
}

WheelPair MeasurementFilter::change(const WheelPair& to, const WheelPair& from) const {
  return {angleDifference(to.left, from.left, limits_.counter_range),
          angleDifference(to.right, from.right, limits_.counter_range)};
}

double MeasurementFilter::rounding(const Measurement& m) const {
  return floatSpacing(std::max(largest(m.position), largest(raw_)));
}

}  // namespace diffbot_base
