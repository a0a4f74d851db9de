// The robot's control loop: read the wheels, update the controllers, command the wheels.

#include <controller_manager/controller_manager.h>
#include <diffbot_base/base_diagnostics.h>
#include <diffbot_base/diffbot_hw_interface.h>
#include <diffbot_base/loop_timer.h>
#include <diffbot_base/parameters.h>
#include <diffbot_base/real_time.h>
#include <diffbot_base/start.h>
#include <diffbot_base/stop_request.h>
#include <diffbot_base/topic_link.h>
#include <ros/ros.h>

namespace {

using namespace diffbot_base;

// Controller services, measurements and diagnostics must not wait for each other.
constexpr uint32_t kCallbackThreads = 3;

void runLoop(const Settings& settings, DiffBotHWInterface* robot,
             controller_manager::ControllerManager* controllers, BaseDiagnostics* diagnostics) {
  SystemClock clock;
  LoopTimer timer(&clock, settings.loop_rate);
  while (!stopRequested() && ros::ok()) {
    const Cycle cycle = timer.next();
    robot->beginCycle(cycle.steady_s, cycle.clock_stepped);
    robot->read(cycle.time, cycle.period);
    controllers->update(cycle.time, cycle.period, robot->takeControllerReset());
    robot->write(cycle.time, cycle.period);
    diagnostics->put({robot->state(), timer.statistics()});
  }
}

int run() {
  ros::NodeHandle nh;
  const std::string refused = refusal();
  if (!refused.empty()) {
    ROS_FATAL_STREAM(refused);
    return 1;
  }
  Settings settings;
  const std::vector<std::string> wrong = readSettings(nh, &settings);
  for (const std::string& text : wrong) ROS_FATAL_STREAM(text);
  if (!wrong.empty()) return 1;

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
  if (settings.real_time_priority > 0) {
    std::string why;
    const bool real_time = requestRealTime(settings.real_time_priority, &why);
    diagnostics.setRealTime(real_time);
    if (!real_time) ROS_WARN_STREAM(why);
  }
  int code = 0;
  try {
    ROS_INFO("DiffBot base: the loop runs at %g Hz", settings.loop_rate);
    runLoop(settings, &robot, &controllers, &diagnostics);
  } catch (const std::exception& error) {
    ROS_FATAL_STREAM("the control loop has failed: " << error.what());
    code = 1;
  }
  // On every way out the wheels get a zero while the topics are still there.
  link.sendZeroAndWait();
  ROS_INFO("DiffBot base: zero commanded, ending");
  // Ends controller services that wait for the loop, so that the spinner can be joined before the
  // controllers go away.
  ros::shutdown();
  spinner.stop();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "diffbot_base", ros::init_options::NoSigintHandler);
  diffbot_base::catchStopRequests();
  return run();
}
