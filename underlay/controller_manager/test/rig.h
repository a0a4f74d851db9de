#pragma once

// A robot of three joints with several interfaces, for the tests of the controller manager.

#include <atomic>
#include <list>
#include <string>

#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <hardware_interface/robot_hw.h>

namespace controller_manager_test {

class Rig : public hardware_interface::RobotHW {
 public:
  Rig() {
    for (int i = 0; i < N; ++i) {
      const hardware_interface::JointStateHandle state("joint" + std::to_string(i + 1), &pos[i],
                                                       &vel[i], &eff[i]);
      states.registerHandle(state);
      efforts.registerHandle({state, &effort_cmd[i]});
      velocities.registerHandle({state, &velocity_cmd[i]});
      positions.registerHandle({state, &position_cmd[i]});
    }
    registerInterface(&states);
    registerInterface(&efforts);
    registerInterface(&velocities);
    registerInterface(&positions);
  }

  bool prepareSwitch(const std::list<hardware_interface::ControllerInfo>& start,
                     const std::list<hardware_interface::ControllerInfo>& stop) override {
    ++prepare_calls;
    last_start = names(start);
    last_stop = names(stop);
    return prepare_result;
  }

  void doSwitch(const std::list<hardware_interface::ControllerInfo>&,
                const std::list<hardware_interface::ControllerInfo>&) override {
    ++do_switch_calls;
  }

  SwitchState switchResult() const override { return result; }

  SwitchState switchResult(const hardware_interface::ControllerInfo& controller) const override {
    return controller.name == slow_controller ? static_cast<SwitchState>(result)
                                              : SwitchState::DONE;
  }

  static std::string names(const std::list<hardware_interface::ControllerInfo>& controllers) {
    std::string all;
    for (const auto& controller : controllers) {
      all += (all.empty() ? "" : " ") + controller.name;
    }
    return all;
  }

  bool prepare_result = true;
  std::atomic<int> prepare_calls{0};
  int do_switch_calls = 0;
  std::string last_start, last_stop;
  std::atomic<SwitchState> result{SwitchState::DONE};
  std::string slow_controller;  // the one to which `result` applies, with start_asap

 private:
  static constexpr int N = 3;
  double pos[N] = {}, vel[N] = {}, eff[N] = {};
  double effort_cmd[N] = {}, velocity_cmd[N] = {}, position_cmd[N] = {};
  hardware_interface::JointStateInterface states;
  hardware_interface::EffortJointInterface efforts;
  hardware_interface::VelocityJointInterface velocities;
  hardware_interface::PositionJointInterface positions;
};

}  // namespace controller_manager_test
