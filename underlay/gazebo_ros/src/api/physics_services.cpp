#include "api/physics_services.h"

#include <gazebo/physics/physics.hh>

#include "api/conversions.h"

namespace gazebo_ros {

namespace physics = gazebo::physics;

namespace {

template <class T>
T get(const physics::PhysicsEngine& engine, const std::string& key) {
  return physics::PhysicsEngine::any_cast<T>(engine.GetParam(key));
}

void set(physics::PhysicsEngine& engine, const std::string& key, const boost::any& value) {
  if (!engine.SetParam(key, value)) throw RequestError("the physics engine refuses " + key);
}

gazebo_msgs::ODEPhysics readOde(physics::PhysicsEngine& engine) {
  gazebo_msgs::ODEPhysics ode;
  ode.auto_disable_bodies = engine.GetAutoDisableFlag();
  ode.sor_pgs_precon_iters = get<int>(engine, "precon_iters");
  ode.sor_pgs_iters = get<int>(engine, "iters");
  ode.sor_pgs_w = get<double>(engine, "sor");
  ode.sor_pgs_rms_error_tol = get<double>(engine, "sor_lcp_tolerance");
  ode.contact_surface_layer = get<double>(engine, "contact_surface_layer");
  ode.contact_max_correcting_vel = get<double>(engine, "contact_max_correcting_vel");
  ode.cfm = get<double>(engine, "cfm");
  ode.erp = get<double>(engine, "erp");
  ode.max_contacts = get<int>(engine, "max_contacts");
  return ode;
}

void writeOde(physics::PhysicsEngine& engine, const gazebo_msgs::ODEPhysics& ode) {
  engine.SetAutoDisableFlag(ode.auto_disable_bodies);
  set(engine, "precon_iters", static_cast<int>(ode.sor_pgs_precon_iters));
  set(engine, "iters", static_cast<int>(ode.sor_pgs_iters));
  set(engine, "sor", ode.sor_pgs_w);
  set(engine, "sor_lcp_tolerance", ode.sor_pgs_rms_error_tol);
  set(engine, "contact_surface_layer", ode.contact_surface_layer);
  set(engine, "contact_max_correcting_vel", ode.contact_max_correcting_vel);
  set(engine, "cfm", ode.cfm);
  set(engine, "erp", ode.erp);
  set(engine, "max_contacts", static_cast<int>(ode.max_contacts));
}

void checkOde(const gazebo_msgs::ODEPhysics& ode) {
  const auto notNegative = [](double value, const std::string& field) {
    if (finite(value, "ode_config." + field) < 0)
      throw RequestError("ode_config." + field + " is negative");
  };
  const auto positive = [](double value, const std::string& field) {
    if (finite(value, "ode_config." + field) <= 0)
      throw RequestError(
          "ode_config." + field +
          " must be positive, or no contact and no joint holds; fill in the values "
          "of get_physics_properties, or leave the whole ode_config zero to keep it");
  };
  positive(ode.sor_pgs_iters, "sor_pgs_iters");
  positive(ode.sor_pgs_w, "sor_pgs_w");
  positive(ode.max_contacts, "max_contacts");
  finite(ode.sor_pgs_rms_error_tol, "ode_config.sor_pgs_rms_error_tol");  // ODE's default is -1
  notNegative(ode.contact_surface_layer, "contact_surface_layer");
  notNegative(ode.contact_max_correcting_vel, "contact_max_correcting_vel");
  notNegative(ode.cfm, "cfm");
  notNegative(ode.erp, "erp");
}

bool isAllZero(const gazebo_msgs::ODEPhysics& ode) {
  return !ode.auto_disable_bodies && ode.sor_pgs_precon_iters == 0 && ode.sor_pgs_iters == 0 &&
         ode.sor_pgs_w == 0 && ode.sor_pgs_rms_error_tol == 0 && ode.contact_surface_layer == 0 &&
         ode.contact_max_correcting_vel == 0 && ode.cfm == 0 && ode.erp == 0 &&
         ode.max_contacts == 0;
}

/// Names of config and message agree, so both directions are one list.
template <class Config, class Properties, class Copy>
void forEachField(Config& config, Properties& p, Copy copy) {
  copy(config.time_step, p.time_step);
  copy(config.max_update_rate, p.max_update_rate);
  copy(config.gravity_x, p.gravity.x);
  copy(config.gravity_y, p.gravity.y);
  copy(config.gravity_z, p.gravity.z);
  copy(config.auto_disable_bodies, p.ode_config.auto_disable_bodies);
  copy(config.sor_pgs_precon_iters, p.ode_config.sor_pgs_precon_iters);
  copy(config.sor_pgs_iters, p.ode_config.sor_pgs_iters);
  copy(config.sor_pgs_w, p.ode_config.sor_pgs_w);
  copy(config.sor_pgs_rms_error_tol, p.ode_config.sor_pgs_rms_error_tol);
  copy(config.cfm, p.ode_config.cfm);
  copy(config.erp, p.ode_config.erp);
  copy(config.contact_surface_layer, p.ode_config.contact_surface_layer);
  copy(config.contact_max_correcting_vel, p.ode_config.contact_max_correcting_vel);
  copy(config.max_contacts, p.ode_config.max_contacts);
}

}  // namespace

PhysicsServices::PhysicsServices(ApiContext& context) : ServiceGroup(context) {
  serve<gazebo_msgs::GetPhysicsProperties>(
      "get_physics_properties", "GetPhysicsProperties", [this](const auto&, auto& response) {
        bool is_ode = false;
        const Properties now = read(is_ode);
        response.time_step = now.time_step;
        response.pause = context_.world->IsPaused();
        response.max_update_rate = now.max_update_rate;
        response.gravity = now.gravity;
        response.ode_config = now.ode_config;
        if (!is_ode)
          response.status_message = "GetPhysicsProperties: ode_config is empty, the engine is " +
                                    context_.world->Physics()->GetType();
      });
  serve<gazebo_msgs::SetPhysicsProperties>(
      "set_physics_properties", "SetPhysicsProperties", [this](const auto& q, auto& response) {
        const std::string left_out = write(q);
        if (!left_out.empty()) response.status_message = "SetPhysicsProperties: " + left_out;
        if (reconfigure_) reconfigure_->updateConfig(presentConfig());
      });
}

PhysicsServices::Properties PhysicsServices::read(bool& is_ode) const {
  StepGate::Exclusive no_step(context_.gate);
  const auto engine = context_.world->Physics();
  Properties p;
  p.time_step = engine->GetMaxStepSize();
  p.max_update_rate = engine->GetRealTimeUpdateRate();
  fill(p.gravity, context_.world->Gravity());
  is_ode = engine->GetType() == "ode";
  if (is_ode) p.ode_config = readOde(*engine);
  return p;
}

std::string PhysicsServices::write(const Properties& wanted) {
  if (finite(wanted.time_step, "time_step") <= 0)
    throw RequestError("time_step is " + std::to_string(wanted.time_step) + " s, not positive");
  if (finite(wanted.max_update_rate, "max_update_rate") < 0)
    throw RequestError("max_update_rate is negative (0 means as fast as possible)");
  const auto gravity = toVector(wanted.gravity, "gravity");
  const auto engine = context_.world->Physics();
  const bool is_ode = engine->GetType() == "ode";
  const bool keep_ode = isAllZero(wanted.ode_config);
  if (is_ode && !keep_ode) checkOde(wanted.ode_config);

  StepGate::Exclusive no_step(context_.gate);
  engine->SetMaxStepSize(wanted.time_step);
  engine->SetRealTimeUpdateRate(wanted.max_update_rate);
  context_.world->SetGravity(gravity);
  engine->SetGravity(gravity);
  if (is_ode && !keep_ode) writeOde(*engine, wanted.ode_config);
  if (keep_ode) return is_ode ? "ode_config is all zero and was left as it is" : "";
  return is_ode ? "" : "ode_config was ignored, the engine is " + engine->GetType();
}

void PhysicsServices::startReconfigure() {
  reconfigure_ = std::make_unique<dynamic_reconfigure::Server<PhysicsConfig>>(context_.node);
  bool first = true;
  reconfigure_->setCallback([this, first](PhysicsConfig& config, uint32_t) mutable {
    // The server starts with what the parameter server has, which may be another run's values.
    if (!first) reconfigure(config);
    first = false;
    config = presentConfig();
  });
}

PhysicsConfig PhysicsServices::presentConfig() const {
  bool is_ode = false;
  const Properties now = read(is_ode);
  PhysicsConfig config;
  forEachField(config, now, [](auto& to, const auto& from) { to = from; });
  return config;
}

void PhysicsServices::reconfigure(const PhysicsConfig& config) {
  bool is_ode = false;
  Properties wanted = read(is_ode);
  forEachField(config, wanted, [](const auto& from, auto& to) { to = from; });
  try {
    write(wanted);
  } catch (const RequestError& error) {
    ROS_ERROR_STREAM_NAMED("api_plugin", "set_parameters: " << error.what() << "; nothing changed");
  }
}

}  // namespace gazebo_ros
