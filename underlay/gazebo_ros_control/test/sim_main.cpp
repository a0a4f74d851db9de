// Runs all tests that need Gazebo in one process, since starting it takes longer than the tests.
#include "sim_fixture.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "gazebo_ros_control_test");
  ros::NodeHandle nh;  // keeps ROS up
  ros::AsyncSpinner spinner(1);
  spinner.start();
  gazebo_ros_control_test::SimTest::startServer();
  const int result = RUN_ALL_TESTS();
  gazebo_ros_control_test::SimTest::stopServer();
  return result;
}
