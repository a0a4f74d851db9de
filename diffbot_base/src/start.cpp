#include <diffbot_base/loop_clock.h>
#include <diffbot_base/start.h>
#include <diffbot_base/stop_request.h>

#include <sstream>

namespace diffbot_base {

namespace {

constexpr double kPollPeriod = 0.02;    // s
constexpr double kReportPeriod = 2.0;   // s
constexpr double kSerialNodeAge = 5.0;  // s: older words of the serial node are of no use

std::string missing(const DiffBotHWInterface& robot, const TopicLink& link) {
  const TopicLink::Report report = link.report();
  const DiffBotHWInterface::State state = robot.state();
  std::ostringstream text;
  if (!report.wrong_firmware.empty()) {
    text << report.wrong_firmware;
    return text.str();
  }
  if (!robot.hasState()) {
    text << "no usable measurement on " << link.measurementTopic() << ": ";
    if (state.rejected > 0)
      text << state.rejected << " were rejected, the last: " << verdictText(state.last_rejection);
    else if (report.malformed > 0)
      text << report.malformed << " messages were malformed";
    else if (report.publishers == 0)
      text << "nobody publishes it. Is the serial node running, on the right port, with the "
              "DiffBot firmware on the other end?";
    else
      text << "it has a publisher, but no message has come. Does the firmware run?";
  } else if (report.listeners == 0) {
    text << "nobody listens to " << link.commandTopic()
         << ": the firmware has not announced it to the serial node";
  }
  if (!report.serial_node.empty() && report.serial_node_age_s < kSerialNodeAge)
    text << " -- the serial node says: " << report.serial_node;
  return text.str();
}

}  // namespace

std::string refusal() {
  bool simulated_time = false;
  ros::param::get("/use_sim_time", simulated_time);
  if (simulated_time)
    return "parameter /use_sim_time is true: on the robot there is no simulated clock, so nothing "
           "would ever time out. End the simulation and its roscore, or set it to false, and start "
           "again";
  return "";
}

std::string waitForRobot(DiffBotHWInterface* robot, const TopicLink& link) {
  const double begin_s = steadySeconds();
  const double end_s = begin_s + robot->settings().start_timeout;
  double report_s = begin_s + kReportPeriod;
  while (!stopRequested()) {
    const double now_s = steadySeconds();
    robot->beginCycle(now_s, false);
    robot->read(ros::Time::now(), ros::Duration(kPollPeriod));
    robot->stop();
    const TopicLink::Report known = link.report();
    if (robot->hasState() && known.listeners > 0 && known.wrong_firmware.empty()) return "";
    if (!known.wrong_firmware.empty()) return known.wrong_firmware;
    if (now_s > end_s) {
      std::ostringstream text;
      text << "not ready after " << robot->settings().start_timeout
           << " s: " << missing(*robot, link);
      return text.str();
    }
    if (now_s > report_s) {
      ROS_INFO_STREAM("waiting for the robot: " << missing(*robot, link));
      report_s = now_s + kReportPeriod;
    }
    ros::WallDuration(kPollPeriod).sleep();
  }
  return "";
}

}  // namespace diffbot_base
