// How DefaultRobotHWSim finds its joints, their limits and the way in which each is driven.
#include <gazebo_ros_control/default_robot_hw_sim.h>

#include <cmath>
#include <limits>

#include <joint_limits_interface/joint_limits.h>
#include <joint_limits_interface/joint_limits_rosparam.h>
#include <joint_limits_interface/joint_limits_urdf.h>

#include "joint_selection.h"

namespace gazebo_ros_control {

using hardware_interface::JointHandle;
using hardware_interface::JointStateHandle;
using joint_limits_interface::JointLimits;
using joint_limits_interface::SoftJointLimits;

namespace {

const char kLog[] = "default_robot_hw_sim";
const double kNoLimit = std::numeric_limits<double>::max();

std::string namesOf(const gazebo::physics::Joint_V& joints) {
  std::string names;
  for (const auto& joint : joints) names += (names.empty() ? "" : ", ") + joint->GetName();
  return names.empty() ? "none" : names;
}

int typeFromGazebo(const gazebo::physics::Joint& joint) {
  if (joint.HasType(gazebo::physics::Base::SLIDER_JOINT)) return urdf::Joint::PRISMATIC;
  const bool limited = std::abs(joint.LowerLimit(0)) < 1e15 || std::abs(joint.UpperLimit(0)) < 1e15;
  return limited ? urdf::Joint::REVOLUTE : urdf::Joint::CONTINUOUS;
}

}  // namespace

bool DefaultRobotHWSim::initSim(
    const std::string& robot_namespace, ros::NodeHandle model_nh,
    gazebo::physics::ModelPtr parent_model, const urdf::Model* const urdf_model,
    std::vector<transmission_interface::TransmissionInfo> transmissions) {
  const JointSelection selection = selectJoints(transmissions);
  for (const std::string& warning : selection.warnings) ROS_WARN_STREAM_NAMED(kLog, warning);
  if (!selection.error.empty()) {
    ROS_FATAL_STREAM_NAMED(kLog, selection.error);
    return false;
  }

  const auto physics = parent_model->GetWorld()->Physics();
  physics_type_ = physics->GetType();
  physics_step_ = ros::Duration(physics->GetMaxStepSize());
  resizeJoints(selection.joints.size());

  try {
    for (std::size_t j = 0; j < n_dof_; ++j) {
      const std::string& interface = selection.joints[j].second;
      joint_names_[j] = selection.joints[j].first;
      if (!findJoint(j, parent_model)) return false;
      if (!chooseControlMethod(j, interface, robot_namespace)) return false;
      registerJoint(j, interface, model_nh, urdf_model);
      if (!checkLimits(j)) return false;
      if (joint_control_methods_[j] == VELOCITY) startMotor(j);
      logControlMethod(j);
    }
  } catch (const std::exception& e) {
    ROS_FATAL_STREAM_NAMED(kLog, "the joints of model '" << parent_model->GetName()
                                                         << "' cannot be set up: " << e.what());
    return false;
  }

  registerInterface(&js_interface_);
  registerInterface(&ej_interface_);
  registerInterface(&pj_interface_);
  registerInterface(&vj_interface_);
  return true;
}

void DefaultRobotHWSim::resizeJoints(std::size_t count) {
  n_dof_ = count;
  joint_names_.resize(count);
  joint_types_.resize(count, urdf::Joint::UNKNOWN);
  joint_lower_limits_.resize(count, -kNoLimit);
  joint_upper_limits_.resize(count, kNoLimit);
  joint_effort_limits_.resize(count, kNoLimit);
  joint_control_methods_.resize(count, EFFORT);
  pid_controllers_.resize(count);
  joint_position_.resize(count, 0.0);
  joint_velocity_.resize(count, 0.0);
  joint_effort_.resize(count, 0.0);
  joint_effort_command_.resize(count, 0.0);
  joint_position_command_.resize(count, 0.0);
  last_joint_position_command_.resize(count, 0.0);
  joint_velocity_command_.resize(count, 0.0);
  sim_joints_.resize(count);
  motor_velocity_.assign(count, boost::any(0.0));
}

bool DefaultRobotHWSim::findJoint(std::size_t j, gazebo::physics::ModelPtr model) {
  const auto joint = model->GetJoint(joint_names_[j]);
  if (!joint) {
    ROS_ERROR_STREAM_NAMED(
        kLog, "joint '" << joint_names_[j] << "' has a transmission but is not in model '"
                        << model->GetName()
                        << "', whose joints are: " << namesOf(model->GetJoints()));
    return false;
  }
  sim_joints_[j] = joint;
  joint_types_[j] = typeFromGazebo(*joint);
  return true;
}

bool DefaultRobotHWSim::chooseControlMethod(std::size_t j, const std::string& interface,
                                            const std::string& robot_namespace) {
  if (interface == kEffortInterface) {
    joint_control_methods_[j] = EFFORT;
    return true;
  }
  const bool velocity = interface == kVelocityInterface;
  const ros::NodeHandle nh(robot_namespace + "/gazebo_ros_control/pid_gains/" + joint_names_[j]);
  if (!nh.hasParam("p")) {
    if (nh.hasParam("i") || nh.hasParam("d")) {
      ROS_WARN_STREAM_NAMED(kLog, "joint '" << joint_names_[j] << "': " << nh.getNamespace()
                                            << " has gains but no 'p'; they are not used");
    }
    joint_control_methods_[j] = velocity ? VELOCITY : POSITION;
    return true;
  }
  if (!pid_controllers_[j].init(nh, true)) {
    ROS_ERROR_STREAM_NAMED(kLog, "joint '" << joint_names_[j] << "': the gains at "
                                           << nh.getNamespace() << " are not numbers");
    return false;
  }
  joint_control_methods_[j] = velocity ? VELOCITY_PID : POSITION_PID;
  return true;
}

void DefaultRobotHWSim::registerJoint(std::size_t j, const std::string& interface,
                                      const ros::NodeHandle& model_nh,
                                      const urdf::Model* urdf_model) {
  const JointStateHandle state(joint_names_[j], &joint_position_[j], &joint_velocity_[j],
                               &joint_effort_[j]);
  js_interface_.registerHandle(state);

  JointHandle command;
  if (interface == kEffortInterface) {
    command = JointHandle(state, &joint_effort_command_[j]);
    ej_interface_.registerHandle(command);
  } else if (interface == kPositionInterface) {
    command = JointHandle(state, &joint_position_command_[j]);
    pj_interface_.registerHandle(command);
  } else {
    command = JointHandle(state, &joint_velocity_command_[j]);
    vj_interface_.registerHandle(command);
  }
  registerJointLimits(joint_names_[j], command, joint_control_methods_[j], model_nh, urdf_model,
                      &joint_types_[j], &joint_lower_limits_[j], &joint_upper_limits_[j],
                      &joint_effort_limits_[j]);

  joint_position_[j] = initialPosition(j);  // needs the joint's type
  joint_velocity_[j] = sim_joints_[j]->GetVelocity(0);
  joint_position_command_[j] = joint_position_[j];
  last_joint_position_command_[j] = joint_position_[j];
}

void DefaultRobotHWSim::registerJointLimits(const std::string& joint_name,
                                            const JointHandle& joint_handle,
                                            const ControlMethod ctrl_method,
                                            const ros::NodeHandle& joint_limit_nh,
                                            const urdf::Model* const urdf_model,
                                            int* const joint_type, double* const lower_limit,
                                            double* const upper_limit, double* const effort_limit) {
  *lower_limit = -kNoLimit;
  *upper_limit = kNoLimit;
  *effort_limit = kNoLimit;

  JointLimits limits;
  SoftJointLimits soft;
  bool has_limits = false;
  bool has_soft = false;
  const auto urdf_joint = urdf_model ? urdf_model->getJoint(joint_name) : nullptr;
  if (urdf_joint) {
    *joint_type = urdf_joint->type;
    has_limits = joint_limits_interface::getJointLimits(urdf_joint, limits);
    has_soft = joint_limits_interface::getSoftJointLimits(urdf_joint, soft);
  }
  has_limits |= joint_limits_interface::getJointLimits(joint_name, joint_limit_nh, limits);
  has_soft |= joint_limits_interface::getSoftJointLimits(joint_name, joint_limit_nh, soft);
  if (!has_limits && !has_soft) return;

  if (limits.has_position_limits) {
    *lower_limit = limits.min_position;
    *upper_limit = limits.max_position;
  }
  if (limits.has_effort_limits) *effort_limit = limits.max_effort;

  // Some of the handles below refuse to be made without a velocity or effort limit.
  if (!limits.has_velocity_limits && (ctrl_method == EFFORT || ctrl_method == VELOCITY ||
                                      ctrl_method == VELOCITY_PID || has_soft)) {
    limits.has_velocity_limits = true;
    limits.max_velocity = kNoLimit;
  }
  if (!limits.has_effort_limits && ctrl_method == EFFORT) {
    limits.has_effort_limits = true;
    limits.max_effort = kNoLimit;
  }

  using namespace joint_limits_interface;  // NOLINT: six names of it follow
  switch (ctrl_method) {
    case EFFORT:
      if (has_soft) {
        ej_limits_interface_.registerHandle(
            EffortJointSoftLimitsHandle(joint_handle, limits, soft));
      } else {
        ej_sat_interface_.registerHandle(EffortJointSaturationHandle(joint_handle, limits));
      }
      break;
    case POSITION:
    case POSITION_PID:
      if (has_soft) {
        pj_limits_interface_.registerHandle(
            PositionJointSoftLimitsHandle(joint_handle, limits, soft));
      } else {
        pj_sat_interface_.registerHandle(PositionJointSaturationHandle(joint_handle, limits));
      }
      break;
    case VELOCITY:
    case VELOCITY_PID:
      if (has_soft) {
        vj_limits_interface_.registerHandle(
            VelocityJointSoftLimitsHandle(joint_handle, limits, soft));
      } else {
        vj_sat_interface_.registerHandle(VelocityJointSaturationHandle(joint_handle, limits));
      }
      break;
  }
}

bool DefaultRobotHWSim::checkLimits(std::size_t j) const {
  const double effort = joint_effort_limits_[j];
  if (!(effort >= 0.0)) {
    ROS_ERROR_STREAM_NAMED(kLog, "joint '" << joint_names_[j] << "': effort limit " << effort
                                           << " is not a number of at least 0");
    return false;
  }
  if (!(joint_lower_limits_[j] <= joint_upper_limits_[j])) {
    ROS_ERROR_STREAM_NAMED(kLog, "joint '" << joint_names_[j] << "': the position limits "
                                           << joint_lower_limits_[j] << " and "
                                           << joint_upper_limits_[j] << " leave no position");
    return false;
  }
  if (effort == 0.0) {
    ROS_WARN_STREAM_NAMED(
        kLog, "joint '" << joint_names_[j] << "' has an effort limit of 0: nothing can move it");
  }
  return true;
}

void DefaultRobotHWSim::startMotor(std::size_t j) {
  if (physics_type_ != "ode") return;
  sim_joints_[j]->SetParam("fmax", 0, joint_effort_limits_[j]);
  setMotorVelocity(j, 0.0);
}

void DefaultRobotHWSim::logControlMethod(std::size_t j) {
  std::ostringstream text;
  text << "joint '" << joint_names_[j] << "': ";
  const auto gains = pid_controllers_[j].getGains();
  const auto pid = [&text, &gains]() {
    text << " PID p=" << gains.p_gain_ << " i=" << gains.i_gain_ << " d=" << gains.d_gain_
         << " i_clamp=[" << gains.i_min_ << ", " << gains.i_max_ << "]";
  };
  switch (joint_control_methods_[j]) {
    case EFFORT:
      text << "effort, as commanded";
      break;
    case POSITION:
      text << "position, set without dynamics";
      break;
    case POSITION_PID:
      text << "position";
      pid();
      break;
    case VELOCITY:
      text << "velocity, " << (physics_type_ == "ode" ? "ODE joint motor" : "set directly");
      break;
    case VELOCITY_PID:
      text << "velocity";
      pid();
      break;
  }
  text << ", effort limit ";
  if (joint_effort_limits_[j] == kNoLimit) {
    text << "none";
  } else {
    text << joint_effort_limits_[j];
  }
  ROS_INFO_STREAM_NAMED(kLog, text.str());
  const bool has_pid =
      joint_control_methods_[j] == POSITION_PID || joint_control_methods_[j] == VELOCITY_PID;
  if (has_pid && gains.i_gain_ != 0.0 && gains.i_min_ == 0.0 && gains.i_max_ == 0.0) {
    ROS_WARN_STREAM_NAMED(kLog, "joint '" << joint_names_[j] << "' has i=" << gains.i_gain_
                                          << " without i_clamp: its I term is always 0");
  }
}

}  // namespace gazebo_ros_control
