#pragma once

#include <diffbot_base/measurement_filter.h>
#include <diffbot_base/wheel_pair.h>

#include <cstdint>

namespace diffbot_base {

/// The way to the two wheels and back, as the loop sees it. Nothing here waits or allocates.
class WheelLink {
 public:
  virtual ~WheelLink() = default;

  /// The next measurement in order of arrival; false when there is none.
  virtual bool receive(Measurement* measurement) = 0;

  /// Wheel speeds for the firmware (rad/s).
  virtual void send(const WheelPair& speeds) = 0;

  /// The e-stop topic's last word.
  virtual bool emergencyStop() const = 0;

  /// A type or md5 sum other than ours has been met: the robot must not drive.
  virtual bool wrongFirmware() const = 0;

  /// Velocity commands that have come so far for whoever drives the robot.
  virtual uint64_t commandsReceived() const = 0;
};

}  // namespace diffbot_base
