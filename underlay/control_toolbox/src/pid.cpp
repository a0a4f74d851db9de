// The computation; where gains come from is in pid_config.cpp.
#include "control_toolbox/pid.h"

#include <dynamic_reconfigure/server.h>
#include <ros/console.h>

#include <algorithm>
#include <cmath>

#include "control_toolbox/filters.h"

namespace control_toolbox {

Pid::Pid(double p, double i, double d, double i_max, double i_min, bool antiwindup)
    : gains_buffer_(Gains(p, i, d, i_max, i_min, antiwindup)) {}

Pid::Pid(const Pid& source) : gains_buffer_(source.gains_buffer_) {}

Pid::~Pid() = default;

Pid& Pid::operator=(const Pid& source) {
  if (this != &source) {
    gains_buffer_ = source.gains_buffer_;
    reset();
    updateDynamicReconfig();
  }
  return *this;
}

void Pid::reset() {
  reset(0.0, 0.0);
  p_error_last_valid_ = true;
}

void Pid::reset(double d_error, double i_error) {
  p_error_last_ = 0.0;
  p_error_last_valid_ = false;
  p_error_ = 0.0;
  i_error_ = i_error;
  d_error_ = d_error;
  cmd_ = 0.0;
}

double Pid::computeCommand(double error, ros::Duration dt) {
  if (dt.isZero() || !std::isfinite(error)) {
    return 0.0;
  }
  double error_dot = d_error_;
  if (dt > ros::Duration(0)) {
    if (p_error_last_valid_) {
      error_dot = (error - p_error_last_) / dt.toSec();
    }
    if (!std::isfinite(error_dot)) {  // the difference of two huge errors
      return 0.0;
    }
    p_error_last_ = error;
    p_error_last_valid_ = true;
  }
  return computeCommand(error, error_dot, dt);
}

double Pid::computeCommand(double error, double error_dot, ros::Duration dt) {
  if (dt.isZero() || !std::isfinite(error) || !std::isfinite(error_dot)) {
    return 0.0;
  }
  const Gains& gains = *gains_buffer_.readFromRT();

  p_error_ = error;
  d_error_ = error_dot;
  i_error_ += dt.toSec() * error;

  if (gains.antiwindup_ && gains.i_gain_ != 0.0) {
    const double bound = gains.i_min_ / gains.i_gain_;
    const double other_bound = gains.i_max_ / gains.i_gain_;
    i_error_ = filters::clamp(i_error_, std::min(bound, other_bound), std::max(bound, other_bound));
  }
  double i_term = gains.i_gain_ * i_error_;
  if (!gains.antiwindup_) {
    i_term = filters::clamp(i_term, gains.i_min_, gains.i_max_);
  }
  const double p_term = gains.p_gain_ * p_error_;
  const double d_term = gains.d_gain_ * d_error_;
  cmd_ = p_term + i_term + d_term;

  if (state_publisher_) {
    publishState(gains, dt, p_term, i_term, d_term);
  }
  return cmd_;
}

void Pid::publishState(const Gains& gains, const ros::Duration& dt, double p_term, double i_term,
                       double d_term) {
  if (!state_publisher_->trylock()) {
    return;
  }
  control_msgs::PidState& state = state_publisher_->msg_;
  state.header.stamp = ros::Time::now();
  state.timestep = dt;
  state.error = p_error_;
  state.error_dot = d_error_;
  state.p_error = p_error_;
  state.i_error = i_error_;
  state.d_error = d_error_;
  state.p_term = p_term;
  state.i_term = i_term;
  state.d_term = d_term;
  state.i_max = gains.i_max_;
  state.i_min = gains.i_min_;
  state.output = cmd_;
  state_publisher_->unlockAndPublish();
}

double Pid::updatePid(double p_error, ros::Duration dt) { return -computeCommand(p_error, dt); }

double Pid::updatePid(double error, double error_dot, ros::Duration dt) {
  return -computeCommand(error, error_dot, dt);
}

void Pid::setCurrentCmd(double cmd) { cmd_ = cmd; }

double Pid::getCurrentCmd() { return cmd_; }

void Pid::getCurrentPIDErrors(double* pe, double* ie, double* de) {
  *pe = p_error_;
  *ie = i_error_;
  *de = d_error_;
}

void Pid::printValues() {
  const Gains gains = getGains();
  ROS_INFO_STREAM("PID gains: p " << gains.p_gain_ << ", i " << gains.i_gain_ << ", d "
                                  << gains.d_gain_ << ", i term from " << gains.i_min_ << " to "
                                  << gains.i_max_ << (gains.antiwindup_ ? ", antiwindup" : "")
                                  << "\nerror " << p_error_ << ", its integral " << i_error_
                                  << ", its derivative " << d_error_ << ", command " << cmd_);
}

}  // namespace control_toolbox
