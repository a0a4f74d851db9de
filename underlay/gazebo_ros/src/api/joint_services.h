#ifndef GAZEBO_ROS_API_JOINT_SERVICES_H
#define GAZEBO_ROS_API_JOINT_SERVICES_H

#include <gazebo_msgs/GetJointProperties.h>
#include <gazebo_msgs/SetJointProperties.h>

#include "api/api_context.h"

namespace gazebo_ros {

/// get_joint_properties and set_joint_properties. A joint is looked for in all models, by its name
/// or as model::joint.
class JointServices : public ServiceGroup {
 public:
  explicit JointServices(ApiContext& context);

 private:
  void getProperties(const gazebo_msgs::GetJointProperties::Request& request,
                     gazebo_msgs::GetJointProperties::Response& response);
  void setProperties(const gazebo_msgs::SetJointProperties::Request& request);
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_JOINT_SERVICES_H
