#include "api/state_publisher.h"

#include <ros/callback_queue.h>

#include <gazebo/physics/physics.hh>

#include "api/conversions.h"

namespace gazebo_ros {

namespace physics = gazebo::physics;

namespace {

/// Entry `index` of a states message. The name is made only if the entity there is another one.
template <class Message>
void setEntry(Message& message, std::vector<uint32_t>& ids, size_t index,
              const physics::Entity& entity) {
  if (index >= ids.size()) {
    ids.resize(index + 1, 0);
    message.name.resize(index + 1);
    message.pose.resize(index + 1);
    message.twist.resize(index + 1);
  }
  if (ids[index] != entity.GetId() || message.name[index].empty()) {
    ids[index] = entity.GetId();
    message.name[index] = entity.GetScopedName();
  }
  fill(message.pose[index], entity.WorldPose());
  fill(message.twist[index].linear, entity.WorldLinearVel());
  fill(message.twist[index].angular, entity.WorldAngularVel());
}

template <class Message>
void setSize(Message& message, std::vector<uint32_t>& ids, size_t size) {
  ids.resize(size);
  message.name.resize(size);
  message.pose.resize(size);
  message.twist.resize(size);
}

}  // namespace

StatePublisher::StatePublisher(ApiContext& context) : context_(context) {
  advertise("model_states", models_);
  advertise("link_states", links_);
}

template <class Message>
void StatePublisher::advertise(const std::string& name, Topic<Message>& topic) {
  ros::AdvertiseOptions options = ros::AdvertiseOptions::create<Message>(
      name, 10,
      [&topic](const ros::SingleSubscriberPublisher&) {
        ++topic.subscribers;
        topic.newcomer = true;
      },
      [&topic](const ros::SingleSubscriberPublisher&) { --topic.subscribers; }, ros::VoidConstPtr(),
      ros::getGlobalCallbackQueue());
  topic.publisher = context_.node.advertise(options);
}

template <class Message>
void StatePublisher::publish(Topic<Message>& topic) {
  topic.newcomer = false;
  update(topic);
  topic.publisher.publish(topic.message);
}

void StatePublisher::onStepBegin() {
  if (models_.subscribers > 0) publish(models_);
  if (links_.subscribers > 0) publish(links_);
}

void StatePublisher::publishWhilePaused() {
  if (!(models_.newcomer || links_.newcomer) || !context_.world->IsPaused()) return;
  StepGate::Exclusive no_step(context_.gate);
  if (models_.newcomer) publish(models_);
  if (links_.newcomer) publish(links_);
}

void StatePublisher::update(Topic<gazebo_msgs::ModelStates>& topic) {
  const size_t count = context_.world->ModelCount();
  for (size_t i = 0; i < count; ++i)
    setEntry(topic.message, topic.ids, i, *context_.world->ModelByIndex(i));
  setSize(topic.message, topic.ids, count);
}

void StatePublisher::update(Topic<gazebo_msgs::LinkStates>& topic) {
  size_t count = 0;
  for (size_t i = 0; i < context_.world->ModelCount(); ++i)
    for (const auto& link : context_.world->ModelByIndex(i)->GetLinks())
      setEntry(topic.message, topic.ids, count++, *link);
  setSize(topic.message, topic.ids, count);
}

}  // namespace gazebo_ros
