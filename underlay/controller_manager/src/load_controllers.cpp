// Loading and unloading controllers, and reloading their libraries.

#include <controller_manager/controller_manager.h>

#include <algorithm>
#include <exception>
#include <iterator>

#include <ros/console.h>

#include "diagnosis.h"

namespace controller_manager {

bool ControllerManager::load(const std::string& name) {
  const std::string failed = "Could not load controller '" + name + "': ";
  if (name.empty()) {
    ROS_ERROR_STREAM(failed << "it needs a name.");
    return false;
  }
  if (findController(name)) {
    ROS_ERROR_STREAM(failed << "a controller of this name is loaded already. Unload it first.");
    return false;
  }

  try {
    ros::NodeHandle controller_nh(root_nh_, name);
    ControllerSpec controller;
    controller.info.name = name;
    if (!controller_nh.getParam("type", controller.info.type)) {
      ROS_ERROR_STREAM(failed << explainMissingType(root_nh_, name));
      return false;
    }
    controller.c = createController(name, controller.info.type);
    if (!controller.c) {
      return false;  // createController() said why
    }
    if (!controller.c->initRequest(robot_hw_, root_nh_, controller_nh,
                                   controller.info.claimed_resources)) {
      ROS_ERROR_STREAM(
          failed << "its initialization failed; the lines before this one say why. Type '"
                 << controller.info.type << "', parameters in '" << controller_nh.getNamespace()
                 << "'.");
      return false;
    }
    Controllers& changed = spareControllers();
    changed = currentControllers();
    changed.push_back(controller);
  } catch (const std::exception& e) {
    ROS_ERROR_STREAM(failed << "exception: " << e.what());
    return false;
  } catch (...) {
    ROS_ERROR_STREAM(failed << "exception of unknown type.");
    return false;
  }
  publishSpareControllers();
  ROS_DEBUG_STREAM("Loaded controller '" << name << "'.");
  return true;
}

controller_interface::ControllerBaseSharedPtr ControllerManager::createController(
    const std::string& name, const std::string& type) {
  std::vector<std::string> known_types;
  for (const ControllerLoaderInterfaceSharedPtr& loader : loaders_) {
    const std::vector<std::string> types = loader->getDeclaredClasses();
    known_types.insert(known_types.end(), types.begin(), types.end());
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      continue;
    }
    controller_interface::ControllerBaseSharedPtr controller = loader->createInstance(type);
    if (!controller) {
      ROS_ERROR_STREAM("Could not load controller '" << name << "': the loader '"
                                                     << loader->getName()
                                                     << "' made no instance of '" << type << "'.");
    }
    return controller;
  }
  ROS_ERROR_STREAM("Could not load controller '"
                   << name << "': " << explainUnknownType(root_nh_, name, type, known_types));
  return nullptr;
}

bool ControllerManager::unload(const std::string& name) {
  const std::string failed = "Could not unload controller '" + name + "': ";
  const ControllerSpec* controller = findController(name);
  if (!controller) {
    ROS_ERROR_STREAM(failed << "it is not loaded. Loaded: " << listOf(getControllerNames()) << ".");
    return false;
  }
  if (!previousSwitchEnded()) {
    ROS_ERROR_STREAM(failed << "the last switch of controllers has not ended.");
    return false;
  }
  if (controller->c->isRunning()) {
    ROS_ERROR_STREAM(failed << "it is running. Stop it first.");
    return false;
  }

  Controllers& changed = spareControllers();
  for (const ControllerSpec& other : currentControllers()) {
    if (other.info.name != name) {
      changed.push_back(other);
    }
  }
  publishSpareControllers();
  ROS_DEBUG_STREAM("Unloaded controller '" << name << "'.");
  return true;
}

bool ControllerManager::reloadLibraries(bool force_kill) {
  const std::vector<std::string> names = getControllerNames();
  if (!names.empty() && !force_kill) {
    ROS_ERROR_STREAM("Could not reload the controller libraries: these controllers are loaded: "
                     << listOf(names) << ". Unload them, or call with force_kill.");
    return false;
  }
  std::vector<std::string> running;
  std::copy_if(names.begin(), names.end(), std::back_inserter(running),
               [this](const std::string& name) { return findController(name)->c->isRunning(); });
  if (!running.empty() &&
      !switchControllers({}, running,
                         controller_manager_msgs::SwitchController::Request::BEST_EFFORT,
                         WAIT_FOR_ALL_RESOURCES, INFINITE_TIMEOUT)) {
    ROS_ERROR("Could not reload the controller libraries: stopping the controllers failed.");
    return false;
  }
  for (const std::string& name : names) {
    if (!unload(name)) {
      ROS_ERROR("Could not reload the controller libraries: unloading the controllers failed.");
      return false;
    }
  }
  for (const ControllerLoaderInterfaceSharedPtr& loader : loaders_) {
    loader->reload();
    ROS_INFO_STREAM("Reloaded the controllers of '" << loader->getName() << "'.");
  }
  return true;
}

}  // namespace controller_manager
