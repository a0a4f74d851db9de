#pragma once

#include <string>

#include <hardware_interface/internal/hardware_resource_manager.h>

namespace hardware_interface {

/// Reads one force-torque sensor. A null pointer says that the sensor does not measure that part.
class ForceTorqueSensorHandle {
 public:
  ForceTorqueSensorHandle() = default;

  /// \param frame_id frame in which the readings are given
  /// \param force, torque arrays of 3: x, y, z (N; N m)
  ForceTorqueSensorHandle(const std::string& name, const std::string& frame_id, const double* force,
                          const double* torque)
      : name_(name), frame_id_(frame_id), force_(force), torque_(torque) {}

  std::string getName() const { return name_; }
  std::string getFrameId() const { return frame_id_; }
  const double* getForce() const { return force_; }
  const double* getTorque() const { return torque_; }

 private:
  std::string name_;
  std::string frame_id_;
  const double* force_ = nullptr;
  const double* torque_ = nullptr;
};

/// A robot's force-torque sensors. Reading claims nothing.
class ForceTorqueSensorInterface : public HardwareResourceManager<ForceTorqueSensorHandle> {};

}  // namespace hardware_interface
