#ifndef GAZEBO_ROS_API_MODEL_XML_H
#define GAZEBO_ROS_API_MODEL_XML_H

#include <ignition/math/Pose3.hh>
#include <string>

namespace gazebo_ros {

/// What a model description must look like.
enum class ModelFormat { URDF, SDF };

/// Makes a description ready for Gazebo's factory.
///
/// The XML declaration goes; package:// becomes file paths; the entity gets the name and, composed
/// with a pose of its own, the pose (in the world frame). Every plugin without <robotNamespace>
/// gets one, unless robot_namespace is empty.
///
/// Throws CallError if a package:// cannot be resolved, else RequestError with what is wrong.
std::string prepareModel(const std::string& xml, ModelFormat format, const std::string& name,
                         const ignition::math::Pose3d& pose, const std::string& robot_namespace);

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_MODEL_XML_H
