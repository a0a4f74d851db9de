#include <diffbot_gazebo/command_publisher.h>

#include <thread>

#include <ros/advertise_options.h>
#include <ros/node_handle.h>
#include <ros/single_subscriber_publisher.h>
#include <ros/this_node.h>
#include <ros/time.h>
#include <boost/make_shared.hpp>
#include <boost/weak_ptr.hpp>

namespace diffbot_gazebo {
namespace {
/// Time between two looks: a callback takes microseconds. Giving way instead of sleeping would cost
/// a whole time slice on a busy machine.
constexpr std::chrono::microseconds kNap{20};
/// Longest time (s of simulation) between two messages on /clock: gazebo_ros can be told 10 Hz.
constexpr double kClockPeriod = 0.11;
constexpr std::chrono::seconds kClockTimeout{5};

/// Looks until `done`. Returns empty, or why it gave up: `keep_waiting` said so, or the time ran
/// out and `late` says what that means.
std::string waitUntil(const std::function<bool()>& done, std::chrono::milliseconds timeout,
                      const std::function<bool()>& keep_waiting,
                      const std::function<std::string()>& late) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (!done()) {
    if (!keep_waiting()) {
      return "gzserver shuts down";
    }
    if (std::chrono::steady_clock::now() > end) {
      return late();
    }
    std::this_thread::sleep_for(kNap);
  }
  return "";
}

bool isHere(const ros::SingleSubscriberPublisher& subscriber) {
  return subscriber.getSubscriberName() == ros::this_node::getName();
}
}  // namespace

CommandPublisher::CommandPublisher(const std::string& topic) : topic_(topic) {
  ros::NodeHandle nh;
  auto options = ros::AdvertiseOptions::create<geometry_msgs::Twist>(
      topic, 1, [this](const ros::SingleSubscriberPublisher& subscriber) { connected(subscriber); },
      [this](const ros::SingleSubscriberPublisher& subscriber) { disconnected(subscriber); },
      ros::VoidConstPtr(), &connection_queue_);
  publisher_ = nh.advertise(options);
}

void CommandPublisher::connected(const ros::SingleSubscriberPublisher& subscriber) {
  subscribed_here_ += isHere(subscriber) ? 1 : 0;
}

void CommandPublisher::disconnected(const ros::SingleSubscriberPublisher& subscriber) {
  subscribed_here_ -= isHere(subscriber) ? 1 : 0;
}

std::string CommandPublisher::give(const geometry_msgs::Twist& command,
                                   std::chrono::milliseconds timeout,
                                   const std::function<bool()>& keep_waiting) {
  connection_queue_.callAvailable();
  if (subscribed_here_ == 0) {
    return "nobody in gzserver subscribes to " + topic_ +
           " (elsewhere: " + std::to_string(publisher_.getNumSubscribers()) +
           "); is the controller running?";
  }
  auto message = boost::make_shared<geometry_msgs::Twist>(command);
  const boost::weak_ptr<geometry_msgs::Twist> handled = message;
  publisher_.publish(message);
  message.reset();

  return waitUntil([&] { return handled.expired(); }, timeout, keep_waiting,
                   [&] {
                     return "a command on " + topic_ + " was not dealt with within " +
                            std::to_string(timeout.count()) +
                            " ms: a callback blocks (a controller switch that waits for a step?)";
                   });
}

std::string waitForRosTime(const gazebo::common::Time& world_time,
                           const std::function<bool()>& keep_waiting) {
  const auto late = [&] { return world_time.Double() - ros::Time::now().toSec(); };
  return waitUntil([&] { return late() <= kClockPeriod; }, kClockTimeout, keep_waiting,
                   [&] {
                     return "ROS time in gzserver is " + std::to_string(late()) +
                            " s behind the world's: does somebody publish /clock?";
                   });
}

}  // namespace diffbot_gazebo
