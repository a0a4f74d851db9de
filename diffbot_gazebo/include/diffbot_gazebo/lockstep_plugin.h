#ifndef DIFFBOT_GAZEBO_LOCKSTEP_PLUGIN_H
#define DIFFBOT_GAZEBO_LOCKSTEP_PLUGIN_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <ros/callback_queue.h>
#include <ros/ros.h>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>

#include <diffbot_gazebo/LockstepClose.h>
#include <diffbot_gazebo/LockstepOpen.h>
#include <diffbot_gazebo/LockstepStep.h>
#include <diffbot_gazebo/command_publisher.h>

namespace diffbot_gazebo {
/**
 * World plugin that lets a test advance the world by exact numbers of physics steps, so that the
 * same commands give the same motion, bit for bit, however fast the machine is.
 *
 * Services: /gazebo/lockstep/open, step and close (see srv/). A session pauses the world; each step
 * call lets it run for exactly `steps` steps. Before the first of them, and then every
 * `command_every` steps, the world stands while a command is published and until the callbacks of
 * its subscribers in this process (the controllers' among them) have returned. A client that goes
 * silent for longer than its lease loses the session and the world runs on. Needs no more than
 * Gazebo and a ROS node in this process, so any gazebo_ros will do.
 *
 * The world is not stepped with World::Step(), which looks only once per millisecond whether it is
 * done: it runs freely, and its own thread samples and pauses it at the end of the last step.
 */
class LockstepPlugin : public gazebo::WorldPlugin {
 public:
  ~LockstepPlugin() override;
  void Load(gazebo::physics::WorldPtr world, sdf::ElementPtr sdf) override;

 private:
  using Clock = std::chrono::steady_clock;

  bool open(LockstepOpen::Request& request, LockstepOpen::Response& response);
  bool step(LockstepStep::Request& request, LockstepStep::Response& response);
  bool close(LockstepClose::Request& request, LockstepClose::Response& response);

  void serve();
  void expireLease();
  void endSession(bool paused);
  std::string checkSession(std::uint64_t session) const;
  std::string findSampled(const LockstepStep::Request& request);
  std::string checkCommands(const LockstepStep::Request& request) const;
  std::string preparePublisher(const LockstepStep::Request& request);
  std::string giveNextCommand();
  std::string run(const LockstepStep::Request& request, LockstepStep::Response& response);
  void onUpdateEnd();
  void sample();

  gazebo::physics::WorldPtr world_;
  gazebo::event::ConnectionPtr update_end_;
  std::unique_ptr<ros::NodeHandle> nh_;
  ros::CallbackQueue service_queue_;
  std::vector<ros::ServiceServer> services_;
  std::unique_ptr<CommandPublisher> command_publisher_;
  std::thread thread_;
  std::atomic<bool> stop_{false};

  // The session; touched by the service thread alone.
  bool is_open_ = false;
  std::uint64_t session_ = 0;  // number of the one that is open, or of the last one
  std::string ending_;         // how the last one ended
  bool was_paused_ = false;
  double update_rate_before_ = 0.0;  // Hz of wall time
  double stepping_rate_ = 0.0;       // Hz of wall time; 0: unthrottled
  std::chrono::duration<double> lease_{0.0};
  Clock::time_point lease_end_;

  // One run of steps: written by the service thread while the world stands, then by the world's
  // thread.
  std::mutex run_mutex_;
  std::condition_variable run_done_;
  std::uint64_t steps_left_ = 0;
  std::uint64_t steps_done_ = 0;
  LockstepStep::Response* samples_ = nullptr;
  const LockstepStep::Request* request_ = nullptr;
  std::size_t next_command_ = 0;
  std::string run_error_;
  gazebo::physics::ModelPtr model_;
  std::vector<gazebo::physics::JointPtr> joints_;
};

}  // namespace diffbot_gazebo

#endif  // DIFFBOT_GAZEBO_LOCKSTEP_PLUGIN_H
