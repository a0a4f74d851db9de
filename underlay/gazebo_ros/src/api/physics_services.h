#ifndef GAZEBO_ROS_API_PHYSICS_SERVICES_H
#define GAZEBO_ROS_API_PHYSICS_SERVICES_H

#include <dynamic_reconfigure/server.h>
#include <gazebo_msgs/GetPhysicsProperties.h>
#include <gazebo_msgs/SetPhysicsProperties.h>
#include <gazebo_ros/PhysicsConfig.h>

#include <memory>

#include "api/api_context.h"

namespace gazebo_ros {

/// get_physics_properties, set_physics_properties and the same through dynamic reconfigure.
class PhysicsServices : public ServiceGroup {
 public:
  explicit PhysicsServices(ApiContext& context);

  /// Starts dynamic reconfigure with the present values; service thread.
  void startReconfigure();

 private:
  using Properties = gazebo_msgs::SetPhysicsProperties::Request;

  /// Present values. `is_ode` tells whether ode_config is filled.
  Properties read(bool& is_ode) const;
  /// Checks everything, then sets everything, between two steps. Returns what was left out.
  std::string write(const Properties& wanted);
  PhysicsConfig presentConfig() const;
  void reconfigure(const PhysicsConfig& config);

  std::unique_ptr<dynamic_reconfigure::Server<PhysicsConfig>> reconfigure_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_PHYSICS_SERVICES_H
