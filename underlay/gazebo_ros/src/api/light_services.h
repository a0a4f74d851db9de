#ifndef GAZEBO_ROS_API_LIGHT_SERVICES_H
#define GAZEBO_ROS_API_LIGHT_SERVICES_H

#include <gazebo_msgs/GetLightProperties.h>
#include <gazebo_msgs/SetLightProperties.h>

#include <gazebo/transport/TransportTypes.hh>

#include "api/api_context.h"

namespace gazebo_ros {

/// get_light_properties and set_light_properties.
class LightServices : public ServiceGroup {
 public:
  explicit LightServices(ApiContext& context);

 private:
  void getProperties(const gazebo_msgs::GetLightProperties::Request& request,
                     gazebo_msgs::GetLightProperties::Response& response);
  void setProperties(const gazebo_msgs::SetLightProperties::Request& request);

  gazebo::transport::NodePtr transport_;
  gazebo::transport::PublisherPtr modify_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_LIGHT_SERVICES_H
