// The usual simulated robot: one joint per transmission, commanded in effort, velocity or position.
#ifndef GAZEBO_ROS_CONTROL_DEFAULT_ROBOT_HW_SIM_H
#define GAZEBO_ROS_CONTROL_DEFAULT_ROBOT_HW_SIM_H

#include <string>
#include <vector>

#include <control_toolbox/pid.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <joint_limits_interface/joint_limits_interface.h>
#include <ros/ros.h>
#include <urdf/model.h>
#include <boost/any.hpp>
#include <boost/shared_ptr.hpp>
#include <gazebo/common/common.hh>
#include <gazebo/physics/physics.hh>

#include <gazebo_ros_control/robot_hw_sim.h>

namespace gazebo_ros_control {

/// Units: rad, rad/s and N m (prismatic joints: m, m/s and N).
///
/// How a joint is driven follows from its transmission's hardware interface and from whether PID
/// gains exist at ROBOT_NAMESPACE/gazebo_ros_control/pid_gains/JOINT (decided by the key "p"):
///   EffortJointInterface            the command is the force
///   VelocityJointInterface          with gains: force = PID(command - velocity); without: ODE's
///   joint motor PositionJointInterface          with gains: force = PID(position error); without:
///   the joint is put there
/// Limits come from the URDF, then from ROBOT_NAMESPACE/joint_limits/JOINT. A limit that nobody
/// gave does not limit.
///
/// Guarded on purpose (each pinned by a test):
/// - Transmissions that are skipped leave no gap in the joint list.
/// - A command that is not finite never reaches the physics engine: effort 0, speed 0, position
/// held.
/// - After a world reset the reported positions start at the joints' own again, the PID loops and
/// commands at zero.
/// - A PID or limit configuration that cannot be used makes initSim() fail with a message; nothing
/// is thrown.
class DefaultRobotHWSim : public RobotHWSim {
 public:
  bool initSim(const std::string& robot_namespace, ros::NodeHandle model_nh,
               gazebo::physics::ModelPtr parent_model, const urdf::Model* const urdf_model,
               std::vector<transmission_interface::TransmissionInfo> transmissions) override;
  void readSim(ros::Time time, ros::Duration period) override;
  void writeSim(ros::Time time, ros::Duration period) override;
  void eStopActive(const bool active) override;
  void resetSim() override;

 protected:
  enum ControlMethod { EFFORT, POSITION, POSITION_PID, VELOCITY, VELOCITY_PID };

  /// Collects the limits of a joint, registers their enforcement for its command handle, and
  /// returns what the PID loops and the joint motor need. *joint_type is kept if the URDF does not
  /// know the joint.
  void registerJointLimits(const std::string& joint_name,
                           const hardware_interface::JointHandle& joint_handle,
                           const ControlMethod ctrl_method, const ros::NodeHandle& joint_limit_nh,
                           const urdf::Model* const urdf_model, int* const joint_type,
                           double* const lower_limit, double* const upper_limit,
                           double* const effort_limit);

  unsigned int n_dof_ = 0;

  hardware_interface::JointStateInterface js_interface_;
  hardware_interface::EffortJointInterface ej_interface_;
  hardware_interface::PositionJointInterface pj_interface_;
  hardware_interface::VelocityJointInterface vj_interface_;

  joint_limits_interface::EffortJointSaturationInterface ej_sat_interface_;
  joint_limits_interface::EffortJointSoftLimitsInterface ej_limits_interface_;
  joint_limits_interface::PositionJointSaturationInterface pj_sat_interface_;
  joint_limits_interface::PositionJointSoftLimitsInterface pj_limits_interface_;
  joint_limits_interface::VelocityJointSaturationInterface vj_sat_interface_;
  joint_limits_interface::VelocityJointSoftLimitsInterface vj_limits_interface_;

  // One entry per joint in each of these.
  std::vector<std::string> joint_names_;
  std::vector<int> joint_types_;  // urdf::Joint's constants
  std::vector<double> joint_lower_limits_;
  std::vector<double> joint_upper_limits_;
  std::vector<double> joint_effort_limits_;
  std::vector<ControlMethod> joint_control_methods_;
  std::vector<control_toolbox::Pid> pid_controllers_;
  std::vector<double> joint_position_;
  std::vector<double> joint_velocity_;
  std::vector<double> joint_effort_;
  std::vector<double> joint_effort_command_;
  std::vector<double> joint_position_command_;
  std::vector<double> last_joint_position_command_;
  std::vector<double> joint_velocity_command_;
  std::vector<gazebo::physics::JointPtr> sim_joints_;

  std::string physics_type_;

  bool e_stop_active_ = false;
  bool last_e_stop_active_ = false;

 private:
  void resizeJoints(std::size_t count);
  bool findJoint(std::size_t j, gazebo::physics::ModelPtr model);
  bool chooseControlMethod(std::size_t j, const std::string& interface,
                           const std::string& robot_namespace);
  void registerJoint(std::size_t j, const std::string& interface, const ros::NodeHandle& model_nh,
                     const urdf::Model* urdf_model);
  bool checkLimits(std::size_t j) const;
  void startMotor(std::size_t j);
  void logControlMethod(std::size_t j);
  void setMotorVelocity(std::size_t j, double velocity);
  double initialPosition(std::size_t j) const;
  double positionError(std::size_t j) const;
  double pidEffort(std::size_t j, double error, const ros::Duration& period);
  void warnNotFinite(std::size_t j, double value) const;

  // The joint motor's target, kept so that the per-step call needs no allocation.
  std::vector<boost::any> motor_velocity_;
  ros::Duration physics_step_;
};

typedef boost::shared_ptr<DefaultRobotHWSim> DefaultRobotHWSimPtr;

}  // namespace gazebo_ros_control

#endif  // GAZEBO_ROS_CONTROL_DEFAULT_ROBOT_HW_SIM_H
