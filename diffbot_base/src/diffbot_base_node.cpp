#include <diffbot_base/base_node.h>
#include <diffbot_base/stop_request.h>
#include <ros/ros.h>

int main(int argc, char** argv) {
  ros::init(argc, argv, "diffbot_base", ros::init_options::NoSigintHandler);
  diffbot_base::catchStopRequests();
  return diffbot_base::runBaseNode();
}
