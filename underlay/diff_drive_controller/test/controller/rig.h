#pragma once

#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <hardware_interface/robot_hw.h>

#include <string>
#include <vector>

/// A robot whose wheels follow their commands exactly, with encoders that can be made to lie.
class Rig : public hardware_interface::RobotHW {
 public:
  /// Joints are called left_1 ... left_N, right_1 ... right_N.
  explicit Rig(std::size_t wheels_per_side = 1);

  /// Lets the wheels turn at their commanded speeds for a while [s], then shows the encoders.
  void move(double duration);

  std::size_t perSide() const { return wheels.size() / 2; }
  double leftCommand() const { return wheels.front().command; }
  double rightCommand() const { return wheels.back().command; }

  struct Wheel {
    std::string name;
    double angle = 0.0;   ///< rad, true
    double offset = 0.0;  ///< rad, encoder - true
    double position = 0.0;
    double velocity = 0.0;
    double effort = 0.0;
    double command = 0.0;
  };
  std::vector<Wheel> wheels;    ///< left ones first
  double feedback_fault = 0.0;  ///< added to all encoders: NaN or infinity to break them
  bool blocked = false;         ///< wheels do not turn, whatever the command

 private:
  hardware_interface::JointStateInterface states_;
  hardware_interface::VelocityJointInterface velocities_;
};
