#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <ros/duration.h>
#include <ros/node_handle.h>
#include <ros/service_server.h>
#include <ros/time.h>

#include <controller_interface/controller_base.h>
#include <controller_manager/controller_loader_interface.h>
#include <controller_manager/controller_spec.h>
#include <controller_manager_msgs/ListControllerTypes.h>
#include <controller_manager_msgs/ListControllers.h>
#include <controller_manager_msgs/LoadController.h>
#include <controller_manager_msgs/ReloadControllerLibraries.h>
#include <controller_manager_msgs/SwitchController.h>
#include <controller_manager_msgs/UnloadController.h>
#include <hardware_interface/controller_info.h>
#include <hardware_interface/robot_hw.h>

namespace controller_manager {

/// Loads controllers, switches between them, and runs them from the robot's control loop.
///
/// One thread, the real-time thread, calls update(). All other members may be called from any other
/// thread; those that change something wait for each other. update() never waits for them and
/// allocates nothing.
///
/// Services in `<nh>/controller_manager/`: list_controllers, list_controller_types,
/// load_controller, unload_controller, switch_controller, reload_controller_libraries. A call that
/// fails answers `ok: false` and logs an error that says why and names the controller.
///
/// Where this differs on purpose from the original (README.md says why):
/// - loading and unloading do not hang while update() is not being called;
/// - starting a controller that runs already (BEST_EFFORT) leaves it alone;
/// - a switch that was answered with `ok: false` never starts anything later;
/// - a switch that is requested in the thread that calls update() fails instead of hanging.
class ControllerManager {
 public:
  static constexpr bool WAIT_FOR_ALL_RESOURCES = false;
  static constexpr double INFINITE_TIMEOUT = 0.0;

  /// \param robot_hw the robot; must outlive the manager
  /// \param nh namespace of the services and of the controllers' parameters
  explicit ControllerManager(hardware_interface::RobotHW* robot_hw,
                             const ros::NodeHandle& nh = ros::NodeHandle());
  virtual ~ControllerManager();

  ControllerManager(const ControllerManager&) = delete;
  ControllerManager& operator=(const ControllerManager&) = delete;

  /// Run one cycle, in the real-time thread: update all running controllers in the order in which
  /// they were loaded, then stop and start controllers if a switch is pending. So a controller that
  /// is started now is updated from the next cycle on; one that is stopped now was updated before.
  /// \param period time since the last cycle
  /// \param reset_controllers stop and start all running controllers first
  void update(const ros::Time& time, const ros::Duration& period, bool reset_controllers = false);

  /// Load and initialize a controller; its type is the parameter `<nh>/<name>/type`.
  bool loadController(const std::string& name);

  /// Unload a controller, which must not be running.
  bool unloadController(const std::string& name);

  /// Stop and start controllers in one cycle; waits until update() has done it.
  /// \param strictness SwitchController::Request::STRICT or BEST_EFFORT
  /// \param start_asap start each controller when its own resources are ready, not all together
  /// \param timeout abort those that could not start within this time (s, by the time that update()
  ///   gets); 0: never. If update() is not called, a timeout > 0 ends the call 1 s of wall time
  ///   later
  /// \return true if the switch was carried out, even if controllers had to be aborted
  bool switchController(const std::vector<std::string>& start_controllers,
                        const std::vector<std::string>& stop_controllers, const int strictness,
                        bool start_asap = WAIT_FOR_ALL_RESOURCES,
                        double timeout = INFINITE_TIMEOUT);

  /// The controller, valid until it is unloaded; null if it is not loaded.
  virtual controller_interface::ControllerBase* getControllerByName(const std::string& name);

  /// Let `controller_loader` make controllers too. Loaders are asked in the order of registration,
  /// after the one for plugins of controller_interface.
  void registerControllerLoader(ControllerLoaderInterfaceSharedPtr controller_loader);

 private:
  using Controllers = std::vector<ControllerSpec>;

  // Controllers. The list that is not current is empty, and used by no one, between changes.
  const Controllers& currentControllers() const { return controllers_[current_]; }
  const ControllerSpec* findController(const std::string& name) const;
  std::vector<std::string> getControllerNames() const;
  Controllers& spareControllers();
  void publishSpareControllers();

  // Loading, with services_mutex_ held.
  bool load(const std::string& name);
  controller_interface::ControllerBaseSharedPtr createController(const std::string& name,
                                                                 const std::string& type);
  bool unload(const std::string& name);
  bool reloadLibraries(bool force_kill);

  // Switching, with services_mutex_ held.
  bool switchControllers(const std::vector<std::string>& start,
                         const std::vector<std::string>& stop, int strictness, bool start_asap,
                         double timeout);
  bool selectForSwitch(const std::vector<std::string>& start, const std::vector<std::string>& stop,
                       bool strict);
  bool checkSwitch() const;
  bool awaitSwitch(double timeout);
  bool giveUpSwitch(const char* reason);
  bool previousSwitchEnded();
  void reportAborted() const;

  // Switching, in the real-time thread.
  void manageSwitch(const ros::Time& time);
  bool startTogether(const ros::Time& time, bool expired);
  bool startEach(const ros::Time& time, bool expired);

  void advertiseServices();
  bool listControllersSrv(controller_manager_msgs::ListControllers::Request& req,
                          controller_manager_msgs::ListControllers::Response& resp);
  bool listControllerTypesSrv(controller_manager_msgs::ListControllerTypes::Request& req,
                              controller_manager_msgs::ListControllerTypes::Response& resp);
  bool loadControllerSrv(controller_manager_msgs::LoadController::Request& req,
                         controller_manager_msgs::LoadController::Response& resp);
  bool unloadControllerSrv(controller_manager_msgs::UnloadController::Request& req,
                           controller_manager_msgs::UnloadController::Response& resp);
  bool switchControllerSrv(controller_manager_msgs::SwitchController::Request& req,
                           controller_manager_msgs::SwitchController::Response& resp);
  bool reloadLibrariesSrv(controller_manager_msgs::ReloadControllerLibraries::Request& req,
                          controller_manager_msgs::ReloadControllerLibraries::Response& resp);

  hardware_interface::RobotHW* robot_hw_;
  ros::NodeHandle root_nh_;
  ros::NodeHandle cm_nh_;

  std::vector<ControllerLoaderInterfaceSharedPtr> loaders_;  // outlive the controllers below

  std::mutex services_mutex_;      // held by whoever changes controllers, for the whole change
  mutable std::mutex list_mutex_;  // held for moments: by readers, and when current_ changes
  std::array<Controllers, 2> controllers_;
  std::atomic<int> current_{0};      // index of the list that the next cycle uses
  std::atomic<int> in_use_{-1};      // index of the list that a cycle is using now; -1: none
  std::atomic<uint32_t> cycles_{0};  // counts calls of update(), for diagnosis
  std::atomic<std::thread::id> update_thread_{{}};  // that called update() last, for diagnosis
  std::atomic<bool> closing_{false};

  // A switch is handed over by its phase. IDLE and NEW: belongs to the service thread, which may
  // take back a NEW one. ACTIVE and GIVEN_UP: belongs to the real-time thread, until IDLE again.
  enum class SwitchPhase {
    IDLE,
    NEW,       // not seen by update() yet
    ACTIVE,    // begun by update()
    GIVEN_UP,  // nobody waits any more: update() has to abort what did not start yet
  };
  struct StartRequest {
    controller_interface::ControllerBase* c;
    const hardware_interface::ControllerInfo* info;
    bool pending;
  };
  struct SwitchParams {
    std::vector<controller_interface::ControllerBase*> stop;
    std::vector<StartRequest> start;
    std::list<hardware_interface::ControllerInfo> stop_info;
    std::list<hardware_interface::ControllerInfo> start_info;
    ros::Time init_time;  // of the first cycle of this switch
    bool start_asap = WAIT_FOR_ALL_RESOURCES;
    double timeout = INFINITE_TIMEOUT;  // s
  };
  SwitchParams switch_;
  std::atomic<SwitchPhase> switch_phase_{SwitchPhase::IDLE};

  std::vector<ros::ServiceServer> services_;
};

}  // namespace controller_manager
