#ifndef GAZEBO_ROS_API_CLOCK_PUBLISHER_H
#define GAZEBO_ROS_API_CLOCK_PUBLISHER_H

#include <ros/ros.h>
#include <rosgraph_msgs/Clock.h>

#include <atomic>
#include <cstdint>
#include <gazebo/common/Time.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <mutex>

namespace gazebo_ros {

/// Publishes the simulation time on /clock.
///
/// In every step, or at most `frequency` times per simulated second. A clock that jumps back is
/// published at once. Whatever the frequency, a world that stands still has its exact time
/// published: after a pause, after the last step of World::Step(n), after a reset. So is a
/// subscriber that connects while the world stands still: it gets the time at once.
///
/// Under /use_sim_time it also sets the ROS time of this process, exactly, in every step.
class ClockPublisher {
 public:
  /// Name that the process must remap to /clock.
  static constexpr const char* kTopic = "/gazebo/clock";

  /// \param frequency Hz of simulation time; 0: every step.
  ClockPublisher(const gazebo::physics::WorldPtr& world, double frequency);

  /// Physics thread, at the begin of a step, with the time at which the step will end.
  void onStepBegin(const gazebo::common::Time& sim_time);
  /// Physics thread, at the end of a step.
  void onStepEnd();

 private:
  void connected(const ros::SingleSubscriberPublisher& subscriber);
  void publishIfStandingStill();
  void publish(int64_t time_ns);  // mutex_ is held

  gazebo::physics::WorldPtr world_;
  int64_t period_ns_;
  std::mutex mutex_;  // order of the messages; taken in steps, so held for short only
  int64_t published_ns_ = 0;
  int subscribers_ = 0;
  rosgraph_msgs::Clock message_;
  // The world's pause time grows in every turn of its loop that makes no step. If it differs from
  // its value in the last step, no step is going on or due.
  std::atomic<int64_t> pause_ns_in_step_{0};
  ros::Publisher publisher_;
  ros::WallTimer timer_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_CLOCK_PUBLISHER_H
