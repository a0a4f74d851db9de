#include <gtest/gtest.h>
#include <ros/ros.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "realtime_tools_ros_test");
  ros::NodeHandle keep_alive;  // a test that destroys its last node handle must not end ROS
  return RUN_ALL_TESTS();
}
