#include "api/light_services.h"

#include <gazebo/physics/physics.hh>
#include <gazebo/transport/transport.hh>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

namespace {

ignition::math::Color toColor(const std_msgs::ColorRGBA& m, const std::string& field) {
  return {
      static_cast<float>(finite(m.r, field + ".r")), static_cast<float>(finite(m.g, field + ".g")),
      static_cast<float>(finite(m.b, field + ".b")), static_cast<float>(finite(m.a, field + ".a"))};
}

}  // namespace

LightServices::LightServices(ApiContext& context)
    : ServiceGroup(context), transport_(new gazebo::transport::Node()) {
  transport_->Init(context.world->Name());
  modify_ = transport_->Advertise<gazebo::msgs::Light>("~/light/modify");
  serve<gazebo_msgs::GetLightProperties>("get_light_properties", "GetLightProperties",
                                         [this](const auto& q, auto& r) { getProperties(q, r); });
  serve<gazebo_msgs::SetLightProperties>("set_light_properties", "SetLightProperties",
                                         [this](const auto& q, auto&) { setProperties(q); });
}

void LightServices::getProperties(const gazebo_msgs::GetLightProperties::Request& request,
                                  gazebo_msgs::GetLightProperties::Response& response) {
  StepGate::Exclusive no_step(context_.gate);
  gazebo::msgs::Light light;
  findLight(context_.world, request.light_name)->FillMsg(light);
  response.diffuse.r = light.diffuse().r();
  response.diffuse.g = light.diffuse().g();
  response.diffuse.b = light.diffuse().b();
  response.diffuse.a = light.diffuse().a();
  response.attenuation_constant = light.attenuation_constant();
  response.attenuation_linear = light.attenuation_linear();
  response.attenuation_quadratic = light.attenuation_quadratic();
}

void LightServices::setProperties(const gazebo_msgs::SetLightProperties::Request& request) {
  gazebo::msgs::Light change;
  change.set_name(request.light_name);
  change.set_cast_shadows(request.cast_shadows);
  gazebo::msgs::Set(change.mutable_diffuse(), toColor(request.diffuse, "diffuse"));
  gazebo::msgs::Set(change.mutable_specular(), toColor(request.specular, "specular"));
  change.set_attenuation_constant(finite(request.attenuation_constant, "attenuation_constant"));
  change.set_attenuation_linear(finite(request.attenuation_linear, "attenuation_linear"));
  change.set_attenuation_quadratic(finite(request.attenuation_quadratic, "attenuation_quadratic"));
  gazebo::msgs::Set(change.mutable_direction(), toVector(request.direction, "direction"));
  const auto pose = toPose(request.pose, "pose");
  gazebo::msgs::Set(change.mutable_pose(), pose);
  {
    StepGate::Exclusive no_step(context_.gate);
    const auto light = findLight(context_.world, request.light_name);
    light->ProcessMsg(change);
    light->SetWorldPose(pose);
  }
  modify_->Publish(change);  // tells the window
}

}  // namespace gazebo_ros
