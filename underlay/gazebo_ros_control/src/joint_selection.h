// Which joints of the URDF's transmissions DefaultRobotHWSim drives, and through which interface.
// Needs no Gazebo.
#ifndef GAZEBO_ROS_CONTROL_JOINT_SELECTION_H
#define GAZEBO_ROS_CONTROL_JOINT_SELECTION_H

#include <string>
#include <utility>
#include <vector>

#include <transmission_interface/transmission_info.h>

namespace gazebo_ros_control {

extern const char kEffortInterface[];
extern const char kPositionInterface[];
extern const char kVelocityInterface[];

struct JointSelection {
  /// Joint name and full interface name, one per usable transmission, in the URDF's order.
  std::vector<std::pair<std::string, std::string>> joints;
  std::vector<std::string> warnings;
  /// Empty if the selection can be used.
  std::string error;
};

/// Transmissions with no or several joints, and further ones of a joint that has one already, are
/// skipped with a warning; an interface that is not one of the three above is an error.
JointSelection selectJoints(
    const std::vector<transmission_interface::TransmissionInfo>& transmissions);

}  // namespace gazebo_ros_control

#endif  // GAZEBO_ROS_CONTROL_JOINT_SELECTION_H
