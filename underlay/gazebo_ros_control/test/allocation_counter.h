// Counts what a thread allocates through operator new, in all libraries of the test process.
#ifndef GAZEBO_ROS_CONTROL_TEST_ALLOCATION_COUNTER_H
#define GAZEBO_ROS_CONTROL_TEST_ALLOCATION_COUNTER_H

#include <functional>

namespace gazebo_ros_control_test {

/// Runs `work` and returns how often it allocated memory in this thread.
int allocationsOf(const std::function<void()>& work);

}  // namespace gazebo_ros_control_test

#endif  // GAZEBO_ROS_CONTROL_TEST_ALLOCATION_COUNTER_H
