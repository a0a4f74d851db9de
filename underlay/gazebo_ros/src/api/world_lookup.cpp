#include "api/world_lookup.h"

#include <gazebo/physics/physics.hh>
#include <vector>

#include "api/api_context.h"

namespace gazebo_ros {

namespace physics = gazebo::physics;

namespace {

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string notFound(const std::string& kind, const std::string& name,
                     const std::vector<std::string>& known) {
  return kind + " '" + name + "' does not exist (" + kind + "s: " + listed(known) + ")";
}

std::vector<std::string> linkNames(const physics::WorldPtr& world) {
  std::vector<std::string> names;
  for (const auto& model : world->Models())
    for (const auto& link : model->GetLinks()) names.push_back(link->GetScopedName());
  return names;
}

}  // namespace

std::string modelNames(const physics::WorldPtr& world) {
  std::vector<std::string> names;
  for (const auto& model : world->Models()) names.push_back(model->GetName());
  return listed(names);
}

physics::ModelPtr findModel(const physics::WorldPtr& world, const std::string& name) {
  const auto model = world->ModelByName(name);
  if (!model)
    throw RequestError("model '" + name + "' does not exist (models: " + modelNames(world) + ")");
  return model;
}

physics::LinkPtr findLink(const physics::WorldPtr& world, const std::string& name) {
  const auto link = boost::dynamic_pointer_cast<physics::Link>(world->EntityByName(name));
  if (!link) throw RequestError(notFound("link", name, linkNames(world)));
  return link;
}

physics::JointPtr findJoint(const physics::WorldPtr& world, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& model : world->Models()) {
    if (const auto joint = model->GetJoint(name)) return joint;
    for (const auto& joint : model->GetJoints()) names.push_back(joint->GetScopedName());
  }
  throw RequestError(notFound("joint", name, names));
}

physics::LightPtr findLight(const physics::WorldPtr& world, const std::string& name) {
  if (const auto light = world->LightByName(name)) return light;
  std::vector<std::string> names;
  for (const auto& light : world->Lights()) names.push_back(light->GetName());
  throw RequestError(notFound("light", name, names));
}

bool isInertialFrame(const std::string& name) {
  return name.empty() || name == "world" || name == "map" || name == "/map";
}

FrameState findFrame(const physics::WorldPtr& world, const std::string& name) {
  if (isInertialFrame(name)) return FrameState();
  const auto entity = world->EntityByName(name);
  if (!entity)
    throw RequestError("reference frame '" + name + "' does not exist (\"\" and \"world\" mean " +
                       "the inertial frame; models: " + modelNames(world) +
                       "; links: " + listed(linkNames(world)) + ")");
  return {entity->WorldPose(), entity->WorldLinearVel(), entity->WorldAngularVel()};
}

}  // namespace gazebo_ros
