#include <diffbot_base/position_follower.h>

#include <algorithm>

namespace diffbot_base {

namespace {
// Faster than the wheels by so much, so that it arrives before the next measurement. Not more: two
// cycles of 20 ms are to stay below the motion of one measurement period of 50 ms.
constexpr double kFaster = 1.2;
constexpr double kLeastSpeed = 0.2;  // rad/s
}  // namespace

void PositionFollower::start(const WheelPair& position) {
  position_ = position;
  speed_ = 0.0;
}

void PositionFollower::step(const WheelPair& target, const WheelPair& measured, double period_s) {
  const WheelPair rest = target - position_;
  const double distance = largest(rest);
  const double wanted = kFaster * largest(measured) + kLeastSpeed;
  // While it is behind it keeps the speed at which the wheels got ahead.
  speed_ = distance > 0.0 ? std::max(speed_, wanted) : wanted;
  const double reach = speed_ * period_s;
  if (distance <= reach) {
    position_ = target;
    speed_ = wanted;
    return;
  }
  // Both wheels by the same part: the joints move on the arc on which the robot did.
  position_ = position_ + (reach / distance) * rest;
}

}  // namespace diffbot_base
