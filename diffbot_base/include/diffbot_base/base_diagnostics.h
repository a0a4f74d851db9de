#pragma once

#include <diagnostic_updater/diagnostic_updater.h>
#include <diffbot_base/diffbot_hw_interface.h>
#include <diffbot_base/loop_timer.h>
#include <diffbot_base/status_box.h>
#include <diffbot_base/topic_link.h>

namespace diffbot_base {

/// Three statuses on /diagnostics once a second: link, loop, wheels. Runs in ROS' threads; the loop
/// only leaves a copy of its numbers.
class BaseDiagnostics {
 public:
  /// What the loop leaves behind in each cycle.
  struct Snapshot {
    DiffBotHWInterface::State wheels;
    LoopStatistics loop;
  };

  /// `link` must outlive this.
  BaseDiagnostics(const ros::NodeHandle& nh, const Settings& settings, const TopicLink* link);

  /// From the loop: never waits.
  void put(const Snapshot& snapshot) { snapshot_.tryPut(snapshot); }

  /// Whether SCHED_FIFO could be had.
  void setRealTime(bool real_time) { real_time_ = real_time; }

 private:
  void update();
  void describeLink(diagnostic_updater::DiagnosticStatusWrapper& status);
  void describeLoop(diagnostic_updater::DiagnosticStatusWrapper& status);
  void describeWheels(diagnostic_updater::DiagnosticStatusWrapper& status);
  void logChanges(const Snapshot& now);

  Settings settings_;
  const TopicLink* link_;
  StatusBox<Snapshot> snapshot_;
  Snapshot now_;
  Snapshot before_;  // one update ago
  TopicLink::Report report_;
  double period_s_ = 1.0;  // since the last update
  double updated_s_;
  bool real_time_ = false;
  diagnostic_updater::Updater updater_;
  ros::WallTimer timer_;
};

}  // namespace diffbot_base
