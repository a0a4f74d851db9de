#include "api/link_services.h"

#include <gazebo/physics/physics.hh>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

LinkServices::LinkServices(ApiContext& context) : ServiceGroup(context) {
  serve<gazebo_msgs::GetLinkProperties>("get_link_properties", "GetLinkProperties",
                                        [this](const auto& q, auto& r) { getProperties(q, r); });
  serve<gazebo_msgs::SetLinkProperties>("set_link_properties", "SetLinkProperties",
                                        [this](const auto& q, auto&) { setProperties(q); });
  serve<gazebo_msgs::GetLinkState>("get_link_state", "GetLinkState",
                                   [this](const auto& q, auto& r) { getState(q, r); });
  serve<gazebo_msgs::SetLinkState>("set_link_state", "SetLinkState",
                                   [this](const auto& q, auto&) { setState(q.link_state); });
  listen<gazebo_msgs::LinkState>("set_link_state", [this](const auto& m) { setState(m); });
}

void LinkServices::getProperties(const gazebo_msgs::GetLinkProperties::Request& request,
                                 gazebo_msgs::GetLinkProperties::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  const auto link = findLink(context_.world, request.link_name);
  const auto inertial = link->GetInertial();
  fill(response.com, inertial->Pose());
  response.gravity_mode = link->GetGravityMode();
  response.mass = inertial->Mass();
  response.ixx = inertial->IXX();
  response.ixy = inertial->IXY();
  response.ixz = inertial->IXZ();
  response.iyy = inertial->IYY();
  response.iyz = inertial->IYZ();
  response.izz = inertial->IZZ();
}

void LinkServices::setProperties(const gazebo_msgs::SetLinkProperties::Request& request) {
  const auto com = toPose(request.com, "com");
  if (finite(request.mass, "mass") <= 0)
    throw RequestError("mass is " + std::to_string(request.mass) + " kg, not positive");
  const ignition::math::Vector3d moments(finite(request.ixx, "ixx"), finite(request.iyy, "iyy"),
                                         finite(request.izz, "izz"));
  const ignition::math::Vector3d products(finite(request.ixy, "ixy"), finite(request.ixz, "ixz"),
                                          finite(request.iyz, "iyz"));
  if (!ignition::math::MassMatrix3d(request.mass, moments, products).IsPositive())
    throw RequestError("the inertia is not positive definite");

  StepGate::Exclusive no_step(context_.gate);
  const auto link = findLink(context_.world, request.link_name);
  const auto inertial = link->GetInertial();
  inertial->SetMass(request.mass);
  inertial->SetInertiaMatrix(request.ixx, request.iyy, request.izz, request.ixy, request.ixz,
                             request.iyz);
  inertial->SetCoG(com);
  link->SetGravityMode(request.gravity_mode);
  link->UpdateMass();  // or the physics engine goes on with the old values
}

void LinkServices::getState(const gazebo_msgs::GetLinkState::Request& request,
                            gazebo_msgs::GetLinkState::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  const auto link = findLink(context_.world, request.link_name);
  const FrameState frame = findFrame(context_.world, request.reference_frame);
  auto& state = response.link_state;
  state.link_name = request.link_name;
  state.reference_frame = request.reference_frame;
  fill(state.pose, link->WorldPose() - frame.pose);
  // The difference of the two velocities, in the axes of the frame.
  fill(state.twist.linear,
       frame.pose.Rot().RotateVectorReverse(link->WorldLinearVel() - frame.linear));
  fill(state.twist.angular,
       frame.pose.Rot().RotateVectorReverse(link->WorldAngularVel() - frame.angular));
}

void LinkServices::setState(const gazebo_msgs::LinkState& state) {
  const auto pose = toPose(state.pose, "pose");
  const auto linear = toVector(state.twist.linear, "twist.linear");
  const auto angular = toVector(state.twist.angular, "twist.angular");

  StepGate::Exclusive no_step(context_.gate);
  const auto link = findLink(context_.world, state.link_name);
  const FrameState frame = findFrame(context_.world, state.reference_frame);
  link->SetWorldPose(pose + frame.pose);
  const auto world_angular = frame.pose.Rot().RotateVector(angular);
  link->SetAngularVel(world_angular);
  // Gazebo sets the velocity of the centre of mass, the request names that of the link's origin.
  link->SetLinearVel(frame.pose.Rot().RotateVector(linear) +
                     world_angular.Cross(link->WorldCoGPose().Pos() - link->WorldPose().Pos()));
}

}  // namespace gazebo_ros
