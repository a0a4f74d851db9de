// What DefaultRobotHWSim does in every physics step: no allocation, no lookup, no lock.
#include <gazebo_ros_control/default_robot_hw_sim.h>

#include <algorithm>
#include <cmath>

#include <angles/angles.h>
#include <pluginlib/class_list_macros.hpp>

namespace gazebo_ros_control {

namespace {

const std::string kMotorVelocityKey = "vel";

double clamp(double value, double low, double high) { return std::min(std::max(value, low), high); }

}  // namespace

void DefaultRobotHWSim::readSim(ros::Time, ros::Duration) {
  for (unsigned int j = 0; j < n_dof_; ++j) {
    gazebo::physics::Joint& joint = *sim_joints_[j];
    const double position = joint.Position(0);
    if (joint_types_[j] == urdf::Joint::PRISMATIC || !std::isfinite(joint_position_[j])) {
      joint_position_[j] = position;
    } else {
      joint_position_[j] += angles::shortest_angular_distance(joint_position_[j], position);
    }
    joint_velocity_[j] = joint.GetVelocity(0);
    joint_effort_[j] = joint.GetForce(0);
  }
}

void DefaultRobotHWSim::writeSim(ros::Time, ros::Duration period) {
  // No time passed: only in a step in which the world was reset. The limits and the PID need a time
  // that did.
  if (period <= ros::Duration(0)) period = physics_step_;

  if (e_stop_active_) {
    if (!last_e_stop_active_) last_joint_position_command_ = joint_position_;
    joint_position_command_ = last_joint_position_command_;
  }
  last_e_stop_active_ = e_stop_active_;

  ej_sat_interface_.enforceLimits(period);
  ej_limits_interface_.enforceLimits(period);
  pj_sat_interface_.enforceLimits(period);
  pj_limits_interface_.enforceLimits(period);
  vj_sat_interface_.enforceLimits(period);
  vj_limits_interface_.enforceLimits(period);

  for (unsigned int j = 0; j < n_dof_; ++j) {
    switch (joint_control_methods_[j]) {
      case EFFORT: {
        double effort = e_stop_active_ ? 0.0 : joint_effort_command_[j];
        if (!std::isfinite(effort)) {
          warnNotFinite(j, effort);
          effort = 0.0;
        }
        sim_joints_[j]->SetForce(0, effort);
        break;
      }
      case POSITION: {
        const double position = joint_position_command_[j];
        if (std::isfinite(position)) {
          sim_joints_[j]->SetPosition(0, position, true);
        } else {
          warnNotFinite(j, position);  // the joint stays where it is
        }
        break;
      }
      case POSITION_PID:
        sim_joints_[j]->SetForce(0, pidEffort(j, positionError(j), period));
        break;
      case VELOCITY: {
        double velocity = e_stop_active_ ? 0.0 : joint_velocity_command_[j];
        if (!std::isfinite(velocity)) {
          warnNotFinite(j, velocity);
          velocity = 0.0;
        }
        setMotorVelocity(j, velocity);
        break;
      }
      case VELOCITY_PID: {
        const double target = e_stop_active_ ? 0.0 : joint_velocity_command_[j];
        if (!std::isfinite(target)) warnNotFinite(j, target);
        sim_joints_[j]->SetForce(0, pidEffort(j, target - joint_velocity_[j], period));
        break;
      }
    }
  }
}

void DefaultRobotHWSim::eStopActive(const bool active) { e_stop_active_ = active; }

void DefaultRobotHWSim::resetSim() {
  for (unsigned int j = 0; j < n_dof_; ++j) {
    joint_position_[j] = initialPosition(j);
    joint_velocity_[j] = sim_joints_[j]->GetVelocity(0);
    joint_effort_[j] = 0.0;
    joint_effort_command_[j] = 0.0;
    joint_velocity_command_[j] = 0.0;
    joint_position_command_[j] = joint_position_[j];
    last_joint_position_command_[j] = joint_position_[j];
    pid_controllers_[j].reset();
  }
  pj_sat_interface_.reset();
  pj_limits_interface_.reset();
}

double DefaultRobotHWSim::initialPosition(std::size_t j) const {
  const double position = sim_joints_[j]->Position(0);
  // Gazebo may keep the whole turns of a joint over a reset.
  return joint_types_[j] == urdf::Joint::CONTINUOUS ? angles::normalize_angle(position) : position;
}

void DefaultRobotHWSim::setMotorVelocity(std::size_t j, double velocity) {
  if (physics_type_ == "ode") {
    *boost::any_cast<double>(&motor_velocity_[j]) = velocity;
    sim_joints_[j]->SetParam(kMotorVelocityKey, 0, motor_velocity_[j]);
  } else {
    sim_joints_[j]->SetVelocity(0, velocity);
  }
}

double DefaultRobotHWSim::positionError(std::size_t j) const {
  const double command = joint_position_command_[j];
  switch (joint_types_[j]) {
    case urdf::Joint::CONTINUOUS:
      return angles::shortest_angular_distance(joint_position_[j], command);
    case urdf::Joint::REVOLUTE:
      // Never the short way round through a joint limit.
      return clamp(command, joint_lower_limits_[j], joint_upper_limits_[j]) - joint_position_[j];
    default:
      return command - joint_position_[j];
  }
}

double DefaultRobotHWSim::pidEffort(std::size_t j, double error, const ros::Duration& period) {
  // An error that is not finite gives no effort: Pid says so, and clamp keeps it.
  const double effort = pid_controllers_[j].computeCommand(error, period);
  return clamp(effort, -joint_effort_limits_[j], joint_effort_limits_[j]);
}

void DefaultRobotHWSim::warnNotFinite(std::size_t j, double value) const {
  ROS_WARN_THROTTLE_NAMED(
      1.0, "default_robot_hw_sim",
      "joint '%s': command %f is not a finite number; the joint gets no effort, "
      "zero speed or keeps its position until a valid command",
      joint_names_[j].c_str(), value);
}

}  // namespace gazebo_ros_control

PLUGINLIB_EXPORT_CLASS(gazebo_ros_control::DefaultRobotHWSim, gazebo_ros_control::RobotHWSim)
