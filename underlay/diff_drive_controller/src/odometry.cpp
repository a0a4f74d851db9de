#include <diff_drive_controller/odometry.h>

#include <cmath>

namespace diff_drive_controller {

namespace {
constexpr double kSmallestArcTurn = 1e-6;   // rad
constexpr double kShortestInterval = 1e-4;  // s, shorter ones give no usable velocity
}  // namespace

Odometry::Odometry(std::size_t velocity_rolling_window_size)
    : linear_mean_(velocity_rolling_window_size), angular_mean_(velocity_rolling_window_size) {}

void Odometry::init(const ros::Time& time) {
  timestamp_ = time;
  clearVelocities();
}

bool Odometry::update(double left_pos, double right_pos, const ros::Time& time) {
  if (!has_reference_) {
    has_reference_ = true;
    left_reference_ = left_pos;
    right_reference_ = right_pos;
    timestamp_ = time;
    return false;
  }

  const double left = (left_pos - left_reference_) * left_wheel_radius_;
  const double right = (right_pos - right_reference_) * right_wheel_radius_;
  left_reference_ = left_pos;
  right_reference_ = right_pos;

  const double distance = 0.5 * (right + left);
  const double turn = (right - left) / wheel_separation_;
  integrate(distance, turn);

  if (time < timestamp_) {
    timestamp_ = time;
    pending_distance_ = 0.0;
    pending_turn_ = 0.0;
    return false;
  }
  pending_distance_ += distance;
  pending_turn_ += turn;
  const double dt = (time - timestamp_).toSec();
  if (dt < kShortestInterval) return false;

  linear_mean_.add(pending_distance_ / dt);
  angular_mean_.add(pending_turn_ / dt);
  linear_ = linear_mean_.mean();
  angular_ = angular_mean_.mean();
  timestamp_ = time;
  pending_distance_ = 0.0;
  pending_turn_ = 0.0;
  return true;
}

void Odometry::updateOpenLoop(double linear, double angular, const ros::Time& time) {
  linear_ = linear;
  angular_ = angular;
  if (time > timestamp_) {
    const double dt = (time - timestamp_).toSec();
    integrate(linear * dt, angular * dt);
  }
  timestamp_ = time;
}

void Odometry::setWheelParams(double wheel_separation, double left_wheel_radius,
                              double right_wheel_radius) {
  wheel_separation_ = wheel_separation;
  left_wheel_radius_ = left_wheel_radius;
  right_wheel_radius_ = right_wheel_radius;
}

void Odometry::setVelocityRollingWindowSize(std::size_t velocity_rolling_window_size) {
  linear_mean_ = RollingMean(velocity_rolling_window_size);
  angular_mean_ = RollingMean(velocity_rolling_window_size);
  clearVelocities();
}

void Odometry::integrate(double distance, double turn) {
  if (std::fabs(turn) < kSmallestArcTurn) {
    const double mid_heading = heading_ + 0.5 * turn;
    x_ += distance * std::cos(mid_heading);
    y_ += distance * std::sin(mid_heading);
    heading_ += turn;
    return;
  }
  const double radius = distance / turn;
  const double before = heading_;
  heading_ += turn;
  x_ += radius * (std::sin(heading_) - std::sin(before));
  y_ -= radius * (std::cos(heading_) - std::cos(before));
}

void Odometry::clearVelocities() {
  linear_mean_.clear();
  angular_mean_.clear();
  linear_ = 0.0;
  angular_ = 0.0;
  pending_distance_ = 0.0;
  pending_turn_ = 0.0;
}

}  // namespace diff_drive_controller
