#include "api/model_services.h"

#include <gazebo/physics/physics.hh>
#include <map>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

namespace physics = gazebo::physics;
using ignition::math::Vector3d;

namespace {

/// Moves all links as one rigid body. `linear` is the velocity of the model frame's origin; both in
/// the world frame, m/s and rad/s.
void setRigidTwist(physics::Model& model, const Vector3d& linear, const Vector3d& angular) {
  const Vector3d origin = model.WorldPose().Pos();
  for (const auto& link : model.GetLinks()) {
    link->SetAngularVel(angular);
    // Gazebo sets the velocity of the centre of mass: v + w x r.
    link->SetLinearVel(linear + angular.Cross(link->WorldCoGPose().Pos() - origin));
  }
  for (const auto& nested : model.NestedModels())
    setRigidTwist(*nested, linear + angular.Cross(nested->WorldPose().Pos() - origin), angular);
}

}  // namespace

ModelServices::ModelServices(ApiContext& context) : ServiceGroup(context) {
  serve<gazebo_msgs::GetModelState>("get_model_state", "GetModelState",
                                    [this](const auto& q, auto& r) { getState(q, r); });
  serve<gazebo_msgs::SetModelState>("set_model_state", "SetModelState",
                                    [this](const auto& q, auto&) { setState(q.model_state); });
  listen<gazebo_msgs::ModelState>("set_model_state", [this](const auto& m) { setState(m); });
  serve<gazebo_msgs::GetModelProperties>("get_model_properties", "GetModelProperties",
                                         [this](const auto& q, auto& r) { getProperties(q, r); });
  serve<gazebo_msgs::SetModelConfiguration>(
      "set_model_configuration", "SetModelConfiguration",
      [this](const auto& q, auto& r) { setConfiguration(q, r); });
}

void ModelServices::getState(const gazebo_msgs::GetModelState::Request& request,
                             gazebo_msgs::GetModelState::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  const auto model = findModel(context_.world, request.model_name);
  const FrameState frame = findFrame(context_.world, request.relative_entity_name);

  response.header.seq = ++get_state_calls_;
  const auto now = context_.world->SimTime();
  response.header.stamp = ros::Time(now.sec, now.nsec);
  response.header.frame_id = request.relative_entity_name;
  fill(response.pose, model->WorldPose() - frame.pose);
  // The difference of the two velocities, in the axes of the frame.
  fill(response.twist.linear,
       frame.pose.Rot().RotateVectorReverse(model->WorldLinearVel() - frame.linear));
  fill(response.twist.angular,
       frame.pose.Rot().RotateVectorReverse(model->WorldAngularVel() - frame.angular));
}

void ModelServices::setState(const gazebo_msgs::ModelState& state) {
  const auto pose = toPose(state.pose, "pose");
  const auto linear = toVector(state.twist.linear, "twist.linear");
  const auto angular = toVector(state.twist.angular, "twist.angular");

  StepGate::Exclusive no_step(context_.gate);
  const auto model = findModel(context_.world, state.model_name);
  const FrameState frame = findFrame(context_.world, state.reference_frame);
  model->SetWorldPose(pose + frame.pose);
  setRigidTwist(*model, frame.pose.Rot().RotateVector(linear),
                frame.pose.Rot().RotateVector(angular));
}

void ModelServices::getProperties(const gazebo_msgs::GetModelProperties::Request& request,
                                  gazebo_msgs::GetModelProperties::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  const auto model = findModel(context_.world, request.model_name);
  const auto parent = boost::dynamic_pointer_cast<physics::Model>(model->GetParent());
  if (parent) response.parent_model_name = parent->GetName();
  if (const auto canonical = model->GetLink()) response.canonical_body_name = canonical->GetName();
  for (const auto& link : model->GetLinks()) {
    response.body_names.push_back(link->GetName());
    for (const auto& collision : link->GetCollisions())
      response.geom_names.push_back(collision->GetName());
  }
  for (const auto& joint : model->GetJoints()) response.joint_names.push_back(joint->GetName());
  for (const auto& nested : model->NestedModels())
    response.child_model_names.push_back(nested->GetName());
  response.is_static = model->IsStatic();
}

void ModelServices::setConfiguration(const gazebo_msgs::SetModelConfiguration::Request& request,
                                     gazebo_msgs::SetModelConfiguration::Response&) {
  const auto& names = request.joint_names;
  const auto& positions = request.joint_positions;
  if (names.size() != positions.size())
    throw RequestError(std::to_string(names.size()) + " joint names, but " +
                       std::to_string(positions.size()) + " positions");

  StepGate::Exclusive no_step(context_.gate);
  const auto model = findModel(context_.world, request.model_name);
  std::map<std::string, double> targets;
  for (size_t i = 0; i < names.size(); ++i) {
    finite(positions[i], "position of joint '" + names[i] + "'");
    const auto joint = model->GetJoint(names[i]);
    if (!joint) {
      std::string known;
      for (const auto& j : model->GetJoints()) known += (known.empty() ? "" : ", ") + j->GetName();
      throw RequestError("model '" + request.model_name + "' has no joint '" + names[i] +
                         "' (joints: " + known + ")");
    }
    targets[joint->GetScopedName()] = positions[i];
  }
  model->SetJointPositions(targets);
}

}  // namespace gazebo_ros
