// Gazebo model plugin libgazebo_ros_control.so: a RobotHWSim, a controller manager and the loop
// that runs both.
#ifndef GAZEBO_ROS_CONTROL_GAZEBO_ROS_CONTROL_PLUGIN_H
#define GAZEBO_ROS_CONTROL_GAZEBO_ROS_CONTROL_PLUGIN_H

#include <atomic>
#include <string>
#include <vector>

#include <controller_manager/controller_manager.h>
#include <ros/ros.h>
#include <std_msgs/Bool.h>
#include <transmission_interface/transmission_parser.h>
#include <boost/shared_ptr.hpp>
#include <boost/thread.hpp>
#include <gazebo/common/common.hh>
#include <gazebo/physics/physics.hh>
#include <pluginlib/class_loader.hpp>

#include <gazebo_ros_control/robot_hw_sim.h>

namespace gazebo_ros_control {

/// SDF elements (all optional): robotNamespace (model name), robotParam (robot_description),
/// robotSimType (gazebo_ros_control/DefaultRobotHWSim), controlPeriod (s; the physics step),
/// eStopTopic (std_msgs/Bool; none), and one of ours: robotParamTimeout (s of wall time that the
/// URDF may take to appear; 60).
///
/// Every physics step: pass on the emergency stop; if controlPeriod has gone by, readSim and the
/// controllers; writeSim. Stamps are the simulation time of the end of this step, joint values are
/// from its beginning.
///
/// Guarded on purpose (each pinned by a test):
/// - A missing URDF never blocks Gazebo: it is waited for in a thread, for a bounded time, and the
/// message names
///   every parameter that was tried.
/// - The first period after loading and after a world reset is a normal one, not the whole
/// simulation time.
/// - After a world reset the RobotHWSim starts afresh and running controllers are stopped and
/// started.
/// - An exception from the RobotHWSim or a controller does not end gzserver: the robot is stopped
/// as by the emergency
///   stop, its controllers no longer run, and the log says why. A world reset tries again.
class GazeboRosControlPlugin : public gazebo::ModelPlugin {
 public:
  ~GazeboRosControlPlugin() override;

  void Load(gazebo::physics::ModelPtr parent, sdf::ElementPtr sdf) override;

  /// One physics step; connected to Gazebo's world update begin.
  void Update();

  /// Called by Gazebo when the world or the models are reset, from any thread.
  void Reset() override;

  /// Waits for a URDF at the parameter, searched for upward from the robot's namespace. Returns ""
  /// after robotParamTimeout, with an error in the log.
  std::string getURDF(std::string param_name) const;

  /// Fills transmissions_ from a URDF. false if the XML is invalid.
  bool parseTransmissionsFromURDF(const std::string& urdf_string);

 protected:
  void eStopCB(const std_msgs::BoolConstPtr& e_stop_active);

  ros::NodeHandle model_nh_;
  gazebo::physics::ModelPtr parent_model_;
  sdf::ElementPtr sdf_;
  boost::thread deferred_load_thread_;  // waits for the URDF if it is not there at once
  gazebo::event::ConnectionPtr update_connection_;

  boost::shared_ptr<pluginlib::ClassLoader<RobotHWSim>> robot_hw_sim_loader_;
  /// Creates robot_hw_sim_ of the class robot_hw_sim_type_str_; throws
  /// pluginlib::PluginlibException.
  void load_robot_hw_sim_srv();

  std::string robot_namespace_;
  std::string robot_description_;  // the parameter's name
  std::vector<transmission_interface::TransmissionInfo> transmissions_;

  // Destroyed in the opposite order: the manager before the robot, the robot before the loader.
  std::string robot_hw_sim_type_str_;
  boost::shared_ptr<RobotHWSim> robot_hw_sim_;
  boost::shared_ptr<controller_manager::ControllerManager> controller_manager_;

  ros::Duration control_period_;
  ros::Time last_update_sim_time_ros_;
  ros::Time last_write_sim_time_ros_;

  // Written by a callback thread, read by the physics thread.
  std::atomic<bool> e_stop_active_{false};
  bool last_e_stop_active_ = false;
  ros::Subscriber e_stop_sub_;

 private:
  void readControlPeriod();
  bool activate(const std::string& urdf);
  void startClock(const ros::Time& sim_time);
  void runControllers(const ros::Time& sim_time, const ros::Duration& period);
  void handleFault(const char* what, const std::string& reason);

  double urdf_timeout_ = 60.0;  // s, wall time
  ros::Duration physics_step_;
  std::atomic<bool> reset_requested_{false};
  bool restart_controllers_ = false;
  bool faulty_ = false;
};

}  // namespace gazebo_ros_control

#endif  // GAZEBO_ROS_CONTROL_GAZEBO_ROS_CONTROL_PLUGIN_H
