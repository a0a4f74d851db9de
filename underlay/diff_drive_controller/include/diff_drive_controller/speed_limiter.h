#pragma once

namespace diff_drive_controller {

/// Keeps one axis of the commanded twist within its velocity, acceleration and jerk limits.
///
/// Units: m and s for the linear axis, rad and s for the angular one. The bounds are signed:
/// driving backward, `min_acceleration` bounds the speeding up and `max_acceleration` the braking.
/// Expected of each pair: finite, min <= 0 <= max, so that standing still is always allowed.
class SpeedLimiter {
 public:
  explicit SpeedLimiter(bool has_velocity_limits = false, bool has_acceleration_limits = false,
                        bool has_jerk_limits = false, double min_velocity = 0.0,
                        double max_velocity = 0.0, double min_acceleration = 0.0,
                        double max_acceleration = 0.0, double min_jerk = 0.0,
                        double max_jerk = 0.0);

  /// Applies the jerk, then the acceleration, then the velocity limits.
  ///
  /// In a step of no or negative length (dt <= 0) an axis with acceleration or jerk limits keeps
  /// its speed v0.
  /// @param v in: wanted speed, out: allowed speed
  /// @param v0, v1 the allowed speeds of the last step and of the one before
  /// @param dt length of the step [s]
  /// @return allowed / wanted speed, 1 if the wanted speed is 0
  double limit(double& v, double v0, double v1, double dt) const;

  double limit_velocity(double& v) const;
  double limit_acceleration(double& v, double v0, double dt) const;
  /// The change of v - v0 against v0 - v1 is bounded by 2 x jerk x dt² (the factor 2 as upstream).
  double limit_jerk(double& v, double v0, double v1, double dt) const;

  bool has_velocity_limits;
  bool has_acceleration_limits;
  bool has_jerk_limits;
  double min_velocity;
  double max_velocity;
  double min_acceleration;
  double max_acceleration;
  double min_jerk;
  double max_jerk;
};

}  // namespace diff_drive_controller
