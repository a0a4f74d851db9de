// The part of switching controllers that runs outside the real-time thread.

#include <controller_manager/controller_manager.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <ros/console.h>
#include <ros/init.h>

#include "diagnosis.h"

namespace controller_manager {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

const Seconds GRACE(1.0);           // how much longer than the switch's timeout a call waits
const Seconds WARNING_PERIOD(5.0);  // how often a call that waits says so

const char* const NOT_CALLED =
    "ControllerManager::update() is not being called. Is the simulation "
    "paused, or the control loop blocked?";

const char* const IN_UPDATE_THREAD =
    "this was called in the thread that calls ControllerManager::update(), which it waits for. "
    "Serve the controller manager's callbacks in another thread, as with ros::AsyncSpinner.";

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void pollPause() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

}  // namespace

bool ControllerManager::switchControllers(const std::vector<std::string>& start,
                                          const std::vector<std::string>& stop, int strictness,
                                          bool start_asap, double timeout) {
  using Request = controller_manager_msgs::SwitchController::Request;
  if (strictness != Request::STRICT && strictness != Request::BEST_EFFORT) {
    ROS_WARN(
        "Switch controllers: strictness %d is neither BEST_EFFORT (%d) nor STRICT (%d). "
        "Taking it as BEST_EFFORT.",
        strictness, static_cast<int>(Request::BEST_EFFORT), static_cast<int>(Request::STRICT));
  }
  if (!previousSwitchEnded()) {
    ROS_ERROR("Could not switch controllers: the last switch has not ended. %s", NOT_CALLED);
    return false;
  }

  switch_ = SwitchParams();
  switch_.start_asap = start_asap;
  switch_.timeout = timeout;
  if (!selectForSwitch(start, stop, strictness == Request::STRICT) || !checkSwitch()) {
    switch_ = SwitchParams();
    return false;
  }
  switch_phase_ = SwitchPhase::NEW;
  if (!awaitSwitch(timeout)) {
    return false;
  }
  reportAborted();
  return true;
}

bool ControllerManager::selectForSwitch(const std::vector<std::string>& start,
                                        const std::vector<std::string>& stop, bool strict) {
  // Every problem is logged, so that one attempt shows all of them.
  bool acceptable = true;
  const auto problem = [&](const std::string& text) {
    if (strict) {
      ROS_ERROR_STREAM("Could not switch controllers: " << text);
      acceptable = false;
    } else {
      ROS_DEBUG_STREAM("Switch controllers, best effort: " << text);
    }
  };
  const auto not_loaded = [&](const std::string& verb, const std::string& name) {
    problem("cannot " + verb + " '" + name +
            "', it is not loaded. Loaded: " + listOf(getControllerNames()) + ".");
  };

  for (const std::string& name : stop) {
    const ControllerSpec* controller = findController(name);
    if (!controller) {
      not_loaded("stop", name);
    } else if (!controller->c->isRunning()) {
      problem("cannot stop '" + name + "', it is not running.");
    } else if (contains(start, name)) {
      ROS_ERROR_STREAM("Could not switch controllers: '"
                       << name
                       << "' is running, and is to be "
                          "both stopped and started. Use two calls to restart a controller.");
      acceptable = false;
    } else if (std::find(switch_.stop.begin(), switch_.stop.end(), controller->c.get()) ==
               switch_.stop.end()) {
      switch_.stop.push_back(controller->c.get());
      switch_.stop_info.push_back(controller->info);
    }
  }

  for (const std::string& name : start) {
    const ControllerSpec* controller = findController(name);
    if (!controller) {
      not_loaded("start", name);
    } else if (controller->c->isRunning()) {
      if (!contains(stop, name)) {
        problem("cannot start '" + name + "', it is running already.");
      }
    } else if (std::none_of(
                   switch_.start.begin(), switch_.start.end(),
                   [&](const StartRequest& other) { return other.c == controller->c.get(); })) {
      switch_.start_info.push_back(controller->info);
      switch_.start.push_back({controller->c.get(), &switch_.start_info.back(), true});
    }
  }
  return acceptable;
}

bool ControllerManager::checkSwitch() const {
  std::list<hardware_interface::ControllerInfo> running_after = switch_.start_info;
  for (const ControllerSpec& controller : currentControllers()) {
    if (controller.c->isRunning() && std::find(switch_.stop.begin(), switch_.stop.end(),
                                               controller.c.get()) == switch_.stop.end()) {
      running_after.push_back(controller.info);
    }
  }
  if (robot_hw_->checkForConflict(running_after)) {
    ROS_ERROR("Could not switch controllers: resource conflict, see the line above.");
    return false;
  }
  if (!robot_hw_->prepareSwitch(switch_.start_info, switch_.stop_info)) {
    ROS_ERROR("Could not switch controllers: the robot's prepareSwitch() refused.");
    return false;
  }
  return true;
}

bool ControllerManager::awaitSwitch(double timeout) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point last_warning = begin;
  uint32_t last_cycles = cycles_;
  while (switch_phase_ != SwitchPhase::IDLE) {
    const Clock::time_point now = Clock::now();
    if (now - begin > GRACE && update_thread_ == std::this_thread::get_id()) {
      return giveUpSwitch(IN_UPDATE_THREAD);
    }
    if (closing_ || !ros::ok() || (timeout > 0.0 && now - begin > Seconds(timeout) + GRACE)) {
      return giveUpSwitch(NOT_CALLED);
    }
    if (now - last_warning > WARNING_PERIOD) {
      const bool alive = cycles_ != last_cycles;
      ROS_WARN("Switching controllers takes %.0f s so far: %s", Seconds(now - begin).count(),
               alive ? "the robot has not finished the switch." : NOT_CALLED);
      last_warning = now;
      last_cycles = cycles_;
    }
    pollPause();
  }
  return true;
}

bool ControllerManager::giveUpSwitch(const char* reason) {
  SwitchPhase phase = SwitchPhase::NEW;
  if (switch_phase_.compare_exchange_strong(phase, SwitchPhase::IDLE)) {
    ROS_ERROR("Could not switch controllers, nothing was changed: %s", reason);
    return false;
  }
  phase = SwitchPhase::ACTIVE;
  if (!switch_phase_.compare_exchange_strong(phase, SwitchPhase::GIVEN_UP)) {
    return true;  // finished at the last moment
  }
  ROS_ERROR(
      "Could not switch controllers: the robot has not finished the switch. The controllers "
      "that are not running by now will be aborted%s",
      previousSwitchEnded() ? "." : " in the next update().");
  return false;
}

bool ControllerManager::previousSwitchEnded() {
  const Clock::time_point begin = Clock::now();
  while (switch_phase_ != SwitchPhase::IDLE && !closing_ && Clock::now() - begin < GRACE) {
    pollPause();
  }
  return switch_phase_ == SwitchPhase::IDLE;
}

void ControllerManager::reportAborted() const {
  for (const StartRequest& start : switch_.start) {
    if (start.c->isAborted()) {
      ROS_ERROR_STREAM("Controller '"
                       << start.info->name
                       << "' was aborted instead of started: the "
                          "robot reported an error, or was not ready within the time allowed.");
    }
  }
}

}  // namespace controller_manager
