// The ROS services, and the public calls behind them.

#include <controller_manager/controller_manager.h>

namespace controller_manager {

namespace {

const char* stateName(const controller_interface::ControllerBase& controller) {
  return controller.isInitialized() ? "initialized"
         : controller.isRunning()   ? "running"
         : controller.isStopped()   ? "stopped"
         : controller.isWaiting()   ? "waiting"
         : controller.isAborted()   ? "aborted"
                                    : "unknown";
}

}  // namespace

void ControllerManager::advertiseServices() {
  using CM = ControllerManager;
  services_ = {
      cm_nh_.advertiseService("list_controllers", &CM::listControllersSrv, this),
      cm_nh_.advertiseService("list_controller_types", &CM::listControllerTypesSrv, this),
      cm_nh_.advertiseService("load_controller", &CM::loadControllerSrv, this),
      cm_nh_.advertiseService("unload_controller", &CM::unloadControllerSrv, this),
      cm_nh_.advertiseService("switch_controller", &CM::switchControllerSrv, this),
      cm_nh_.advertiseService("reload_controller_libraries", &CM::reloadLibrariesSrv, this),
  };
}

bool ControllerManager::loadController(const std::string& name) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  return load(name);
}

bool ControllerManager::unloadController(const std::string& name) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  return unload(name);
}

bool ControllerManager::switchController(const std::vector<std::string>& start_controllers,
                                         const std::vector<std::string>& stop_controllers,
                                         const int strictness, bool start_asap, double timeout) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  return switchControllers(start_controllers, stop_controllers, strictness, start_asap, timeout);
}

bool ControllerManager::listControllersSrv(
    controller_manager_msgs::ListControllers::Request&,
    controller_manager_msgs::ListControllers::Response& resp) {
  // Not the services' mutex: this answers also while another call waits for update().
  const std::lock_guard<std::mutex> lock(list_mutex_);
  for (const ControllerSpec& controller : currentControllers()) {
    controller_manager_msgs::ControllerState state;
    state.name = controller.info.name;
    state.type = controller.info.type;
    state.state = stateName(*controller.c);
    for (const hardware_interface::InterfaceResources& claimed :
         controller.info.claimed_resources) {
      controller_manager_msgs::HardwareInterfaceResources resources;
      resources.hardware_interface = claimed.hardware_interface;
      resources.resources.assign(claimed.resources.begin(), claimed.resources.end());
      state.claimed_resources.push_back(resources);
    }
    resp.controller.push_back(state);
  }
  return true;
}

bool ControllerManager::listControllerTypesSrv(
    controller_manager_msgs::ListControllerTypes::Request&,
    controller_manager_msgs::ListControllerTypes::Response& resp) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  for (const ControllerLoaderInterfaceSharedPtr& loader : loaders_) {
    for (const std::string& type : loader->getDeclaredClasses()) {
      resp.types.push_back(type);
      resp.base_classes.push_back(loader->getName());
    }
  }
  return true;
}

bool ControllerManager::loadControllerSrv(controller_manager_msgs::LoadController::Request& req,
                                          controller_manager_msgs::LoadController::Response& resp) {
  resp.ok = loadController(req.name);
  return true;
}

bool ControllerManager::unloadControllerSrv(
    controller_manager_msgs::UnloadController::Request& req,
    controller_manager_msgs::UnloadController::Response& resp) {
  resp.ok = unloadController(req.name);
  return true;
}

bool ControllerManager::switchControllerSrv(
    controller_manager_msgs::SwitchController::Request& req,
    controller_manager_msgs::SwitchController::Response& resp) {
  resp.ok = switchController(req.start_controllers, req.stop_controllers, req.strictness,
                             req.start_asap, req.timeout);
  return true;
}

bool ControllerManager::reloadLibrariesSrv(
    controller_manager_msgs::ReloadControllerLibraries::Request& req,
    controller_manager_msgs::ReloadControllerLibraries::Response& resp) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  resp.ok = reloadLibraries(req.force_kill);
  return true;
}

}  // namespace controller_manager
