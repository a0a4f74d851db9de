#include "control_toolbox/pid_gains_setter.h"

#include <cmath>

namespace control_toolbox {

PidGainsSetter::PidGainsSetter() = default;

PidGainsSetter::~PidGainsSetter() = default;

PidGainsSetter& PidGainsSetter::add(Pid* pid) {
  pids_.push_back(pid);
  return *this;
}

void PidGainsSetter::advertise(const ros::NodeHandle& n) {
  node_.reset(new ros::NodeHandle(n));
  service_ = node_->advertiseService("set_gains", &PidGainsSetter::setGains, this);
}

void PidGainsSetter::advertise(const std::string& ns) { advertise(ros::NodeHandle(ns)); }

bool PidGainsSetter::setGains(control_toolbox::SetPidGains::Request& req,
                              control_toolbox::SetPidGains::Response& /*resp*/) {
  const double i_clamp = std::abs(req.i_clamp);
  const bool antiwindup = req.antiwindup;
  for (Pid* pid : pids_) {
    pid->setGains(req.p, req.i, req.d, i_clamp, -i_clamp, antiwindup);
    pid->updateDynamicReconfig();
  }
  if (node_) {
    node_->setParam("p", req.p);
    node_->setParam("i", req.i);
    node_->setParam("d", req.d);
    node_->setParam("i_clamp", i_clamp);
    node_->setParam("i_clamp_max", i_clamp);  // both override i_clamp where they exist
    node_->setParam("i_clamp_min", -i_clamp);
    node_->setParam("antiwindup", antiwindup);
  }
  return true;
}

}  // namespace control_toolbox
