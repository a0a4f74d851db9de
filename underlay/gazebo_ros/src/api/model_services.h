#ifndef GAZEBO_ROS_API_MODEL_SERVICES_H
#define GAZEBO_ROS_API_MODEL_SERVICES_H

#include <gazebo_msgs/GetModelProperties.h>
#include <gazebo_msgs/GetModelState.h>
#include <gazebo_msgs/ModelState.h>
#include <gazebo_msgs/SetModelConfiguration.h>
#include <gazebo_msgs/SetModelState.h>

#include "api/api_context.h"

namespace gazebo_ros {

/// get_model_state, set_model_state (also as a topic), get_model_properties and
/// set_model_configuration.
class ModelServices : public ServiceGroup {
 public:
  explicit ModelServices(ApiContext& context);

 private:
  void getState(const gazebo_msgs::GetModelState::Request& request,
                gazebo_msgs::GetModelState::Response& response);
  void setState(const gazebo_msgs::ModelState& state);
  void getProperties(const gazebo_msgs::GetModelProperties::Request& request,
                     gazebo_msgs::GetModelProperties::Response& response);
  void setConfiguration(const gazebo_msgs::SetModelConfiguration::Request& request,
                        gazebo_msgs::SetModelConfiguration::Response& response);

  uint32_t get_state_calls_ = 0;  // header.seq
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_MODEL_SERVICES_H
