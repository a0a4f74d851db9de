#include "api/spawn_services.h"

#include <chrono>
#include <cstdio>
#include <gazebo/physics/physics.hh>
#include <gazebo/transport/transport.hh>
#include <thread>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTimeout = 60.0;       // s of wall time, for spawn_timeout and delete_model
constexpr double kLightTimeout = 10.0;  // s of wall time

/// Lets sdformat read the description as Gazebo will. True if it describes a model, false if it
/// describes a light. Throws RequestError if Gazebo could not read it, which it would only log.
bool readsAsModel(const std::string& xml) {
  sdf::SDFPtr parsed(new sdf::SDF());
  sdf::init(parsed);
  sdf::Errors errors;
  const bool readable = sdf::readString(xml, parsed, errors);
  if (readable) {
    auto root = parsed->Root();
    if (root->HasElement("world")) root = root->GetElement("world");
    if (root->HasElement("model")) return true;
    if (root->HasElement("light")) return false;
  }
  std::string text;
  for (const auto& error : errors) text += (text.empty() ? "" : "; ") + error.Message();
  throw RequestError("Gazebo cannot read the description: " +
                     (text.empty() ? std::string("see the server's log") : text));
}

}  // namespace

SpawnServices::SpawnServices(ApiContext& context)
    : ServiceGroup(context), transport_(new gazebo::transport::Node()) {
  transport_->Init(context.world->Name());
  requests_ = transport_->Advertise<gazebo::msgs::Request>("~/request");

  serve<gazebo_msgs::SpawnModel>("spawn_urdf_model", "SpawnModel", [this](const auto& q, auto& r) {
    spawn(ModelFormat::URDF, q, r);
  });
  serve<gazebo_msgs::SpawnModel>("spawn_sdf_model", "SpawnModel",
                                 [this](const auto& q, auto& r) { spawn(ModelFormat::SDF, q, r); });
  serve<gazebo_msgs::DeleteModel>("delete_model", "DeleteModel", [this](const auto& q, auto&) {
    findModel(context_.world, q.model_name);
    remove(q.model_name);
    waitFor([this, q] { return !context_.world->ModelByName(q.model_name); }, kTimeout,
            "model '" + q.model_name + "' to leave the world");
  });
  serve<gazebo_msgs::DeleteLight>("delete_light", "DeleteLight", [this](const auto& q, auto&) {
    findLight(context_.world, q.light_name);
    remove(q.light_name);
    waitFor([this, q] { return !context_.world->LightByName(q.light_name); }, kLightTimeout,
            "light '" + q.light_name + "' to leave the world");
  });
}

void SpawnServices::spawn(ModelFormat format, const gazebo_msgs::SpawnModel::Request& request,
                          gazebo_msgs::SpawnModel::Response& response) {
  const std::string& name = request.model_name;
  if (name.empty()) throw RequestError("model_name is empty");
  const auto initial_pose = toPose(request.initial_pose, "initial_pose");
  const auto frame = findFrame(context_.world, request.reference_frame);
  const std::string xml = prepareModel(request.model_xml, format, name, initial_pose + frame.pose,
                                       request.robot_namespace);
  const bool is_model = readsAsModel(xml);
  const auto exists = [this, name, is_model] {
    return is_model ? bool(context_.world->ModelByName(name))
                    : bool(context_.world->LightByName(name));
  };
  const std::string entity = (is_model ? "model '" : "light '") + name + "'";
  if (exists()) throw RequestError(entity + " already exists; delete it or choose another name");

  double timeout_s = kTimeout;
  context_.node.param("spawn_timeout", timeout_s, kTimeout);
  context_.world->InsertModelString(xml);
  waitFor(exists, timeout_s, entity + " to appear in the world");
  waitForNextTurnOfTheWorld(timeout_s, "the plugins of " + entity + " to be loaded");
  response.status_message = "SpawnModel: spawned " + entity;
}

void SpawnServices::remove(const std::string& name) {
  gazebo::msgs::Request* request = gazebo::msgs::CreateRequest("entity_delete", name);
  requests_->Publish(*request, true);
  delete request;
}

void SpawnServices::waitFor(const std::function<bool()>& condition, double timeout_s,
                            const std::string& what) {
  const auto begin = Clock::now();
  while (!condition()) {
    if (context_.stopping) throw RequestError("the simulator shuts down; waited for " + what);
    const std::chrono::duration<double> waited = Clock::now() - begin;
    if (waited.count() > timeout_s) {
      char seconds[32];
      std::snprintf(seconds, sizeof(seconds), "%g", timeout_s);
      throw RequestError("waited " + std::string(seconds) + " s of wall time for " + what +
                         " (world " + (context_.world->IsPaused() ? "paused" : "running") +
                         " at simulation time " +
                         std::to_string(context_.world->SimTime().Double()) +
                         " s; the server's log may tell why)");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void SpawnServices::waitForNextTurnOfTheWorld(double timeout_s, const std::string& what) {
  // The world's loop loads a model with its plugins between two turns. A turn either makes a step
  // or, in a world that stands still, counts up the pause time.
  const auto steps = context_.world->Iterations();
  const auto pause_time = context_.world->PauseTime();
  waitFor(
      [&] {
        return context_.world->Iterations() != steps || context_.world->PauseTime() != pause_time;
      },
      timeout_s, what);
}

}  // namespace gazebo_ros
