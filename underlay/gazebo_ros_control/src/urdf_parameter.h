// The URDF on the parameter server: where it is looked for, and what was found there. Needs no
// Gazebo.
#ifndef GAZEBO_ROS_CONTROL_URDF_PARAMETER_H
#define GAZEBO_ROS_CONTROL_URDF_PARAMETER_H

#include <string>
#include <vector>

#include <ros/node_handle.h>

namespace gazebo_ros_control {

/// The full names at which a parameter is searched for, the namespace's own first, the root's last.
std::vector<std::string> searchedNames(const ros::NodeHandle& nh, const std::string& param);

/// Returns the first of these parameters that is there, if it is a string that is not empty; else
/// "" and in *problem why, with the full names.
std::string findUrdf(const ros::NodeHandle& nh, const std::string& param, std::string* problem);

}  // namespace gazebo_ros_control

#endif  // GAZEBO_ROS_CONTROL_URDF_PARAMETER_H
