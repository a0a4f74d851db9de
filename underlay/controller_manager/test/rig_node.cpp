// A robot with a controller manager and a clock of its own: publishes /clock in steps of 10 ms of
// simulated time, about ten times faster than real time. Services, relative to the node's
// namespace:
//   rig/run (SetBool): true: run the control loop and the clock; false: pause both, as a paused
//     simulation does
//   rig/hardware_ready (SetBool): false: a switch of controllers stays ongoing

#include <atomic>
#include <chrono>
#include <thread>

#include <controller_manager/controller_manager.h>
#include <ros/ros.h>
#include <rosgraph_msgs/Clock.h>
#include <std_srvs/SetBool.h>

#include "rig.h"

int main(int argc, char** argv) {
  ros::init(argc, argv, "rig");
  ros::NodeHandle nh;
  controller_manager_test::Rig rig;
  std::atomic<bool> run{ros::param::param("~run", true)};

  using Request = std_srvs::SetBool::Request;
  using Response = std_srvs::SetBool::Response;
  const auto run_service =
      nh.advertiseService<Request, Response>("rig/run", [&](Request& req, Response& resp) {
        run = req.data;
        resp.success = true;
        return true;
      });
  const auto ready_service = nh.advertiseService<Request, Response>(
      "rig/hardware_ready", [&](Request& req, Response& resp) {
        rig.result = req.data ? rig.DONE : rig.ONGOING;
        resp.success = true;
        return true;
      });
  ros::Publisher clock = nh.advertise<rosgraph_msgs::Clock>("/clock", 10);
  controller_manager::ControllerManager manager(&rig, nh);
  ros::AsyncSpinner spinner(4);
  spinner.start();

  const ros::Duration step(0.01);
  rosgraph_msgs::Clock now;
  while (ros::ok()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (run) {
      now.clock += step;
      clock.publish(now);
      manager.update(now.clock, step);
    }
  }
  return 0;
}
