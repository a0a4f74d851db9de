// Counts what a real-time loop must not do, in all libraries of the test process: taking memory
// through operator new, and waiting for a mutex.
#ifndef GAZEBO_ROS_CONTROL_TEST_REAL_TIME_COUNTER_H
#define GAZEBO_ROS_CONTROL_TEST_REAL_TIME_COUNTER_H

#include <functional>

namespace gazebo_ros_control_test {

/// Runs `work` and returns how often it allocated memory in this thread.
int allocationsOf(const std::function<void()>& work);

/// Runs `work` and returns how often it locked a mutex in this thread, in a way that may block.
int locksOf(const std::function<void()>& work);

}  // namespace gazebo_ros_control_test

#endif  // GAZEBO_ROS_CONTROL_TEST_REAL_TIME_COUNTER_H
