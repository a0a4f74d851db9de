// The interface between GazeboRosControlPlugin and a simulated robot: a RobotHW that reads and
// writes Gazebo's joints.
#ifndef GAZEBO_ROS_CONTROL_ROBOT_HW_SIM_H
#define GAZEBO_ROS_CONTROL_ROBOT_HW_SIM_H

#include <string>
#include <vector>

#include <hardware_interface/robot_hw.h>
#include <ros/node_handle.h>
#include <ros/time.h>
#include <transmission_interface/transmission_info.h>
#include <urdf/model.h>
#include <gazebo/physics/physics.hh>

namespace gazebo_ros_control {

/// A joint's name and the hardware interface through which it is commanded.
struct JointData {
  JointData(const std::string& name, const std::string& hardware_interface)
      : name_(name), hardware_interface_(hardware_interface) {}

  std::string name_;
  std::string hardware_interface_;
};

/// Base class of the robots that GazeboRosControlPlugin can load (pluginlib, package
/// "gazebo_ros_control"). All methods but initSim() run in the physics thread, in the order
/// readSim, controllers, writeSim.
class RobotHWSim : public hardware_interface::RobotHW {
 public:
  virtual ~RobotHWSim() {}

  /// Finds the joints and registers the interfaces. false, or any exception: the plugin stays
  /// inactive. urdf_model is null if the URDF could not be parsed.
  virtual bool initSim(const std::string& robot_namespace, ros::NodeHandle model_nh,
                       gazebo::physics::ModelPtr parent_model, const urdf::Model* const urdf_model,
                       std::vector<transmission_interface::TransmissionInfo> transmissions) = 0;

  /// Copies the joints' state out of Gazebo. time: simulation time; period: since the last read.
  virtual void readSim(ros::Time time, ros::Duration period) = 0;

  /// Hands the commands to Gazebo. period: since the last write, which is one physics step.
  virtual void writeSim(ros::Time time, ros::Duration period) = 0;

  /// Told before every step whether the emergency stop is active.
  virtual void eStopActive(const bool active) { (void)active; }

  /// Called in the first step after the world was reset (an addition to the upstream interface):
  /// forget what was accumulated before, since the joints are back at their initial positions.
  virtual void resetSim() {}
};

}  // namespace gazebo_ros_control

#endif  // GAZEBO_ROS_CONTROL_ROBOT_HW_SIM_H
