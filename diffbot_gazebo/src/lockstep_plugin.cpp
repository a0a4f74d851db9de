#include <diffbot_gazebo/lockstep_plugin.h>

#include <cmath>
#include <sstream>

#include <boost/make_shared.hpp>
#include <gazebo/common/Events.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <geometry_msgs/Twist.h>

namespace diffbot_gazebo
{
namespace
{
/// More steps in one call are taken for a mistake (at 1 ms: 1000 s).
constexpr std::uint32_t kMostSteps = 1000000;
/// More samples in one call are taken for a mistake.
constexpr std::uint32_t kMostSamples = 100000;
/// Rate (Hz of wall time) at which the paused world looks for something to do. Unthrottled it would keep a core busy; at
/// the world's own rate it would start each run up to a millisecond late.
constexpr double kPausedRate = 10000.0;
/// A world that makes no step for so long (s of wall time) is given up.
constexpr std::chrono::seconds kStall{ 30 };
/// A callback that blocks for longer waits for the world's next step, as a pending controller switch does.
constexpr std::chrono::milliseconds kBarrier{ 5000 };

ros::Time rosTime(const gazebo::common::Time& time)
{
  return ros::Time(static_cast<std::uint32_t>(time.sec), static_cast<std::uint32_t>(time.nsec));
}
}  // namespace

LockstepPlugin::~LockstepPlugin()
{
  stop_ = true;
  update_end_.reset();
  if (nh_)
  {
    nh_->shutdown();
  }
  run_done_.notify_all();
  if (thread_.joinable())
  {
    thread_.join();
  }
}

void LockstepPlugin::Load(gazebo::physics::WorldPtr world, sdf::ElementPtr)
{
  world_ = world;
  if (!ros::isInitialized())
  {
    gzerr << "lockstep: there is no ROS node in this gzserver, so the plugin does nothing. Start Gazebo through "
             "gazebo_ros (its API plugin makes the node).\n";
    return;
  }
  nh_.reset(new ros::NodeHandle("/gazebo/lockstep"));
  nh_->setCallbackQueue(&service_queue_);
  barrier_.reset(new CallbackBarrier(ros::getGlobalCallbackQueue()));
  services_.push_back(nh_->advertiseService("open", &LockstepPlugin::open, this));
  services_.push_back(nh_->advertiseService("step", &LockstepPlugin::step, this));
  services_.push_back(nh_->advertiseService("close", &LockstepPlugin::close, this));
  update_end_ = gazebo::event::Events::ConnectWorldUpdateEnd([this] { onUpdateEnd(); });
  thread_ = std::thread([this] { serve(); });
}

void LockstepPlugin::serve()
{
  while (!stop_ && ros::ok())
  {
    service_queue_.callAvailable(ros::WallDuration(0.05));
    expireLease();
  }
}

void LockstepPlugin::expireLease()
{
  if (is_open_ && Clock::now() > lease_end_)
  {
    ROS_WARN("lockstep: nothing heard from the client for its lease of %.1f s; the session ends and the world runs on",
             lease_.count());
    endSession(false);
  }
}

bool LockstepPlugin::open(LockstepOpen::Request& request, LockstepOpen::Response& response)
{
  if (!std::isfinite(request.lease) || request.lease <= 0.0)
  {
    response.message = "lease must be a positive number of seconds";
    return true;
  }
  if (!std::isfinite(request.real_time_factor) || request.real_time_factor < 0.0)
  {
    response.message = "real_time_factor must be 0 (unthrottled) or positive";
    return true;
  }
  if (is_open_)
  {
    ROS_WARN("lockstep: a new session replaces one that was not closed");
    endSession(was_paused_);
  }
  auto physics = world_->Physics();
  was_paused_ = world_->IsPaused();
  update_rate_before_ = physics->GetRealTimeUpdateRate();
  stepping_rate_ = request.real_time_factor / physics->GetMaxStepSize();
  world_->SetPaused(true);
  physics->SetRealTimeUpdateRate(kPausedRate);
  barrier_->countThreads(std::chrono::milliseconds(50));
  lease_ = std::chrono::duration<double>(request.lease);
  lease_end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(lease_);
  is_open_ = true;
  response.success = true;
  response.was_paused = was_paused_;
  response.sim_time = rosTime(world_->SimTime());
  response.step_size = physics->GetMaxStepSize();
  return true;
}

bool LockstepPlugin::close(LockstepClose::Request&, LockstepClose::Response& response)
{
  if (!is_open_)
  {
    response.message = "no session is open (its lease may have run out)";
    return true;
  }
  endSession(was_paused_);
  response.success = true;
  return true;
}

void LockstepPlugin::endSession(bool paused)
{
  command_publisher_ = ros::Publisher();
  world_->Physics()->SetRealTimeUpdateRate(update_rate_before_);
  world_->SetPaused(paused);
  is_open_ = false;
}

bool LockstepPlugin::step(LockstepStep::Request& request, LockstepStep::Response& response)
{
  std::string& message = response.message;
  if (!is_open_)
  {
    message = "no session is open (its lease may have run out); call /gazebo/lockstep/open first";
  }
  else if (request.steps == 0 || request.steps > kMostSteps)
  {
    message = "steps is " + std::to_string(request.steps) + ", must be 1 to " + std::to_string(kMostSteps);
  }
  else if (request.sample_every != 0 && request.steps / request.sample_every > kMostSamples)
  {
    message = "more than " + std::to_string(kMostSamples) + " samples in one call; raise sample_every";
  }
  else if (!world_->IsPaused())
  {
    message = "the world is running: somebody unpaused it during the session";
  }
  else
  {
    message = findSampled(request);
    message = message.empty() ? command(request) : message;
    message = message.empty() ? run(request, response) : message;
  }
  response.success = message.empty();
  response.sim_time = rosTime(world_->SimTime());
  lease_end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(lease_);
  return true;
}

std::string LockstepPlugin::findSampled(const LockstepStep::Request& request)
{
  model_.reset();
  joints_.clear();
  if (request.model.empty())
  {
    return request.joints.empty() ? "" : "joints are asked for, but no model";
  }
  model_ = world_->ModelByName(request.model);
  if (!model_)
  {
    std::ostringstream text;
    text << "no model '" << request.model << "' in the world; it holds:";
    for (const auto& model : world_->Models())
    {
      text << " '" << model->GetName() << "'";
    }
    return text.str();
  }
  for (const auto& name : request.joints)
  {
    joints_.push_back(model_->GetJoint(name));
    if (!joints_.back())
    {
      return "model '" + request.model + "' has no joint '" + name + "'";
    }
  }
  return "";
}

std::string LockstepPlugin::command(const LockstepStep::Request& request)
{
  if (request.command_topic.empty())
  {
    return "";
  }
  if (request.command_topic != command_publisher_.getTopic())
  {
    command_publisher_ = nh_->advertise<geometry_msgs::Twist>(request.command_topic, 1);
  }
  if (command_publisher_.getNumSubscribers() == 0)
  {
    return "nobody subscribes to " + request.command_topic + "; is the controller running?";
  }
  // Within one process roscpp hands a shared pointer on at once: when publish() returns, the callbacks of the subscribers
  // here, the controllers' among them, are in their queue.
  command_publisher_.publish(boost::make_shared<geometry_msgs::Twist>(request.command));
  if (!barrier_->wait(kBarrier))
  {
    return "a callback in gzserver did not return within " + std::to_string(kBarrier.count()) +
           " ms, so it is unknown whether the command arrived; a controller switch that waits for a step?";
  }
  return "";
}

std::string LockstepPlugin::run(const LockstepStep::Request& request, LockstepStep::Response& response)
{
  auto physics = world_->Physics();
  std::unique_lock<std::mutex> lock(run_mutex_);
  samples_ = &response;
  sample_every_ = request.sample_every;
  steps_done_ = 0;
  steps_left_ = request.steps;
  physics->SetRealTimeUpdateRate(stepping_rate_);
  lock.unlock();
  world_->SetPaused(false);
  lock.lock();
  std::string error;
  std::uint32_t seen = 0;
  while (steps_left_ > 0 && !stop_)
  {
    const bool finished = run_done_.wait_for(lock, kStall, [this] { return steps_left_ == 0 || stop_; });
    if (!finished && seen == steps_done_)
    {
      error = "the world made no step for " + std::to_string(kStall.count()) + " s; something in it blocks";
      break;
    }
    seen = steps_done_;
  }
  steps_left_ = 0;
  samples_ = nullptr;
  lock.unlock();
  world_->SetPaused(true);
  physics->SetRealTimeUpdateRate(kPausedRate);
  return stop_ ? "gzserver shuts down" : error;
}

void LockstepPlugin::onUpdateEnd()
{
  std::lock_guard<std::mutex> lock(run_mutex_);
  if (steps_left_ == 0)
  {
    return;
  }
  ++steps_done_;
  --steps_left_;
  if (steps_left_ == 0 || (sample_every_ != 0 && steps_done_ % sample_every_ == 0))
  {
    sample();
  }
  if (steps_left_ == 0)
  {
    world_->SetPaused(true);
    run_done_.notify_all();
  }
}

void LockstepPlugin::sample()
{
  samples_->sample_time.push_back(world_->SimTime().Double());
  if (!model_)
  {
    return;
  }
  const auto pose = model_->WorldPose();
  for (const double value : { pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z(), pose.Rot().X(), pose.Rot().Y(),
                              pose.Rot().Z(), pose.Rot().W() })
  {
    samples_->pose.push_back(value);
  }
  for (const auto& joint : joints_)
  {
    samples_->joint_position.push_back(joint->Position(0));
    samples_->joint_velocity.push_back(joint->GetVelocity(0));
  }
}

GZ_REGISTER_WORLD_PLUGIN(LockstepPlugin)

}  // namespace diffbot_gazebo
