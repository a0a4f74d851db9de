#include <diffbot_gazebo/lockstep_plugin.h>

#include <cmath>
#include <sstream>

#include <gazebo/common/Events.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

namespace diffbot_gazebo {
namespace {
/// More steps in one call are taken for a mistake (at 1 ms: 1000 s).
constexpr std::int64_t kMostSteps = 1000000;
/// More samples in one call are taken for a mistake.
constexpr std::int64_t kMostSamples = 100000;
/// Rate (Hz of wall time) at which the paused world looks for something to do. Unthrottled it would
/// keep a core busy; at the world's own rate it would start each run up to a millisecond late.
constexpr double kPausedRate = 10000.0;
/// Slowest pace of the steps, in multiples of real time: in between the world's thread sleeps.
constexpr double kSlowest = 0.01;
/// A world that makes no step for so long (s of wall time) is given up.
constexpr std::chrono::seconds kStall{30};
/// Time between two looks at what else may end a run of steps.
constexpr std::chrono::milliseconds kLook{100};
/// A callback that takes longer waits for the world's next step, as a pending controller switch
/// does.
constexpr std::chrono::milliseconds kCommandTimeout{5000};

ros::Time rosTime(const gazebo::common::Time& time) {
  return ros::Time(static_cast<std::uint32_t>(time.sec), static_cast<std::uint32_t>(time.nsec));
}
}  // namespace

LockstepPlugin::~LockstepPlugin() {
  stop_ = true;
  update_end_.reset();
  if (nh_) {
    nh_->shutdown();
  }
  run_done_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void LockstepPlugin::Load(gazebo::physics::WorldPtr world, sdf::ElementPtr) {
  world_ = world;
  if (!ros::isInitialized()) {
    gzerr << "lockstep: there is no ROS node in this gzserver, so the plugin does nothing. Start "
             "Gazebo through "
             "gazebo_ros (its API plugin makes the node).\n";
    return;
  }
  nh_.reset(new ros::NodeHandle("/gazebo/lockstep"));
  nh_->setCallbackQueue(&service_queue_);
  services_.push_back(nh_->advertiseService("open", &LockstepPlugin::open, this));
  services_.push_back(nh_->advertiseService("step", &LockstepPlugin::step, this));
  services_.push_back(nh_->advertiseService("close", &LockstepPlugin::close, this));
  update_end_ = gazebo::event::Events::ConnectWorldUpdateEnd([this] { onUpdateEnd(); });
  thread_ = std::thread([this] { serve(); });
}

void LockstepPlugin::serve() {
  while (!stop_ && ros::ok()) {
    service_queue_.callAvailable(ros::WallDuration(0.05));
    expireLease();
  }
}

void LockstepPlugin::expireLease() {
  if (is_open_ && Clock::now() > lease_end_) {
    ROS_WARN(
        "lockstep: nothing heard from the client for its lease of %.1f s; the session ends and the "
        "world runs on",
        lease_.count());
    endSession(false);
    ending_ = "its lease ran out, and the world runs on";
  }
}

std::string LockstepPlugin::checkSession(std::uint64_t session) const {
  if (is_open_ && session == session_) {
    return "";
  }
  if (is_open_) {
    return "this session was replaced by a newer one: somebody else steps this world now";
  }
  if (session == 0 || session != session_) {
    return "no session is open; call /gazebo/lockstep/open first";
  }
  return "the session is over: " + ending_;
}

bool LockstepPlugin::open(LockstepOpen::Request& request, LockstepOpen::Response& response) {
  if (!std::isfinite(request.lease) || request.lease <= 0.0) {
    response.message = "lease must be a positive number of seconds";
    return true;
  }
  if (!std::isfinite(request.real_time_factor) ||
      (request.real_time_factor != 0.0 && request.real_time_factor < kSlowest)) {
    response.message = "real_time_factor must be 0 (unthrottled) or at least 0.01";
    return true;
  }
  if (is_open_) {
    ROS_WARN("lockstep: a new session replaces one that was not closed");
    endSession(was_paused_);
  }
  auto physics = world_->Physics();
  was_paused_ = world_->IsPaused();
  update_rate_before_ = physics->GetRealTimeUpdateRate();
  stepping_rate_ = request.real_time_factor / physics->GetMaxStepSize();
  world_->SetPaused(true);
  world_->Step(0);  // returns when the step is finished in which the running world was paused
  physics->SetRealTimeUpdateRate(kPausedRate);
  lease_ = std::chrono::duration<double>(request.lease);
  lease_end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(lease_);
  is_open_ = true;
  response.session = ++session_;
  response.success = true;
  response.was_paused = was_paused_;
  response.sim_time = rosTime(world_->SimTime());
  response.step_size = physics->GetMaxStepSize();
  return true;
}

bool LockstepPlugin::close(LockstepClose::Request& request, LockstepClose::Response& response) {
  response.message = checkSession(request.session);
  response.success = response.message.empty();
  if (response.success) {
    endSession(was_paused_);
    ending_ = "it was closed";
  }
  return true;
}

void LockstepPlugin::endSession(bool paused) {
  command_publisher_.reset();
  world_->Physics()->SetRealTimeUpdateRate(update_rate_before_);
  world_->SetPaused(paused);
  is_open_ = false;
}

bool LockstepPlugin::step(LockstepStep::Request& request, LockstepStep::Response& response) {
  std::string& message = response.message;
  message = checkSession(request.session);
  if (!message.empty()) {
    response.sim_time = rosTime(world_->SimTime());
    return true;
  }
  if (request.steps < 1 || request.steps > kMostSteps) {
    message = "steps is " + std::to_string(request.steps) + ", must be 1 to " +
              std::to_string(kMostSteps);
  } else if (request.sample_every != 0 && request.steps / request.sample_every > kMostSamples) {
    message =
        "more than " + std::to_string(kMostSamples) + " samples in one call; raise sample_every";
  } else if (!world_->IsPaused()) {
    message = "the world is running: somebody unpaused it during the session";
  } else {
    message = checkCommands(request);
    message = message.empty() ? findSampled(request) : message;
    message = message.empty() ? run(request, response) : message;
    // A model that is deleted must be gone at once, not when the next call looks for another: the
    // end of the last reference deletes what has its name, which may be a new model by then.
    joints_.clear();
    model_.reset();
  }
  response.success = message.empty();
  response.sim_time = rosTime(world_->SimTime());
  lease_end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(lease_);
  return true;
}

std::string LockstepPlugin::findSampled(const LockstepStep::Request& request) {
  model_.reset();
  joints_.clear();
  if (request.model.empty()) {
    return request.joints.empty() ? "" : "joints are asked for, but no model";
  }
  model_ = world_->ModelByName(request.model);
  if (!model_) {
    std::ostringstream text;
    text << "no model '" << request.model << "' in the world; it holds:";
    for (const auto& model : world_->Models()) {
      text << " '" << model->GetName() << "'";
    }
    return text.str();
  }
  for (const auto& name : request.joints) {
    joints_.push_back(model_->GetJoint(name));
    if (!joints_.back()) {
      return "model '" + request.model + "' has no joint '" + name + "'";
    }
  }
  return "";
}

std::string LockstepPlugin::checkCommands(const LockstepStep::Request& request) const {
  const std::uint64_t count = request.commands.size();
  if (count > 1 && request.command_every == 0) {
    return "command_every is 0, but there are " + std::to_string(count) + " commands";
  }
  if (count > 1 &&
      (count - 1) * request.command_every >= static_cast<std::uint64_t>(request.steps)) {
    return "the last of " + std::to_string(count) + " commands, one every " +
           std::to_string(request.command_every) + " steps, would come after the last of the " +
           std::to_string(request.steps) + " steps";
  }
  return "";
}

std::string LockstepPlugin::preparePublisher(const LockstepStep::Request& request) {
  if (command_publisher_ && request.command_topic == command_publisher_->topic()) {
    return "";
  }
  try {
    command_publisher_.reset(new CommandPublisher(request.command_topic));
    return "";
  } catch (const ros::Exception& e) {
    return "commands cannot be published on '" + request.command_topic + "': " + e.what();
  }
}

std::string LockstepPlugin::giveNextCommand() {
  const std::string late = waitForRosTime(world_->SimTime(), [this] { return !stop_; });
  if (!late.empty()) {
    return late;
  }
  return command_publisher_->give(request_->commands[next_command_++], kCommandTimeout,
                                  [this] { return !stop_; });
}

std::string LockstepPlugin::run(const LockstepStep::Request& request,
                                LockstepStep::Response& response) {
  next_command_ = 0;
  request_ = &request;
  if (!request.commands.empty()) {
    std::string error = preparePublisher(request);
    error = error.empty() ? giveNextCommand() : error;
    if (!error.empty()) {
      return error;
    }
  }
  auto physics = world_->Physics();
  std::unique_lock<std::mutex> lock(run_mutex_);
  samples_ = &response;
  steps_done_ = 0;
  steps_left_ = request.steps;
  run_error_.clear();
  physics->SetRealTimeUpdateRate(stepping_rate_);
  lock.unlock();
  world_->SetPaused(false);
  lock.lock();
  std::uint64_t seen = 0;
  auto last_progress = Clock::now();
  while (steps_left_ > 0 && !stop_ && run_error_.empty()) {
    if (run_done_.wait_for(lock, kLook, [this] { return steps_left_ == 0 || stop_; })) {
      break;
    }
    if (seen != steps_done_) {
      seen = steps_done_;
      last_progress = Clock::now();
    } else if (world_->IsPaused()) {
      run_error_ = "somebody paused the world after " + std::to_string(seen) + " of the steps";
    } else if (Clock::now() - last_progress > kStall) {
      run_error_ = "the world made no step for " + std::to_string(kStall.count()) +
                   " s; something in it blocks";
    }
  }
  const std::string error = run_error_;
  steps_left_ = 0;
  samples_ = nullptr;
  lock.unlock();
  world_->SetPaused(true);
  physics->SetRealTimeUpdateRate(kPausedRate);
  return stop_ ? "gzserver shuts down" : error;
}

void LockstepPlugin::onUpdateEnd() {
  std::lock_guard<std::mutex> lock(run_mutex_);
  if (steps_left_ == 0) {
    return;
  }
  ++steps_done_;
  --steps_left_;
  const auto every = request_->sample_every;
  if (steps_left_ == 0 || (every != 0 && steps_done_ % every == 0)) {
    sample();
  }
  if (steps_left_ != 0 && next_command_ < request_->commands.size() &&
      steps_done_ % request_->command_every == 0) {
    run_error_ = giveNextCommand();
    if (!run_error_.empty()) {
      run_error_ += " (after " + std::to_string(steps_done_) + " of the steps)";
      steps_left_ = 0;
    }
  }
  if (steps_left_ == 0) {
    world_->SetPaused(true);
    run_done_.notify_all();
  }
}

void LockstepPlugin::sample() {
  samples_->sample_time.push_back(world_->SimTime().Double());
  if (!model_) {
    return;
  }
  const auto pose = model_->WorldPose();
  for (const double value : {pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z(), pose.Rot().X(),
                             pose.Rot().Y(), pose.Rot().Z(), pose.Rot().W()}) {
    samples_->pose.push_back(value);
  }
  for (const auto& joint : joints_) {
    samples_->joint_position.push_back(joint->Position(0));
    samples_->joint_velocity.push_back(joint->GetVelocity(0));
  }
}

GZ_REGISTER_WORLD_PLUGIN(LockstepPlugin)

}  // namespace diffbot_gazebo
