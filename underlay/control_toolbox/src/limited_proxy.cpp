#include "control_toolbox/limited_proxy.h"

#include <algorithm>
#include <cmath>

#include "control_toolbox/filters.h"

namespace control_toolbox {

LimitedProxy::LimitedProxy()
    : mass_(0.0),
      Kd_(0.0),
      Kp_(0.0),
      Ki_(0.0),
      Ficl_(0.0),
      effort_limit_(0.0),
      vel_limit_(0.0),
      pos_upper_limit_(0.0),
      pos_lower_limit_(0.0),
      lambda_proxy_(0.0),
      acc_converge_(0.0) {}

void LimitedProxy::reset(double pos_act, double vel_act) {
  pos_proxy_ = pos_act;
  vel_proxy_ = vel_act;
  integral_ = 0.0;
}

// The velocity that the proxy should have at the end of the step.
double LimitedProxy::targetVelocity(double pos_des, double vel_des, double acc_des,
                                    double dt) const {
  const bool has_position_limits = pos_lower_limit_ < pos_upper_limit_;
  if (has_position_limits && (pos_des < pos_lower_limit_ || pos_des > pos_upper_limit_)) {
    pos_des = filters::clamp(pos_des, pos_lower_limit_, pos_upper_limit_);  // comes to rest there
    vel_des = 0.0;
    acc_des = 0.0;
  }
  // lambda * distance as long as that brakes (at lambda * velocity) with acc_converge or less; then
  // the velocity from which acc_converge brakes down to that point:
  // v^2 = (a / lambda)^2 + 2 a (|distance| - a / lambda^2)
  const double distance = pos_des - pos_proxy_;
  double convergence = lambda_proxy_ * distance;
  const double knee = lambda_proxy_ > 0.0 ? acc_converge_ / lambda_proxy_ : 0.0;
  if (acc_converge_ > 0.0 && std::abs(convergence) > knee) {
    convergence =
        std::copysign(std::sqrt(2.0 * acc_converge_ * std::abs(distance) - knee * knee), distance);
  }
  double velocity = vel_des + acc_des * dt + convergence;
  velocity = filters::clamp(velocity, -vel_limit_, vel_limit_);
  if (has_position_limits) {
    // Not beyond a limit in this step, and back at no more than vel_limit if already there.
    const double lowest = (pos_lower_limit_ - pos_proxy_) / dt;
    const double highest = (pos_upper_limit_ - pos_proxy_) / dt;
    velocity =
        filters::clamp(velocity, std::min(lowest, vel_limit_), std::max(highest, -vel_limit_));
  }
  return velocity;
}

double LimitedProxy::update(double pos_des, double vel_des, double acc_des, double pos_act,
                            double vel_act, double dt) {
  for (const double value : {pos_des, vel_des, acc_des, pos_act, vel_act, dt}) {
    if (!std::isfinite(value)) {
      return 0.0;
    }
  }
  if (dt <= 0.0) {
    return 0.0;
  }

  // With the proxy moved at the end of the step, the effort grows linearly with its acceleration:
  // effort = constant + slope * acceleration.
  const double slope = mass_ + Kd_ * dt + Kp_ * dt * dt;
  const double acceleration_wanted =
      (targetVelocity(pos_des, vel_des, acc_des, dt) - vel_proxy_) / dt;
  const double constant = Kd_ * (vel_proxy_ - vel_act) +
                          Kp_ * (pos_proxy_ + vel_proxy_ * dt - pos_act) +
                          filters::clamp(Ki_ * integral_, -Ficl_, Ficl_);
  const double effort =
      filters::clamp(constant + slope * acceleration_wanted, -effort_limit_, effort_limit_);
  const double acceleration = slope > 0.0 ? (effort - constant) / slope : acceleration_wanted;

  vel_proxy_ += acceleration * dt;
  pos_proxy_ += vel_proxy_ * dt;
  // Kept within what the bound of its term needs.
  integral_ += (pos_proxy_ - pos_act) * dt;
  if (Ki_ > 0.0) {
    integral_ = filters::clamp(integral_, -Ficl_ / Ki_, Ficl_ / Ki_);
  }
  return effort;
}

}  // namespace control_toolbox
