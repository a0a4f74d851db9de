// The base node with a loop that fails after two seconds of driving.

#include <diffbot_base/base_node.h>
#include <diffbot_base/stop_request.h>
#include <ros/ros.h>

#include <stdexcept>

int main(int argc, char** argv) {
  ros::init(argc, argv, "diffbot_base", ros::init_options::NoSigintHandler);
  diffbot_base::catchStopRequests();
  return diffbot_base::runBaseNode([](const diffbot_base::LoopStatistics& loop) {
    if (loop.cycles > 100) throw std::runtime_error("a controller has failed on purpose");
  });
}
