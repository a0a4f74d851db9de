#ifndef GAZEBO_ROS_API_WORLD_LOOKUP_H
#define GAZEBO_ROS_API_WORLD_LOOKUP_H

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Pose3.hh>
#include <string>

namespace gazebo_ros {

/// Finds entities by name. An unknown name throws RequestError with the names that exist.
gazebo::physics::ModelPtr findModel(const gazebo::physics::WorldPtr& world,
                                    const std::string& name);
gazebo::physics::LinkPtr findLink(const gazebo::physics::WorldPtr& world, const std::string& name);
gazebo::physics::JointPtr findJoint(const gazebo::physics::WorldPtr& world,
                                    const std::string& name);
gazebo::physics::LightPtr findLight(const gazebo::physics::WorldPtr& world,
                                    const std::string& name);

/// Names of all models, as one text.
std::string modelNames(const gazebo::physics::WorldPtr& world);

/// Pose, velocity and angular velocity in the world frame (m, rad, m/s, rad/s).
struct FrameState {
  ignition::math::Pose3d pose;
  ignition::math::Vector3d linear;
  ignition::math::Vector3d angular;
};

/// State of the entity that a request names as its reference frame. The inertial frame, called
/// "", "world", "map" or "/map", is at rest in the origin. Unknown: RequestError.
FrameState findFrame(const gazebo::physics::WorldPtr& world, const std::string& name);

/// Whether a reference frame's name means the inertial frame.
bool isInertialFrame(const std::string& name);

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_WORLD_LOOKUP_H
