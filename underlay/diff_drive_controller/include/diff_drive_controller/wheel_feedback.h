#pragma once

#include <hardware_interface/joint_command_interface.h>

#include <cstddef>
#include <vector>

namespace diff_drive_controller {

/// Reads the wheel joints and turns their angles into one unbroken angle per side.
///
/// - A reading in which any angle is NaN or infinite is refused whole.
/// - The first reading, and the first after relatch(), moves nothing: the side angles go on from
///   where they were, wherever the encoders stand.
/// - A device that was reset makes an encoder fall back to about zero. Such a fall is told from
///   motion by its size: the new angle is within 1 rad of zero, and the jump is more than
///   1 rad + 2 x (the wheel's commanded or last measured speed, the larger) x (time since the last
///   good reading, taken as 0.1 s at least and 0.5 s at most: feedback may come late and in
///   lumps). That cycle moves nothing. A reset from a smaller angle cannot be told from motion and
///   counts as such.
///
/// Nothing here allocates after init().
class WheelFeedback {
 public:
  using Joints = std::vector<hardware_interface::JointHandle>;

  enum class Status {
    kGood,
    kNotFinite,   ///< refused; left() and right() stay
    kDeviceReset  ///< taken as the new reference; left() and right() stay
  };

  /// @param joints_per_side number of joints in each list given to read(), >= 1
  void init(std::size_t joints_per_side);

  /// The next good reading is the new reference and moves nothing.
  void relatch() { latched_ = false; }

  /// @param period time since the last call [s]
  Status read(const Joints& left, const Joints& right, double period);

  /// Unbroken mean angle of the wheels of a side [rad].
  double left() const { return left_.angle; }
  double right() const { return right_.angle; }

  /// After a reading that was not good: the joint, counted over the left list and then the right.
  std::size_t culprit() const { return culprit_; }

 private:
  struct Wheel {
    double position = 0.0;  // rad, last good reading
    double speed = 0.0;     // rad/s, last finite measured one
  };
  struct Side {
    double angle = 0.0;
    double offset = 0.0;  // angle - mean of the encoders
    double mean = 0.0;    // of the encoders, this reading
  };

  const hardware_interface::JointHandle& joint(const Joints& left, const Joints& right,
                                               std::size_t index) const;
  bool fellToZero(const Wheel& before, const hardware_interface::JointHandle& now) const;

  std::vector<Wheel> wheels_;
  std::size_t joints_per_side_ = 0;
  Side left_;
  Side right_;
  bool latched_ = false;
  double since_good_ = 0.0;  // s
  std::size_t culprit_ = 0;
};

}  // namespace diff_drive_controller
