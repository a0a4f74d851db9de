// Construction, the real-time update, and the double-buffered list of controllers.

#include <controller_manager/controller_manager.h>

#include <chrono>
#include <thread>
#include <utility>

#include <ros/console.h>
#include <ros/init.h>

#include <controller_manager/controller_loader.h>

namespace controller_manager {

constexpr bool ControllerManager::WAIT_FOR_ALL_RESOURCES;
constexpr double ControllerManager::INFINITE_TIMEOUT;

ControllerManager::ControllerManager(hardware_interface::RobotHW* robot_hw,
                                     const ros::NodeHandle& nh)
    : robot_hw_(robot_hw), root_nh_(nh), cm_nh_(nh, "controller_manager") {
  loaders_.push_back(std::make_shared<ControllerLoader<controller_interface::ControllerBase>>(
      "controller_interface", "controller_interface::ControllerBase"));
  advertiseServices();
}

ControllerManager::~ControllerManager() {
  closing_ = true;    // ends the calls that wait for update()
  services_.clear();  // waits for the services in progress
  const std::lock_guard<std::mutex> other_calls(services_mutex_);
}

namespace {

/// Marks a list as in use for one cycle, also if a controller throws.
class UseForOneCycle {
 public:
  /// Takes the list that is current at one moment after it is marked: whoever replaces the current
  /// list either sees the mark, or replaced it before this looked again.
  UseForOneCycle(std::atomic<int>& in_use, const std::atomic<int>& current) : in_use_(in_use) {
    do {
      index_ = current;
      in_use_ = index_;
    } while (index_ != current);
  }
  ~UseForOneCycle() { in_use_ = -1; }
  UseForOneCycle(const UseForOneCycle&) = delete;
  UseForOneCycle& operator=(const UseForOneCycle&) = delete;

  int index() const { return index_; }

 private:
  std::atomic<int>& in_use_;
  int index_;
};

}  // namespace

void ControllerManager::update(const ros::Time& time, const ros::Duration& period,
                               bool reset_controllers) {
  cycles_.fetch_add(1, std::memory_order_relaxed);
  update_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  const UseForOneCycle list(in_use_, current_);
  const Controllers& controllers = controllers_[list.index()];

  if (reset_controllers) {
    for (const ControllerSpec& controller : controllers) {
      if (controller.c->isRunning()) {
        controller.c->stopRequest(time);
        controller.c->startRequest(time);
      }
    }
  }
  for (const ControllerSpec& controller : controllers) {
    controller.c->updateRequest(time, period);
  }
  manageSwitch(time);
}

controller_interface::ControllerBase* ControllerManager::getControllerByName(
    const std::string& name) {
  const std::lock_guard<std::mutex> lock(list_mutex_);
  const ControllerSpec* controller = findController(name);
  return controller ? controller->c.get() : nullptr;
}

void ControllerManager::registerControllerLoader(
    ControllerLoaderInterfaceSharedPtr controller_loader) {
  const std::lock_guard<std::mutex> lock(services_mutex_);
  loaders_.push_back(std::move(controller_loader));
}

const ControllerSpec* ControllerManager::findController(const std::string& name) const {
  for (const ControllerSpec& controller : currentControllers()) {
    if (controller.info.name == name) {
      return &controller;
    }
  }
  return nullptr;
}

std::vector<std::string> ControllerManager::getControllerNames() const {
  std::vector<std::string> names;
  for (const ControllerSpec& controller : currentControllers()) {
    names.push_back(controller.info.name);
  }
  return names;
}

ControllerManager::Controllers& ControllerManager::spareControllers() {
  return controllers_[1 - current_];
}

void ControllerManager::publishSpareControllers() {
  const int old = current_;
  {
    const std::lock_guard<std::mutex> lock(list_mutex_);
    current_ = 1 - old;
  }
  // At most one cycle lasts on the old list: this does not wait for an update() that does not come.
  while (in_use_ == old) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  controllers_[old].clear();
}

}  // namespace controller_manager
