#include <ros/callback_queue.h>
#include <ros/ros.h>

#include <csignal>
#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "api/api_context.h"
#include "api/clock_publisher.h"
#include "api/force_services.h"
#include "api/joint_services.h"
#include "api/light_services.h"
#include "api/link_services.h"
#include "api/model_services.h"
#include "api/physics_services.h"
#include "api/spawn_services.h"
#include "api/state_publisher.h"
#include "api/world_services.h"

namespace gazebo {

/// System plugin that makes the Gazebo server the ROS node `gazebo`.
///
/// Threads: the world's (clock, states and forces, in every step), one that serves the services and
/// topics below /gazebo one after the other, and ROS's own spinner threads (one per CPU core) for
/// the callbacks of all other plugins.
class GazeboRosApiPlugin : public SystemPlugin {
 public:
  ~GazeboRosApiPlugin() override { stop(); }

  void Load(int argc, char** argv) override {
    if (ros::isInitialized()) {
      ROS_FATAL_NAMED("api_plugin",
                      "ROS runs already in this process: is the plugin loaded twice?");
      return;
    }
    initRos(argc, argv);
    waitForMaster();
    node_ = std::make_unique<ros::NodeHandle>("~");
    context_ = std::make_unique<gazebo_ros::ApiContext>();
    spinner_ = std::make_unique<ros::AsyncSpinner>(0);
    spinner_->start();
    sigint_ = event::Events::ConnectSigInt([this] { context_->stopping = true; });
    world_created_ =
        event::Events::ConnectWorldCreated([this](const std::string& name) { start(name); });
  }

 private:
  /// roscpp would set this process's time from /clock: late, and in jumps if the clock is thinned
  /// out. The clock publisher sets it in every step instead, so that the controllers in here know
  /// the exact time, and nothing is published that nobody outside asks for. One remapping turns
  /// roscpp's subscription away, another one leads the publisher back.
  static void initRos(int argc, char** argv) {
    std::vector<std::string> words(argv, argv + argc);
    words.push_back("/clock:=/gazebo/no_clock");
    words.push_back(gazebo_ros::ClockPublisher::kTopic + std::string(":=/clock"));
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(&word[0]);
    argc = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    ros::init(argc, arguments.data(), "gazebo", ros::init_options::NoSigintHandler);
  }

  static void waitForMaster() {
    for (int polls = 0; !ros::master::check(); ++polls) {
      if (polls % 20 == 0)
        ROS_WARN_STREAM_NAMED("api_plugin",
                              "waiting for the ROS master at " << ros::master::getURI());
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
  }

  void start(const std::string& world_name) {
    if (context_->world) {
      ROS_ERROR_STREAM_NAMED("api_plugin", "only the first world has a ROS interface, world "
                                               << world_name << " has none");
      return;
    }
    context_->world = physics::get_world(world_name);
    context_->node = *node_;
    context_->node.setCallbackQueue(&queue_);
    if (!node_->hasParam("/use_sim_time")) {
      node_->setParam("/use_sim_time", true);
      ros::Time::setNow(ros::Time());  // for this node too, which has started without
    }

    clock_ = std::make_unique<gazebo_ros::ClockPublisher>(context_->world,
                                                          node_->param("pub_clock_frequency", 0.0));
    if (node_->param("enable_ros_network", true)) {
      states_ = std::make_unique<gazebo_ros::StatePublisher>(*context_);
      forces_ = std::make_unique<gazebo_ros::ForceServices>(*context_);
      physics_ = std::make_unique<gazebo_ros::PhysicsServices>(*context_);
      groups_.push_back(std::make_unique<gazebo_ros::SpawnServices>(*context_));
      groups_.push_back(std::make_unique<gazebo_ros::ModelServices>(*context_));
      groups_.push_back(std::make_unique<gazebo_ros::WorldServices>(*context_));
      groups_.push_back(std::make_unique<gazebo_ros::LinkServices>(*context_));
      groups_.push_back(std::make_unique<gazebo_ros::JointServices>(*context_));
      groups_.push_back(std::make_unique<gazebo_ros::LightServices>(*context_));
    }
    step_begin_ = event::Events::ConnectWorldUpdateBegin(
        [this](const common::UpdateInfo& info) { onStepBegin(info); });
    step_end_ = event::Events::ConnectWorldUpdateEnd([this] { onStepEnd(); });
    service_thread_ = std::thread([this] { serve(); });
  }

  void onStepBegin(const common::UpdateInfo& info) {
    context_->gate.beginStep();
    clock_->onStepBegin(info.simTime);
    if (!states_) return;
    states_->onStepBegin();
    forces_->onStepBegin(info.simTime);
  }

  void onStepEnd() {
    clock_->onStepEnd();
    context_->gate.endStep();
  }

  /// Service thread. Requests wait until the world has been loaded and runs (or is paused).
  void serve() {
    while (!context_->stopping && !context_->world->Running())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    guarded([this] {
      if (physics_ && !context_->stopping) physics_->startReconfigure();
    });
    while (!context_->stopping && ros::ok()) {
      queue_.callAvailable(ros::WallDuration(0.02));
      guarded([this] {
        if (states_) states_->publishWhilePaused();
      });
    }
    if (context_->stopping) return;
    ROS_WARN_NAMED("api_plugin", "the ROS node was shut down, so the simulator ends too");
    std::raise(SIGINT);
  }

  /// An exception must not end the thread, and with it the server.
  template <class Work>
  static void guarded(Work work) {
    try {
      work();
    } catch (const std::exception& error) {
      ROS_ERROR_STREAM_NAMED("api_plugin", error.what());
    }
  }

  void stop() {
    if (!context_) return;
    context_->stopping = true;
    if (service_thread_.joinable()) service_thread_.join();
    step_begin_.reset();
    step_end_.reset();
    spinner_->stop();
    groups_.clear();
    physics_.reset();
    forces_.reset();
    states_.reset();
    clock_.reset();
    context_->world.reset();
    ros::shutdown();
  }

  std::unique_ptr<ros::NodeHandle> node_;
  std::unique_ptr<ros::AsyncSpinner> spinner_;
  ros::CallbackQueue queue_;
  std::thread service_thread_;
  std::unique_ptr<gazebo_ros::ApiContext> context_;  // has a node handle: needs ros::init
  std::unique_ptr<gazebo_ros::ClockPublisher> clock_;
  std::unique_ptr<gazebo_ros::StatePublisher> states_;
  std::unique_ptr<gazebo_ros::ForceServices> forces_;
  std::unique_ptr<gazebo_ros::PhysicsServices> physics_;
  std::vector<std::unique_ptr<gazebo_ros::ServiceGroup>> groups_;
  event::ConnectionPtr sigint_, world_created_, step_begin_, step_end_;
};

GZ_REGISTER_SYSTEM_PLUGIN(GazeboRosApiPlugin)

}  // namespace gazebo
