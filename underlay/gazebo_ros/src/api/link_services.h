#ifndef GAZEBO_ROS_API_LINK_SERVICES_H
#define GAZEBO_ROS_API_LINK_SERVICES_H

#include <gazebo_msgs/GetLinkProperties.h>
#include <gazebo_msgs/GetLinkState.h>
#include <gazebo_msgs/LinkState.h>
#include <gazebo_msgs/SetLinkProperties.h>
#include <gazebo_msgs/SetLinkState.h>

#include "api/api_context.h"

namespace gazebo_ros {

/// get_link_properties, set_link_properties, get_link_state and set_link_state (also as a topic).
/// Links are named model::link.
class LinkServices : public ServiceGroup {
 public:
  explicit LinkServices(ApiContext& context);

 private:
  void getProperties(const gazebo_msgs::GetLinkProperties::Request& request,
                     gazebo_msgs::GetLinkProperties::Response& response);
  void setProperties(const gazebo_msgs::SetLinkProperties::Request& request);
  void getState(const gazebo_msgs::GetLinkState::Request& request,
                gazebo_msgs::GetLinkState::Response& response);
  void setState(const gazebo_msgs::LinkState& state);
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_LINK_SERVICES_H
