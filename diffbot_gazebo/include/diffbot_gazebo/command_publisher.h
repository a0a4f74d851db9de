#ifndef DIFFBOT_GAZEBO_COMMAND_PUBLISHER_H
#define DIFFBOT_GAZEBO_COMMAND_PUBLISHER_H

#include <chrono>
#include <functional>
#include <string>

#include <geometry_msgs/Twist.h>
#include <ros/callback_queue.h>
#include <ros/publisher.h>
#include <gazebo/common/Time.hh>

namespace diffbot_gazebo {
/**
 * Gives commands to the subscribers of a topic in this process, and knows when they are done with
 * them.
 *
 * Within one process roscpp does not copy a message that is published as a shared pointer:
 * publish() puts that very object into the queue of every subscriber of its type, and a queue entry
 * keeps it until the entry's callback has returned (or a newer message has pushed the entry out).
 * So a command has been dealt with by all of them, whatever threads and callback queues they use,
 * as soon as the last pointer to it is gone. Nothing is asked of the callback queues: they need not
 * become empty, and a thread that a controller manager's service blocks until the next step is in
 * nobody's way.
 *
 * Subscribers in other processes, and those that take the message as another C++ type, get it too
 * but are not waited for.
 */
class CommandPublisher {
 public:
  /// @throw ros::Exception if the topic's name is impossible or it is used with another type
  explicit CommandPublisher(const std::string& topic);

  /**
   * Publishes a command, and returns when its callbacks in this process have returned.
   * @param keep_waiting asked now and then; false ends the wait
   * @return empty, or why the command may not have arrived
   */
  std::string give(const geometry_msgs::Twist& command, std::chrono::milliseconds timeout,
                   const std::function<bool()>& keep_waiting);

  const std::string& topic() const { return topic_; }

 private:
  void connected(const ros::SingleSubscriberPublisher& subscriber);
  void disconnected(const ros::SingleSubscriberPublisher& subscriber);

  std::string topic_;
  ros::CallbackQueue connection_queue_;  // called by give(), so that no lock is needed
  int subscribed_here_ = 0;  // connections to this process: one, however many subscribers it has
  ros::Publisher publisher_;
};

/**
 * Waits until this process's ROS time has followed the world's, because controllers compare the
 * time at which a command came with the time of their update. A gazebo_ros that gets its own /clock
 * back through a callback queue can be late by more than a command timeout when the world runs at
 * many times real time. The clock may be published less often than every step, so up to
 * kClockPeriod is not late.
 * @param keep_waiting asked now and then; false ends the wait
 * @return empty, or how late ROS time is
 */
std::string waitForRosTime(const gazebo::common::Time& world_time,
                           const std::function<bool()>& keep_waiting);

}  // namespace diffbot_gazebo

#endif  // DIFFBOT_GAZEBO_COMMAND_PUBLISHER_H
