#pragma once

#include <string>

#include <hardware_interface/internal/hardware_resource_manager.h>

namespace hardware_interface {

/// Reads one inertial sensor. A null pointer says that the sensor does not measure that part.
class ImuSensorHandle {
 public:
  /// For filling in by name instead of by position.
  struct Data {
    // Not "= default": that would make `const Data& data = {}` below ill-formed inside the class.
    Data() {}

    std::string name;
    std::string frame_id;                              ///< frame in which the readings are given
    double* orientation = nullptr;                     ///< 4: quaternion x, y, z, w
    double* orientation_covariance = nullptr;          ///< 9: row major about x, y, z (rad^2)
    double* angular_velocity = nullptr;                ///< 3: x, y, z (rad/s)
    double* angular_velocity_covariance = nullptr;     ///< 9: row major (rad^2/s^2)
    double* linear_acceleration = nullptr;             ///< 3: x, y, z (m/s^2)
    double* linear_acceleration_covariance = nullptr;  ///< 9: row major (m^2/s^4)
  };

  ImuSensorHandle(const Data& data = {})
      : ImuSensorHandle(data.name, data.frame_id, data.orientation, data.orientation_covariance,
                        data.angular_velocity, data.angular_velocity_covariance,
                        data.linear_acceleration, data.linear_acceleration_covariance) {}

  /// Array sizes and units as in Data.
  ImuSensorHandle(const std::string& name, const std::string& frame_id, const double* orientation,
                  const double* orientation_covariance, const double* angular_velocity,
                  const double* angular_velocity_covariance, const double* linear_acceleration,
                  const double* linear_acceleration_covariance)
      : name_(name),
        frame_id_(frame_id),
        orientation_(orientation),
        orientation_covariance_(orientation_covariance),
        angular_velocity_(angular_velocity),
        angular_velocity_covariance_(angular_velocity_covariance),
        linear_acceleration_(linear_acceleration),
        linear_acceleration_covariance_(linear_acceleration_covariance) {}

  std::string getName() const { return name_; }
  std::string getFrameId() const { return frame_id_; }
  const double* getOrientation() const { return orientation_; }
  const double* getOrientationCovariance() const { return orientation_covariance_; }
  const double* getAngularVelocity() const { return angular_velocity_; }
  const double* getAngularVelocityCovariance() const { return angular_velocity_covariance_; }
  const double* getLinearAcceleration() const { return linear_acceleration_; }
  const double* getLinearAccelerationCovariance() const { return linear_acceleration_covariance_; }

 private:
  std::string name_;
  std::string frame_id_;
  const double* orientation_;
  const double* orientation_covariance_;
  const double* angular_velocity_;
  const double* angular_velocity_covariance_;
  const double* linear_acceleration_;
  const double* linear_acceleration_covariance_;
};

/// A robot's inertial sensors. Reading claims nothing.
class ImuSensorInterface : public HardwareResourceManager<ImuSensorHandle> {};

}  // namespace hardware_interface
