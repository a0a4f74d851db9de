#ifndef GAZEBO_ROS_API_STATE_PUBLISHER_H
#define GAZEBO_ROS_API_STATE_PUBLISHER_H

#include <gazebo_msgs/LinkStates.h>
#include <gazebo_msgs/ModelStates.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "api/api_context.h"

namespace gazebo_ros {

/// Publishes model_states and link_states in every step, each only while somebody listens.
///
/// Poses (m) and twists (m/s, rad/s) are in the world frame, in the world's order of models. The
/// message of a step shows the state at its begin, as the controllers of that step see it.
/// A subscriber that connects while the world is paused gets the present state at once.
class StatePublisher {
 public:
  explicit StatePublisher(ApiContext& context);

  /// Physics thread, at the begin of a step.
  void onStepBegin();
  /// Service thread, now and then: serves those who came while the world is paused.
  void publishWhilePaused();

 private:
  template <class Message>
  struct Topic {
    ros::Publisher publisher;
    std::atomic<int> subscribers{0};
    std::atomic<bool> newcomer{false};
    Message message;            // reused, so that a step allocates nothing
    std::vector<uint32_t> ids;  // entities that message.name belongs to
  };

  template <class Message>
  void publish(Topic<Message>& topic);
  template <class Message>
  void advertise(const std::string& name, Topic<Message>& topic);
  void update(Topic<gazebo_msgs::ModelStates>& topic);
  void update(Topic<gazebo_msgs::LinkStates>& topic);

  ApiContext& context_;
  Topic<gazebo_msgs::ModelStates> models_;
  Topic<gazebo_msgs::LinkStates> links_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_STATE_PUBLISHER_H
