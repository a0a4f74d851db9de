#pragma once

#include <cassert>
#include <stdexcept>
#include <string>

#include <hardware_interface/internal/check_not_null.h>
#include <hardware_interface/internal/hardware_resource_manager.h>

namespace hardware_interface {

/// Read access to the state of one actuator: position (rad or m), velocity (rad/s or m/s), effort
/// (N m or N), and, if given, an absolute encoder's position and a torque sensor's reading.
/// Holds raw pointers: what they point at must outlive every copy of the handle.
/// A default constructed handle is a placeholder; reading it is a programming error.
class ActuatorStateHandle {
 public:
  ActuatorStateHandle() = default;

  /// \throw HardwareInterfaceException if a pointer is null (all constructors)
  ActuatorStateHandle(const std::string& name, const double* pos, const double* vel,
                      const double* eff)
      : name_(name),
        pos_(internal::checkNotNull(pos, name, "position")),
        vel_(internal::checkNotNull(vel, name, "velocity")),
        eff_(internal::checkNotNull(eff, name, "effort")) {}

  /// With absolute position and torque sensor.
  ActuatorStateHandle(const std::string& name, const double* pos, const double* vel,
                      const double* eff, const double* absolute_pos, const double* torque_sensor)
      : ActuatorStateHandle(name, pos, vel, eff) {
    absolute_pos_ = internal::checkNotNull(absolute_pos, name, "absolute position");
    torque_sensor_ = internal::checkNotNull(torque_sensor, name, "torque sensor");
  }

  /// With absolute position.
  ActuatorStateHandle(const std::string& name, const double* pos, const double* vel,
                      const double* eff, const double* absolute_pos)
      : ActuatorStateHandle(name, pos, vel, eff) {
    absolute_pos_ = internal::checkNotNull(absolute_pos, name, "absolute position");
  }

  /// With torque sensor; the value of the last argument does not matter.
  ActuatorStateHandle(const std::string& name, const double* pos, const double* vel,
                      const double* eff, const double* torque_sensor, bool /*has_torque_sensor*/)
      : ActuatorStateHandle(name, pos, vel, eff) {
    torque_sensor_ = internal::checkNotNull(torque_sensor, name, "torque sensor");
  }

  std::string getName() const { return name_; }

  double getPosition() const { return value(pos_); }
  double getVelocity() const { return value(vel_); }
  double getEffort() const { return value(eff_); }

  /// \throw std::runtime_error if there is no absolute position
  double getAbsolutePosition() const {
    if (!hasAbsolutePosition()) {
      throw std::runtime_error("Actuator '" + name_ + "' has no absolute position.");
    }
    return *absolute_pos_;
  }

  /// \throw std::runtime_error if there is no torque sensor
  double getTorqueSensor() const {
    if (!hasTorqueSensor()) {
      throw std::runtime_error("Actuator '" + name_ + "' has no torque sensor.");
    }
    return *torque_sensor_;
  }

  const double* getPositionPtr() const { return pos_; }
  const double* getVelocityPtr() const { return vel_; }
  const double* getEffortPtr() const { return eff_; }

  /// \throw std::runtime_error if there is no absolute position
  const double* getAbsolutePositionPtr() const {
    getAbsolutePosition();
    return absolute_pos_;
  }

  /// \throw std::runtime_error if there is no torque sensor
  const double* getTorqueSensorPtr() const {
    getTorqueSensor();
    return torque_sensor_;
  }

  bool hasAbsolutePosition() const { return absolute_pos_ != nullptr; }
  bool hasTorqueSensor() const { return torque_sensor_ != nullptr; }

 private:
  static double value(const double* pointer) {
    assert(pointer);
    return *pointer;
  }

  std::string name_;
  const double* pos_ = nullptr;
  const double* vel_ = nullptr;
  const double* eff_ = nullptr;
  const double* absolute_pos_ = nullptr;
  const double* torque_sensor_ = nullptr;
};

/// The states of a robot's actuators. Reading claims nothing.
class ActuatorStateInterface : public HardwareResourceManager<ActuatorStateHandle> {};

}  // namespace hardware_interface
