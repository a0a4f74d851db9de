#pragma once

#include <diff_drive_controller/rolling_mean.h>
#include <ros/time.h>

#include <cstddef>

namespace diff_drive_controller {

/// Dead reckoning of a differential drive: wheel angles (or commanded speeds) in, pose and twist
/// out.
///
/// Frames: the pose is that of the point midway between the wheels, in the frame where the
/// integration began (x forward, y left, heading counter-clockwise). The twist is in the robot's
/// own frame. Units: m, rad, s. All values that go in must be finite.
///
/// A step of arc length ds and turn dθ is integrated exactly along its circle of radius R = ds/dθ;
/// below |dθ| = 1e-6 rad, where R loses its digits, along the chord at the mid heading
/// (second-order Runge-Kutta).
class Odometry {
 public:
  explicit Odometry(std::size_t velocity_rolling_window_size = 10);

  /// Sets the time from which the next velocity is measured and empties the velocity filters.
  /// Pose and remembered wheel angles stay.
  void init(const ros::Time& time);

  /// Integrates the wheels' motion since the last call.
  ///
  /// The first call only remembers the angles, so a robot whose encoders do not start at zero
  /// starts at pose zero all the same. Travel is (angle change) x (present radius): a change of the
  /// radius does not re-scale the past.
  /// @param left_pos, right_pos angle of the left and right wheels [rad]
  /// @return true if the velocities were updated. They are not when less than 1e-4 s passed since
  ///   they last were; the travel is then counted in the next velocity. A clock that went back only
  ///   sets the time from which the next velocity is measured.
  bool update(double left_pos, double right_pos, const ros::Time& time);

  /// Integrates a commanded twist over the time since the last call, without any filter.
  /// @param linear, angular [m/s], [rad/s]
  void updateOpenLoop(double linear, double angular, const ros::Time& time);

  /// Heading, not wrapped to a turn [rad].
  double getHeading() const { return heading_; }
  double getX() const { return x_; }
  double getY() const { return y_; }
  /// Forward speed [m/s] and turn rate [rad/s], means over the rolling window.
  double getLinear() const { return linear_; }
  double getAngular() const { return angular_; }

  /// @param wheel_separation distance of the wheels' mid-planes [m], > 0
  /// @param left_wheel_radius, right_wheel_radius [m], > 0
  void setWheelParams(double wheel_separation, double left_wheel_radius, double right_wheel_radius);

  /// Empties the velocity filters too. Takes memory, so not for the control loop.
  void setVelocityRollingWindowSize(std::size_t velocity_rolling_window_size);

 private:
  void integrate(double distance, double turn);
  void clearVelocities();

  ros::Time timestamp_;
  double x_ = 0.0;
  double y_ = 0.0;
  double heading_ = 0.0;
  double linear_ = 0.0;
  double angular_ = 0.0;

  double wheel_separation_ = 0.0;
  double left_wheel_radius_ = 0.0;
  double right_wheel_radius_ = 0.0;

  bool has_reference_ = false;
  double left_reference_ = 0.0;
  double right_reference_ = 0.0;

  // Motion that is in the pose but not yet in a velocity, see update().
  double pending_distance_ = 0.0;
  double pending_turn_ = 0.0;

  RollingMean linear_mean_;
  RollingMean angular_mean_;
};

}  // namespace diff_drive_controller
