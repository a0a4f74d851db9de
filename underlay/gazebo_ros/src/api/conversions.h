#ifndef GAZEBO_ROS_API_CONVERSIONS_H
#define GAZEBO_ROS_API_CONVERSIONS_H

#include <geometry_msgs/Point.h>
#include <geometry_msgs/Pose.h>
#include <geometry_msgs/Quaternion.h>
#include <geometry_msgs/Vector3.h>

#include <cmath>
#include <cstdint>
#include <gazebo/common/Time.hh>
#include <ignition/math/Pose3.hh>
#include <string>

#include "api/api_context.h"

namespace gazebo_ros {

/// Gazebo's time in ns, exactly.
inline int64_t nanoseconds(const gazebo::common::Time& time) {
  return time.sec * INT64_C(1000000000) + time.nsec;
}

/// Throws RequestError if the value is NaN or infinite; `field` is its name in the request.
inline double finite(double value, const std::string& field) {
  if (!std::isfinite(value))
    throw RequestError(field + " is " + std::to_string(value) + ", not a finite number");
  return value;
}

/// Vector or point from a message; every component must be finite.
template <class Message>
ignition::math::Vector3d toVector(const Message& m, const std::string& field) {
  return {finite(m.x, field + ".x"), finite(m.y, field + ".y"), finite(m.z, field + ".z")};
}

/// Rotation from a message, normalized. All zero, the message's default, is no rotation.
inline ignition::math::Quaterniond toRotation(const geometry_msgs::Quaternion& m,
                                              const std::string& field) {
  ignition::math::Quaterniond q(finite(m.w, field + ".w"), finite(m.x, field + ".x"),
                                finite(m.y, field + ".y"), finite(m.z, field + ".z"));
  q.Normalize();
  return q;
}

inline ignition::math::Pose3d toPose(const geometry_msgs::Pose& m, const std::string& field) {
  return {toVector(m.position, field + ".position"),
          toRotation(m.orientation, field + ".orientation")};
}

template <class Message>
void fill(Message& m, const ignition::math::Vector3d& v) {
  m.x = v.X();
  m.y = v.Y();
  m.z = v.Z();
}

inline void fill(geometry_msgs::Pose& m, const ignition::math::Pose3d& pose) {
  fill(m.position, pose.Pos());
  m.orientation.w = pose.Rot().W();
  m.orientation.x = pose.Rot().X();
  m.orientation.y = pose.Rot().Y();
  m.orientation.z = pose.Rot().Z();
}

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_CONVERSIONS_H
