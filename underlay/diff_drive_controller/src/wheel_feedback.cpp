#include <diff_drive_controller/wheel_feedback.h>

#include <algorithm>
#include <cmath>

namespace diff_drive_controller {

namespace {

// How a device reset is told from motion, see the class comment.
constexpr double kResetBand = 1.0;    // rad about zero
constexpr double kJumpMargin = 1.0;   // rad
constexpr double kSpeedMargin = 2.0;  // times the known speed
constexpr double kShortestGap = 0.1;  // s
constexpr double kLongestGap = 0.5;   // s

double meanPosition(const WheelFeedback::Joints& joints) {
  double sum = 0.0;
  for (const auto& joint : joints) sum += joint.getPosition();
  return sum / joints.size();
}

}  // namespace

void WheelFeedback::init(std::size_t joints_per_side) {
  joints_per_side_ = joints_per_side;
  wheels_.assign(2 * joints_per_side, Wheel());
  left_ = Side();
  right_ = Side();
  latched_ = false;
}

WheelFeedback::Status WheelFeedback::read(const Joints& left, const Joints& right, double period) {
  since_good_ += std::max(period, 0.0);
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    if (!std::isfinite(joint(left, right, i).getPosition())) {
      culprit_ = i;
      return Status::kNotFinite;
    }
  }

  Status status = Status::kGood;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const auto& handle = joint(left, right, i);
    if (latched_ && fellToZero(wheels_[i], handle)) {
      culprit_ = i;
      status = Status::kDeviceReset;
    }
    wheels_[i].position = handle.getPosition();
    if (std::isfinite(handle.getVelocity())) wheels_[i].speed = handle.getVelocity();
  }

  left_.mean = meanPosition(left);
  right_.mean = meanPosition(right);
  for (Side* side : {&left_, &right_}) {
    if (!latched_ || status == Status::kDeviceReset) side->offset = side->angle - side->mean;
    side->angle = side->mean + side->offset;
  }
  latched_ = true;
  since_good_ = 0.0;
  return status;
}

const hardware_interface::JointHandle& WheelFeedback::joint(const Joints& left, const Joints& right,
                                                            std::size_t index) const {
  return index < joints_per_side_ ? left[index] : right[index - joints_per_side_];
}

bool WheelFeedback::fellToZero(const Wheel& before,
                               const hardware_interface::JointHandle& now) const {
  const double speed = std::max(std::fabs(before.speed), std::fabs(now.getCommand()));
  const double gap = std::min(std::max(since_good_, kShortestGap), kLongestGap);
  const double jump = std::fabs(now.getPosition() - before.position);
  return std::fabs(now.getPosition()) < kResetBand &&
         jump > kJumpMargin + kSpeedMargin * speed * gap;
}

}  // namespace diff_drive_controller
