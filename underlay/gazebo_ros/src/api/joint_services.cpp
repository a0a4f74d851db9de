#include "api/joint_services.h"

#include <gazebo/physics/physics.hh>
#include <utility>
#include <vector>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

JointServices::JointServices(ApiContext& context) : ServiceGroup(context) {
  serve<gazebo_msgs::GetJointProperties>("get_joint_properties", "GetJointProperties",
                                         [this](const auto& q, auto& r) { getProperties(q, r); });
  serve<gazebo_msgs::SetJointProperties>("set_joint_properties", "SetJointProperties",
                                         [this](const auto& q, auto&) { setProperties(q); });
}

void JointServices::getProperties(const gazebo_msgs::GetJointProperties::Request& request,
                                  gazebo_msgs::GetJointProperties::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  const auto joint = findJoint(context_.world, request.joint_name);
  response.type = gazebo_msgs::GetJointProperties::Response::REVOLUTE;  // as ever, for any joint
  if (joint->DOF() == 0) return;  // a fixed joint has neither position nor damping
  response.damping.push_back(joint->GetDamping(0));
  response.position.push_back(joint->Position(0));
  response.rate.push_back(joint->GetVelocity(0));
}

void JointServices::setProperties(const gazebo_msgs::SetJointProperties::Request& request) {
  const auto& config = request.ode_joint_config;
  // Names of the message's fields and of Gazebo's joint parameters.
  const std::vector<std::pair<const char*, const std::vector<double>*>> parameters = {
      {"hi_stop", &config.hiStop},
      {"lo_stop", &config.loStop},
      {"erp", &config.erp},
      {"cfm", &config.cfm},
      {"stop_erp", &config.stop_erp},
      {"stop_cfm", &config.stop_cfm},
      {"fudge_factor", &config.fudge_factor},
      {"fmax", &config.fmax},
      {"vel", &config.vel}};

  StepGate::Exclusive no_step(context_.gate);
  const auto joint = findJoint(context_.world, request.joint_name);
  const auto check = [&](const std::string& field, const std::vector<double>& values) {
    if (values.size() > joint->DOF())
      throw RequestError(field + " has " + std::to_string(values.size()) + " values, joint '" +
                         request.joint_name + "' has " + std::to_string(joint->DOF()) + " axes");
    for (const double value : values) finite(value, field);
  };
  check("damping", config.damping);
  for (const auto& parameter : parameters) check(parameter.first, *parameter.second);

  for (size_t axis = 0; axis < config.damping.size(); ++axis)
    joint->SetDamping(axis, config.damping[axis]);
  for (const auto& parameter : parameters)
    for (size_t axis = 0; axis < parameter.second->size(); ++axis)
      if (!joint->SetParam(parameter.first, axis, (*parameter.second)[axis]))
        throw RequestError("the physics engine refuses " + std::string(parameter.first) +
                           " of joint '" + request.joint_name + "'");
}

}  // namespace gazebo_ros
