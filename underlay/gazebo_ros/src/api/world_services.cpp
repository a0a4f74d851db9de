#include "api/world_services.h"

#include <gazebo_msgs/GetWorldProperties.h>
#include <std_srvs/Empty.h>

#include <gazebo/physics/physics.hh>

namespace gazebo_ros {

WorldServices::WorldServices(ApiContext& context) : ServiceGroup(context) {
  const auto& world = context.world;
  serve<gazebo_msgs::GetWorldProperties>(
      "get_world_properties", "GetWorldProperties", [this](const auto&, auto& response) {
        StepGate::Exclusive no_step(context_.gate);
        response.sim_time = context_.world->SimTime().Double();
        for (const auto& model : context_.world->Models())
          response.model_names.push_back(model->GetName());
        response.rendering_enabled = true;  // Gazebo does not tell; users of ROS expect true
      });
  // These take the world's own update mutex, so they must not be inside the gate.
  serveEmpty<std_srvs::Empty>("pause_physics",
                              [world](const auto&, auto&) { world->SetPaused(true); });
  serveEmpty<std_srvs::Empty>("unpause_physics",
                              [world](const auto&, auto&) { world->SetPaused(false); });
  serveEmpty<std_srvs::Empty>("reset_simulation", [world](const auto&, auto&) { world->Reset(); });
  serveEmpty<std_srvs::Empty>("reset_world", [this](const auto&, auto&) {
    StepGate::Exclusive no_step(context_.gate);
    context_.world->ResetEntities(gazebo::physics::Base::MODEL);
  });
}

}  // namespace gazebo_ros
