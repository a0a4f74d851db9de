// The part of switching controllers that runs in the real-time thread.

#include <controller_manager/controller_manager.h>

namespace controller_manager {

using SwitchState = hardware_interface::RobotHW::SwitchState;

void ControllerManager::manageSwitch(const ros::Time& time) {
  SwitchPhase phase = switch_phase_;
  if (phase == SwitchPhase::IDLE) {
    return;
  }
  if (phase == SwitchPhase::NEW) {
    if (!switch_phase_.compare_exchange_strong(phase, SwitchPhase::ACTIVE)) {
      return;  // taken back
    }
    switch_.init_time = time;
    robot_hw_->doSwitch(switch_.start_info, switch_.stop_info);
    for (controller_interface::ControllerBase* controller : switch_.stop) {
      controller->stopRequest(time);
    }
  }

  const bool expired =
      switch_phase_ == SwitchPhase::GIVEN_UP ||
      (switch_.timeout > 0.0 && (time - switch_.init_time).toSec() > switch_.timeout);
  if (switch_.start_asap ? startEach(time, expired) : startTogether(time, expired)) {
    switch_phase_ = SwitchPhase::IDLE;
  }
}

namespace {

/// Do what the robot's answer allows. Returns whether the controller has nothing more to wait for.
bool startOrAbort(controller_interface::ControllerBase* controller, SwitchState state, bool expired,
                  const ros::Time& time) {
  if (state == SwitchState::DONE) {
    controller->startRequest(time);
    return true;
  }
  if (state == SwitchState::ERROR || expired) {
    controller->abortRequest(time);
    return true;
  }
  controller->waitRequest(time);
  return false;
}

}  // namespace

bool ControllerManager::startTogether(const ros::Time& time, bool expired) {
  bool finished = true;
  const SwitchState state = robot_hw_->switchResult();
  for (const StartRequest& start : switch_.start) {
    finished = startOrAbort(start.c, state, expired, time) && finished;
  }
  return finished;
}

bool ControllerManager::startEach(const ros::Time& time, bool expired) {
  bool finished = true;
  for (StartRequest& start : switch_.start) {
    if (start.pending) {
      start.pending = !startOrAbort(start.c, robot_hw_->switchResult(*start.info), expired, time);
      finished = finished && !start.pending;
    }
  }
  return finished;
}

}  // namespace controller_manager
