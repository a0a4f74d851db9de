#include <diff_drive_controller/speed_limiter.h>

#include <algorithm>

namespace diff_drive_controller {

namespace {

double clamp(double value, double low, double high) { return std::min(std::max(value, low), high); }

double ratio(double allowed, double wanted) { return wanted != 0.0 ? allowed / wanted : 1.0; }

}  // namespace

SpeedLimiter::SpeedLimiter(bool has_velocity_limits, bool has_acceleration_limits,
                           bool has_jerk_limits, double min_velocity, double max_velocity,
                           double min_acceleration, double max_acceleration, double min_jerk,
                           double max_jerk)
    : has_velocity_limits(has_velocity_limits),
      has_acceleration_limits(has_acceleration_limits),
      has_jerk_limits(has_jerk_limits),
      min_velocity(min_velocity),
      max_velocity(max_velocity),
      min_acceleration(min_acceleration),
      max_acceleration(max_acceleration),
      min_jerk(min_jerk),
      max_jerk(max_jerk) {}

double SpeedLimiter::limit(double& v, double v0, double v1, double dt) const {
  const double wanted = v;
  if (dt > 0.0) {
    limit_jerk(v, v0, v1, dt);
    limit_acceleration(v, v0, dt);
  } else if (has_acceleration_limits || has_jerk_limits) {
    v = v0;
  }
  limit_velocity(v);
  return ratio(v, wanted);
}

double SpeedLimiter::limit_velocity(double& v) const {
  const double wanted = v;
  if (has_velocity_limits) v = clamp(v, min_velocity, max_velocity);
  return ratio(v, wanted);
}

double SpeedLimiter::limit_acceleration(double& v, double v0, double dt) const {
  const double wanted = v;
  if (has_acceleration_limits) {
    v = v0 + clamp(v - v0, min_acceleration * dt, max_acceleration * dt);
  }
  return ratio(v, wanted);
}

double SpeedLimiter::limit_jerk(double& v, double v0, double v1, double dt) const {
  const double wanted = v;
  if (has_jerk_limits) {
    const double change_before = v0 - v1;
    const double bound_per_jerk = 2.0 * dt * dt;
    v = v0 + change_before +
        clamp((v - v0) - change_before, min_jerk * bound_per_jerk, max_jerk * bound_per_jerk);
  }
  return ratio(v, wanted);
}

}  // namespace diff_drive_controller
