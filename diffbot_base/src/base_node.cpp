#include <controller_manager/controller_manager.h>
#include <diffbot_base/base_diagnostics.h>
#include <diffbot_base/base_node.h>
#include <diffbot_base/diffbot_hw_interface.h>
#include <diffbot_base/parameters.h>
#include <diffbot_base/real_time.h>
#include <diffbot_base/start.h>
#include <diffbot_base/stop_request.h>
#include <diffbot_base/topic_link.h>
#include <ros/ros.h>

namespace diffbot_base {

namespace {

// Controller services, measurements and diagnostics must not wait for each other.
constexpr uint32_t kCallbackThreads = 3;

bool allRight(const std::vector<std::string>& wrong) {
  for (const std::string& text : wrong) ROS_FATAL_STREAM(text);
  return wrong.empty();
}

bool beRealTime(int priority) {
  std::string why;
  if (priority == 0 || requestRealTime(priority, &why)) return priority != 0;
  ROS_WARN_STREAM(why);
  return false;
}

// read -> update -> write until the node is told to end.
void runLoop(double rate, DiffBotHWInterface* robot,
             controller_manager::ControllerManager* controllers, BaseDiagnostics* diagnostics,
             const std::function<void(const LoopStatistics&)>& hook) {
  SystemClock clock;
  LoopTimer timer(&clock, rate);
  while (!stopRequested() && ros::ok()) {
    const Cycle cycle = timer.next();
    robot->beginCycle(cycle.steady_s, cycle.clock_stepped);
    robot->read(cycle.time, cycle.period);
    controllers->update(cycle.time, cycle.period, robot->takeControllerReset());
    robot->write(cycle.time, cycle.period);
    diagnostics->put({robot->state(), timer.statistics()});
    if (hook) hook(timer.statistics());
  }
}

}  // namespace

int runBaseNode(const std::function<void(const LoopStatistics&)>& hook) {
  ros::NodeHandle nh;
  const std::string refused = refusal();
  if (!refused.empty()) {
    ROS_FATAL_STREAM(refused);
    return 1;
  }
  Settings settings;
  if (!allRight(readSettings(nh, &settings))) return 1;
  TopicLink link(nh, settings.joints, settings.command_topic);
  DiffBotHWInterface robot(&link);
  if (!robot.init(nh, nh)) return 1;

  ros::AsyncSpinner spinner(kCallbackThreads);
  spinner.start();
  const std::string missing = waitForRobot(&robot, link);
  if (!missing.empty()) {
    ROS_FATAL_STREAM(missing);
    link.sendZeroAndWait();
    return 1;
  }

  controller_manager::ControllerManager controllers(&robot, nh);
  BaseDiagnostics diagnostics(nh, settings, &link);
  int code = 0;
  try {
    diagnostics.setRealTime(beRealTime(settings.real_time_priority));
    ROS_INFO("DiffBot base: the loop runs at %g Hz", settings.loop_rate);
    runLoop(settings.loop_rate, &robot, &controllers, &diagnostics, hook);
  } catch (const std::exception& error) {
    ROS_FATAL_STREAM("the control loop has failed: " << error.what());
    code = 1;
  }
  // On every way out the wheels get a zero while the topics are still there.
  link.sendZeroAndWait();
  endRealTime();
  ROS_INFO("DiffBot base: zero commanded, ending");
  // Ends controller services that wait for the loop, so that the spinner can be joined before the
  // controllers go away.
  ros::shutdown();
  spinner.stop();
  return code;
}

}  // namespace diffbot_base
