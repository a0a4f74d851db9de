#ifndef DIFFBOT_GAZEBO_CALLBACK_BARRIER_H
#define DIFFBOT_GAZEBO_CALLBACK_BARRIER_H

#include <chrono>
#include <cstddef>

#include <ros/callback_queue_interface.h>

namespace diffbot_gazebo
{
/**
 * Waits until every callback that is in a ROS callback queue now has been called and has returned.
 *
 * An empty queue is not enough: its last callback may still run on one of the spinner's threads. So one marker per thread
 * is put at the end of the queue, and each keeps its thread until all have arrived: then no thread is inside an older
 * callback. How many threads there are is found out by experience: the largest number that ever met.
 *
 * A callback that blocks (a controller manager's service waits for the next step while a switch is pending) never lets
 * its thread arrive, so the wait is bounded.
 */
class CallbackBarrier
{
public:
  /// @param queue must outlive the barrier; spun by threads of somebody else
  explicit CallbackBarrier(ros::CallbackQueueInterface* queue);

  /// Finds out how many threads serve the queue, by holding as many as come within the patience.
  void countThreads(std::chrono::milliseconds patience);

  /// @return false if some thread did not arrive within the timeout: it is still inside a callback
  bool wait(std::chrono::milliseconds timeout);

  std::size_t threads() const { return threads_; }

private:
  std::size_t meet(std::size_t wanted, std::chrono::milliseconds timeout);

  ros::CallbackQueueInterface* queue_;
  std::size_t threads_ = 1;
};

}  // namespace diffbot_gazebo

#endif  // DIFFBOT_GAZEBO_CALLBACK_BARRIER_H
