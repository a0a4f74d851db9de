#ifndef GAZEBO_ROS_API_WORLD_SERVICES_H
#define GAZEBO_ROS_API_WORLD_SERVICES_H

#include "api/api_context.h"

namespace gazebo_ros {

/// get_world_properties, pause_physics, unpause_physics, reset_simulation and reset_world.
class WorldServices : public ServiceGroup {
 public:
  explicit WorldServices(ApiContext& context);
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_WORLD_SERVICES_H
