#include <gtest/gtest.h>
#include <ros/ros.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "controller_test");
  ros::NodeHandle keep_alive;
  // From now on ROS time is what the tests set.
  ros::Time::setNow(ros::Time(100.0));
  return RUN_ALL_TESTS();
}
