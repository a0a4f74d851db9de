#include "api/clock_publisher.h"

#include <ros/callback_queue.h>
#include <cmath>

#include <gazebo/physics/physics.hh>

#include "api/conversions.h"

namespace gazebo_ros {

namespace {

constexpr int64_t kSecond = 1000000000;  // ns

ros::Time rosTime(int64_t time_ns) {
  return ros::Time(static_cast<uint32_t>(time_ns / kSecond),
                   static_cast<uint32_t>(time_ns % kSecond));
}

void setRosTime(int64_t time_ns) {
  if (ros::Time::isSimTime()) ros::Time::setNow(rosTime(time_ns));
}

}  // namespace

ClockPublisher::ClockPublisher(const gazebo::physics::WorldPtr& world, double frequency)
    : world_(world), period_ns_(frequency > 0 ? std::llround(kSecond / frequency) : 0) {
  ros::NodeHandle node;
  ros::AdvertiseOptions options = ros::AdvertiseOptions::create<rosgraph_msgs::Clock>(
      kTopic, 10, [this](const ros::SingleSubscriberPublisher& s) { connected(s); },
      [this](const ros::SingleSubscriberPublisher&) {
        std::lock_guard<std::mutex> lock(mutex_);
        --subscribers_;
      },
      ros::VoidConstPtr(), ros::getGlobalCallbackQueue());
  publisher_ = node.advertise(options);
  // Without a frequency only a reset of a paused world is left to notice.
  timer_ = node.createWallTimer(ros::WallDuration(period_ns_ > 0 ? 0.002 : 0.02),
                                [this](const ros::WallTimerEvent&) { publishIfStandingStill(); });
}

void ClockPublisher::onStepBegin(const gazebo::common::Time& sim_time) {
  const int64_t now = nanoseconds(sim_time);
  setRosTime(now);
  std::lock_guard<std::mutex> lock(mutex_);
  if (now >= published_ns_ && now - published_ns_ < period_ns_) return;
  publish(now);
}

void ClockPublisher::onStepEnd() { pause_ns_in_step_ = nanoseconds(world_->PauseTime()); }

void ClockPublisher::publishIfStandingStill() {
  if (!world_->IsPaused() || nanoseconds(world_->PauseTime()) == pause_ns_in_step_) return;
  std::lock_guard<std::mutex> lock(mutex_);
  const int64_t now = nanoseconds(world_->SimTime());
  if (now == published_ns_) return;
  setRosTime(now);  // changed without a step: a reset
  publish(now);
}

void ClockPublisher::publish(int64_t time_ns) {
  published_ns_ = time_ns;
  if (subscribers_ == 0) return;
  message_.clock = rosTime(time_ns);
  publisher_.publish(message_);
}

void ClockPublisher::connected(const ros::SingleSubscriberPublisher& subscriber) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++subscribers_;
  if (published_ns_ == 0) return;  // 0 means "no time yet" in ROS
  rosgraph_msgs::Clock message;
  message.clock = rosTime(published_ns_);
  subscriber.publish(message);
}

}  // namespace gazebo_ros
