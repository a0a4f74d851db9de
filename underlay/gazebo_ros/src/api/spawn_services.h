#ifndef GAZEBO_ROS_API_SPAWN_SERVICES_H
#define GAZEBO_ROS_API_SPAWN_SERVICES_H

#include <gazebo_msgs/DeleteLight.h>
#include <gazebo_msgs/DeleteModel.h>
#include <gazebo_msgs/SpawnModel.h>

#include <gazebo/transport/TransportTypes.hh>

#include "api/api_context.h"
#include "api/model_xml.h"

namespace gazebo_ros {

/// spawn_urdf_model, spawn_sdf_model, delete_model and delete_light.
///
/// All of them wait in wall time, so they work alike in a running, a paused and a stepped world.
/// A spawn returns when the model's plugins have been loaded.
class SpawnServices : public ServiceGroup {
 public:
  explicit SpawnServices(ApiContext& context);

 private:
  void spawn(ModelFormat format, const gazebo_msgs::SpawnModel::Request& request,
             gazebo_msgs::SpawnModel::Response& response);
  void remove(const std::string& name);

  /// Polls until the condition holds. `what` completes "waited 60 s of wall time for ...".
  void waitFor(const std::function<bool()>& condition, double timeout_s, const std::string& what);
  void waitForNextTurnOfTheWorld(double timeout_s, const std::string& what);

  gazebo::transport::NodePtr transport_;
  gazebo::transport::PublisherPtr requests_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_SPAWN_SERVICES_H
