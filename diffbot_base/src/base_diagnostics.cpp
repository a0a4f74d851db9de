#include <diffbot_base/base_diagnostics.h>
#include <diffbot_base/loop_clock.h>

#include <algorithm>
#include <cmath>

namespace diffbot_base {

namespace {

using diagnostic_msgs::DiagnosticStatus;
using diagnostic_updater::DiagnosticStatusWrapper;

constexpr double kUpdatePeriod = 1.0;  // s

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", value);
  return std::isfinite(value) ? text : "not finite";
}

std::string pair(const WheelPair& value) { return number(value.left) + ", " + number(value.right); }

std::string reasonsText(uint32_t reasons) {
  std::string text;
  for (uint32_t bit = 1; bit <= kHoldNoMotion; bit <<= 1)
    if ((reasons & bit) != 0)
      text += (text.empty() ? "" : "; ") + std::string(holdText(static_cast<HoldReason>(bit)));
  return text;
}

}  // namespace

BaseDiagnostics::BaseDiagnostics(const ros::NodeHandle& nh, const Settings& settings,
                                 const TopicLink* link)
    : settings_(settings), link_(link), updated_s_(steadySeconds()), updater_(nh) {
  updater_.setHardwareID("diffbot");
  updater_.add("link", this, &BaseDiagnostics::describeLink);
  updater_.add("loop", this, &BaseDiagnostics::describeLoop);
  updater_.add("wheels", this, &BaseDiagnostics::describeWheels);
  timer_ = ros::NodeHandle(nh).createWallTimer(ros::WallDuration(kUpdatePeriod),
                                               [this](const ros::WallTimerEvent&) { update(); });
}

void BaseDiagnostics::update() {
  const double now_s = steadySeconds();
  period_s_ = std::max(now_s - updated_s_, 1e-3);
  updated_s_ = now_s;
  now_ = snapshot_.get();
  report_ = link_->report();
  logChanges(now_);
  updater_.force_update();
  before_ = now_;
}

// What an operator should read in the log, said by this thread so that the loop need not.
void BaseDiagnostics::logChanges(const Snapshot& now) {
  const DiffBotHWInterface::State& wheels = now.wheels;
  const DiffBotHWInterface::State& last = before_.wheels;
  if (settings_.debug)
    ROS_INFO_STREAM("wheels: commanded " << pair(wheels.requested) << ", sent " << pair(wheels.sent)
                                         << ", measured " << pair(wheels.velocity)
                                         << " rad/s, position " << pair(wheels.position) << " rad");
  if (wheels.hold_reasons != last.hold_reasons) {
    if (wheels.hold_reasons != 0)
      ROS_ERROR_STREAM("wheels are held: " << reasonsText(wheels.hold_reasons) << " (age "
                                           << number(wheels.age_s) << " s)");
    else
      ROS_INFO("wheels are free");
  } else if (wheels.holds != last.holds) {
    ROS_WARN("wheels were held for less than a second");
  }
  if (wheels.device_resets != last.device_resets)
    ROS_WARN(
        "the firmware has restarted or was reset: its positions began at 0 again, the joints "
        "go on from where they were");
  if (wheels.new_references != last.new_references)
    ROS_WARN("the firmware counts from another place: the joints go on from where they were");
  if (wheels.rejected != last.rejected)
    ROS_WARN_STREAM(wheels.rejected - last.rejected << " measurements rejected, the last: "
                                                    << verdictText(wheels.last_rejection));
  if (wheels.commands_not_finite != last.commands_not_finite)
    ROS_ERROR("the controllers commanded a speed that is not finite: zero was sent");
  if (now.loop.clock_steps != before_.loop.clock_steps)
    ROS_WARN_STREAM("the clock was set by " << number(now.loop.last_clock_step_s)
                                            << " s: wheels held until the next command");
  if (now.loop.overruns != before_.loop.overruns)
    ROS_WARN_STREAM("loop overrun: " << now.loop.overruns - before_.loop.overruns << " in the last "
                                     << number(period_s_) << " s, the last by "
                                     << number(1e3 * now.loop.last_overrun_s)
                                     << " ms of a period of " << number(1e3 / settings_.loop_rate)
                                     << " ms");
}

void BaseDiagnostics::describeLink(DiagnosticStatusWrapper& status) {
  const DiffBotHWInterface::State& wheels = now_.wheels;
  const double rate = static_cast<double>(wheels.used - before_.wheels.used) / period_s_;
  const uint64_t rejected = wheels.rejected - before_.wheels.rejected;
  if (!report_.wrong_firmware.empty())
    status.summary(DiagnosticStatus::ERROR, report_.wrong_firmware);
  else if ((wheels.hold_reasons & kHoldStale) != 0)
    status.summary(DiagnosticStatus::ERROR,
                   "no usable measurement for " + number(wheels.age_s) + " s");
  else if (report_.listeners == 0)
    status.summary(DiagnosticStatus::ERROR, "nobody listens to " + link_->commandTopic());
  else if (rejected != 0)
    status.summary(DiagnosticStatus::WARN,
                   std::to_string(rejected) + " measurements rejected in the last second");
  else if (rate < 0.5 * settings_.firmware_rate)
    status.summary(DiagnosticStatus::WARN, "measurements at " + number(rate) + " Hz");
  else
    status.summary(DiagnosticStatus::OK, "measurements at " + number(rate) + " Hz");
  status.add("rate (Hz)", number(rate));
  status.add("age (s)", number(wheels.age_s));
  status.add("measurements used", wheels.used);
  status.add("measurements rejected", wheels.rejected);
  status.add("last rejection", verdictText(wheels.last_rejection));
  status.add("firmware restarts", wheels.device_resets);
  status.add("new references", wheels.new_references);
  status.add("messages received", report_.received);
  status.add("messages malformed", report_.malformed);
  status.add("messages lost", report_.lost);
  status.add("commands sent", report_.commands_sent);
  status.add("commands left out", report_.commands_busy);
  status.add("publishers", report_.publishers);
  status.add("listeners", report_.listeners);
  status.add("serial node", report_.serial_node.empty() ? "unknown" : report_.serial_node);
  for (const auto& value : report_.serial_values)
    status.add("serial: " + value.first, value.second);
}

void BaseDiagnostics::describeLoop(DiagnosticStatusWrapper& status) {
  const LoopStatistics& loop = now_.loop;
  const uint64_t overruns = loop.overruns - before_.loop.overruns;
  const double rate = static_cast<double>(loop.cycles - before_.loop.cycles) / period_s_;
  if (loop.cycles == before_.loop.cycles)
    status.summary(DiagnosticStatus::ERROR, "the loop stands still");
  else if (overruns != 0)
    status.summary(DiagnosticStatus::WARN,
                   std::to_string(overruns) + " overruns in the last second");
  else
    status.summary(DiagnosticStatus::OK, "running at " + number(rate) + " Hz");
  status.add("rate (Hz)", number(rate));
  status.add("cycles", loop.cycles);
  status.add("overruns", loop.overruns);
  status.add("worst overrun (ms)", number(1e3 * loop.worst_overrun_s));
  status.add("worst jitter (ms)", number(1e3 * loop.worst_late_s));
  status.add("worst work (ms)", number(1e3 * loop.worst_work_s));
  status.add("real-time scheduling", real_time_ ? "yes" : "no");
  status.add("clock steps", loop.clock_steps);
}

void BaseDiagnostics::describeWheels(DiagnosticStatusWrapper& status) {
  const DiffBotHWInterface::State& wheels = now_.wheels;
  if (wheels.hold_reasons != 0)
    status.summary(DiagnosticStatus::ERROR, "held: " + reasonsText(wheels.hold_reasons));
  else if (wheels.commands_saturated != before_.wheels.commands_saturated)
    status.summary(DiagnosticStatus::WARN, "commands above the wheels' limit, scaled down");
  else
    status.summary(DiagnosticStatus::OK, "free");
  status.add("commanded (rad/s)", pair(wheels.requested));
  status.add("sent (rad/s)", pair(wheels.sent));
  status.add("measured (rad/s)", pair(wheels.velocity));
  status.add("position (rad)", pair(wheels.position));
  status.add("stale", (wheels.hold_reasons & kHoldStale) != 0);
  status.add("holds", wheels.holds);
  status.add("commands not finite", wheels.commands_not_finite);
  status.add("commands saturated", wheels.commands_saturated);
}

}  // namespace diffbot_base
