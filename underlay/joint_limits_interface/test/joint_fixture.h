// One joint with storage for state and command.
#ifndef JOINT_LIMITS_INTERFACE_TEST_JOINT_FIXTURE_H
#define JOINT_LIMITS_INTERFACE_TEST_JOINT_FIXTURE_H

#include <gtest/gtest.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <ros/duration.h>

#include <limits>
#include <random>

#include "joint_limits_interface/joint_limits_interface.h"

class JointFixture : public ::testing::Test {
 protected:
  JointFixture()
      : joint(hardware_interface::JointStateHandle("joint", &position, &velocity, &effort),
              &command) {
    limits.has_position_limits = true;
    limits.min_position = -1.0;
    limits.max_position = 1.0;
    limits.has_velocity_limits = true;
    limits.max_velocity = 2.0;
    limits.has_effort_limits = true;
    limits.max_effort = 8.0;
    soft.min_position = -0.8;
    soft.max_position = 0.8;
    soft.k_position = 20.0;
    soft.k_velocity = 40.0;
  }

  // What a handle makes of a command.
  template <class Handle>
  double limited(Handle& handle, double wanted, double dt = 0.1) {
    command = wanted;
    handle.enforceLimits(ros::Duration(dt));
    return command;
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }

  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kEps = 1e-12;

  double position = 0.0;
  double velocity = 0.0;
  double effort = 0.0;
  double command = 0.0;
  hardware_interface::JointHandle joint;
  joint_limits_interface::JointLimits limits;
  joint_limits_interface::SoftJointLimits soft;
  std::mt19937 random{42};
};

#endif  // JOINT_LIMITS_INTERFACE_TEST_JOINT_FIXTURE_H
