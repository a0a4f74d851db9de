#pragma once

#include <ros/node_handle.h>
#include <ros/wall_timer.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace diff_drive_controller {

/// Tells the log what the control loop saw, without logging inside the control loop.
///
/// The loop only counts; a wall-clock timer in the node's callback threads writes the messages, a
/// few times a second at most.
class EventLog {
 public:
  /// @param joint_names left joints, then right joints
  void init(ros::NodeHandle& nh, const std::vector<std::string>& joint_names);

  // For the control loop:
  void feedbackNotFinite(std::size_t joint);
  void feedbackGood() { feedback_lost_ = false; }
  void deviceReset(std::size_t joint);
  void clockWentBack() { ++clock_jumps_; }

 private:
  void report();

  std::string controller_;
  std::vector<std::string> joint_names_;

  std::atomic<bool> feedback_lost_{false};
  std::atomic<std::uint64_t> losses_{0};
  std::atomic<std::uint64_t> lost_cycles_{0};
  std::atomic<std::size_t> lost_joint_{0};
  std::atomic<std::uint64_t> resets_{0};
  std::atomic<std::size_t> reset_joint_{0};
  std::atomic<std::uint64_t> clock_jumps_{0};

  // What was reported; used by the timer only.
  std::uint64_t losses_reported_ = 0;
  bool recovery_to_report_ = false;
  std::uint64_t resets_reported_ = 0;
  std::uint64_t clock_jumps_reported_ = 0;

  ros::WallTimer timer_;
};

}  // namespace diff_drive_controller
