#pragma once

#include <diffbot_base/command_shaper.h>
#include <diffbot_base/drive_gate.h>
#include <diffbot_base/measurement_filter.h>
#include <diffbot_base/position_follower.h>
#include <diffbot_base/settings.h>
#include <diffbot_base/wheel_link.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <hardware_interface/robot_hw.h>
#include <ros/ros.h>

namespace diffbot_base {

/// The two driven wheels as ros_control sees them: position (rad), velocity (rad/s), a velocity
/// command (rad/s); effort is always 0. All positions start at 0.
///
/// The loop calls beginCycle(), read(), the controller manager's update(), write(); one thread.
class DiffBotHWInterface : public hardware_interface::RobotHW {
 public:
  /// What the wheels do, for diagnostics.
  struct State {
    WheelPair requested;  ///< by the controllers, rad/s
    WheelPair sent;       ///< to the firmware, rad/s
    WheelPair position;   ///< rad
    WheelPair velocity;   ///< rad/s
    double age_s = 0.0;   ///< of the last used measurement
    double part = 0.0;    ///< of the command that goes through, 0 to 1
    uint32_t hold_reasons = 0;
    uint64_t holds = 0;
    uint64_t used = 0;
    uint64_t rejected = 0;
    uint64_t device_resets = 0;
    uint64_t new_references = 0;
    Verdict last_rejection = Verdict::kCount;
    uint64_t commands_not_finite = 0;
    uint64_t commands_saturated = 0;
  };

  /// `link` must outlive this.
  explicit DiffBotHWInterface(WheelLink* link);

  /// Read settings and description from the namespace of `root_nh`, then register the joints. False
  /// when something is wrong; every problem is in the log.
  bool init(ros::NodeHandle& root_nh, ros::NodeHandle& robot_hw_nh) override;

  /// Register the joints with these settings, which must have no problems().
  void configure(const Settings& settings);

  const Settings& settings() const { return settings_; }

  /// The steady time of the coming cycle (s), and whether the wall clock was set before it.
  void beginCycle(double steady_s, bool clock_stepped);

  void read(const ros::Time& time, const ros::Duration& period) override;
  void write(const ros::Time& time, const ros::Duration& period) override;

  /// Whether the controllers are to be reset in this cycle: once after each hold, and when the wall
  /// clock was set, because their schedules are in the time before.
  bool takeControllerReset() { return gate_.takeReset() || clock_stepped_; }

  /// A measurement that can be used has come.
  bool hasState() const { return filter_.hasState(); }

  /// Command zero, whatever the controllers want.
  void stop();

  State state() const;

 private:
  WheelLink* link_;
  Settings settings_;
  MeasurementFilter filter_{MeasurementLimits()};
  PositionFollower follower_;
  CommandShaper shaper_{CommandSettings()};
  DriveGate gate_{GateSettings()};

  double now_s_ = 0.0;
  bool clock_stepped_ = false;
  double age_s_ = 0.0;
  double part_ = 0.0;

  // What the handles point to. Index 0 left, 1 right.
  double position_[2] = {0.0, 0.0};
  double velocity_[2] = {0.0, 0.0};
  double effort_[2] = {0.0, 0.0};
  double command_[2] = {0.0, 0.0};
  WheelPair sent_;

  hardware_interface::JointStateInterface joint_states_;
  hardware_interface::VelocityJointInterface velocity_joints_;
};

}  // namespace diffbot_base
