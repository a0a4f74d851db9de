// The base node with a clock that can be set under it: SIGUSR1 by an hour ahead, SIGUSR2 by an hour
// back. For rosrun diffbot_base faults; everything in the process sees that clock, as it would see
// the system's.

#include <diffbot_base/base_node.h>
#include <diffbot_base/stop_request.h>
#include <ros/ros.h>

#include <atomic>
#include <csignal>

namespace {

constexpr int kStep = 3600;  // s
std::atomic<int> ahead_s{0};

void setAhead(int) { ahead_s += kStep; }
void setBack(int) { ahead_s -= kStep; }

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "diffbot_base", ros::init_options::NoSigintHandler);
  diffbot_base::catchStopRequests();
  std::signal(SIGUSR1, setAhead);
  std::signal(SIGUSR2, setBack);
  return diffbot_base::runBaseNode([](const diffbot_base::LoopStatistics&) {
    // From the first call on ros::Time::now() is what is set here.
    const ros::WallTime now = ros::WallTime::now();
    ros::Time::setNow(
        ros::Time(static_cast<uint32_t>(static_cast<int64_t>(now.sec) + ahead_s), now.nsec));
  });
}
