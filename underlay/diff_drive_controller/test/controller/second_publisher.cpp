// A node that advertises, as geometry_msgs/Twist, the topic it is told; "" to stop.

#include <geometry_msgs/Twist.h>
#include <ros/ros.h>
#include <std_msgs/String.h>

int main(int argc, char** argv) {
  ros::init(argc, argv, "second_publisher");
  ros::NodeHandle nh;
  ros::Publisher publisher;
  const ros::Subscriber request = nh.subscribe<std_msgs::String>(
      "/second_publisher/topic", 10, [&](const std_msgs::String::ConstPtr& topic) {
        publisher.shutdown();
        if (!topic->data.empty()) publisher = nh.advertise<geometry_msgs::Twist>(topic->data, 1);
      });
  ros::spin();
  return 0;
}
