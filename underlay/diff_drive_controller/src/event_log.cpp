#include <diff_drive_controller/event_log.h>
#include <ros/console.h>

namespace diff_drive_controller {

void EventLog::init(ros::NodeHandle& nh, const std::vector<std::string>& joint_names) {
  controller_ = nh.getNamespace();
  joint_names_ = joint_names;
  timer_ =
      nh.createWallTimer(ros::WallDuration(0.2), [this](const ros::WallTimerEvent&) { report(); });
}

void EventLog::feedbackNotFinite(std::size_t joint) {
  ++lost_cycles_;
  if (feedback_lost_) return;
  lost_joint_ = joint;
  ++losses_;
  feedback_lost_ = true;
}

void EventLog::deviceReset(std::size_t joint) {
  reset_joint_ = joint;
  ++resets_;
}

void EventLog::report() {
  if (losses_ != losses_reported_) {
    losses_reported_ = losses_;
    recovery_to_report_ = true;
    ROS_ERROR_STREAM(controller_ << ": position of joint '" << joint_names_[lost_joint_]
                                 << "' is not a finite number: wheels stopped and no odometry "
                                    "until it is");
  }
  if (recovery_to_report_ && !feedback_lost_) {
    recovery_to_report_ = false;
    ROS_WARN_STREAM(controller_ << ": wheel positions are finite again; " << lost_cycles_
                                << " cycles without, so far");
  }
  if (resets_ != resets_reported_) {
    resets_reported_ = resets_;
    ROS_WARN_STREAM(controller_ << ": position of joint '" << joint_names_[reset_joint_]
                                << "' fell to about 0 too fast to be motion: taken as a reset of "
                                   "the device, the odometry goes on from where it was");
  }
  if (clock_jumps_ != clock_jumps_reported_) {
    clock_jumps_reported_ = clock_jumps_;
    ROS_WARN_STREAM(controller_ << ": the clock went back; the last command was dropped");
  }
}

}  // namespace diff_drive_controller
