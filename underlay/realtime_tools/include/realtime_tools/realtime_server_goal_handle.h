/// Lets a real-time loop finish an action goal and report progress on it.
#ifndef REALTIME_TOOLS_REALTIME_SERVER_GOAL_HANDLE_H
#define REALTIME_TOOLS_REALTIME_SERVER_GOAL_HANDLE_H

#include <actionlib/action_definition.h>
#include <actionlib/server/action_server.h>
#include <ros/timer.h>

#include <atomic>
#include <mutex>

namespace realtime_tools {

/**
 * Takes a goal's outcome and feedback from a real-time ("RT") loop; runNonRealtime, called from a
 * timer, sends them. The setters never block or allocate. The first outcome wins, later ones are
 * ignored. Feedback that was not sent yet is replaced by newer feedback.
 *
 * A result or feedback must not be changed between its setter and its sending, as only the pointer
 * is handed over; so do not touch preallocated_result_ after the setter.
 */
template <class Action>
class RealtimeServerGoalHandle {
  ACTION_DEFINITION(Action)  // Result, ResultPtr, ResultConstPtr, Feedback, ...

  using GoalHandle = actionlib::ServerGoalHandle<Action>;

 public:
  GoalHandle gh_;
  ResultPtr preallocated_result_;      ///< for the RT loop to fill; allocated if none was given
  FeedbackPtr preallocated_feedback_;  ///< likewise

  RealtimeServerGoalHandle(GoalHandle& gh,
                           const ResultPtr& preallocated_result = ResultPtr((Result*)NULL),
                           const FeedbackPtr& preallocated_feedback = FeedbackPtr((Feedback*)NULL))
      : gh_(gh),
        preallocated_result_(preallocated_result ? preallocated_result : ResultPtr(new Result)),
        preallocated_feedback_(preallocated_feedback ? preallocated_feedback
                                                     : FeedbackPtr(new Feedback)) {}

  /// Asks to abort the goal; a null result means a default constructed one (as in all setters).
  void setAborted(ResultConstPtr result = ResultConstPtr((Result*)NULL)) {
    request(Outcome::kAborted, result);
  }

  void setCanceled(ResultConstPtr result = ResultConstPtr((Result*)NULL)) {
    request(Outcome::kCanceled, result);
  }

  void setSucceeded(ResultConstPtr result = ResultConstPtr((Result*)NULL)) {
    request(Outcome::kSucceeded, result);
  }

  /// Hands over feedback; dropped while runNonRealtime picks up the one before. Null sends nothing.
  void setFeedback(FeedbackConstPtr feedback = FeedbackConstPtr((Feedback*)NULL)) {
    std::unique_lock<std::mutex> guard(feedback_mutex_, std::try_to_lock);
    if (guard) {
      feedback_.swap(feedback);  // the one replaced may be freed here if nobody else holds it
    }
  }

  /// Whether the handle refers to a goal.
  bool valid() { return gh_.getGoal() != nullptr; }

  /// Sends new feedback, then the outcome, as far as the goal's status allows. Not for RT.
  void runNonRealtime(const ros::TimerEvent& te) {
    (void)te;
    if (!valid()) {
      return;
    }
    sendFeedback();
    sendOutcome();
  }

 private:
  // kClaimed: a setter is storing result_. kSent: runNonRealtime is done with it.
  enum class Outcome { kNone, kClaimed, kAborted, kCanceled, kSucceeded, kSent };
  using Status = actionlib_msgs::GoalStatus;

  void request(Outcome outcome, ResultConstPtr& result) {
    Outcome none = Outcome::kNone;
    if (outcome_.compare_exchange_strong(none, Outcome::kClaimed)) {
      result_.swap(result);
      outcome_ = outcome;
    }
  }

  bool isBeingExecuted() {
    const auto status = gh_.getGoalStatus().status;
    return status == Status::ACTIVE || status == Status::PREEMPTING;
  }

  bool isCancelable() {
    const auto status = gh_.getGoalStatus().status;
    return isBeingExecuted() || status == Status::PENDING || status == Status::RECALLING;
  }

  void sendFeedback() {
    FeedbackConstPtr feedback;
    {
      std::lock_guard<std::mutex> guard(feedback_mutex_);
      feedback.swap(feedback_);
    }
    if (feedback && isBeingExecuted()) {
      gh_.publishFeedback(*feedback);
    }
  }

  void sendOutcome() {
    const Outcome outcome = outcome_;
    const bool wanted = outcome == Outcome::kAborted || outcome == Outcome::kCanceled ||
                        outcome == Outcome::kSucceeded;
    if (!wanted || !(outcome == Outcome::kCanceled ? isCancelable() : isBeingExecuted())) {
      return;  // a goal that is not accepted yet gets its outcome once it is
    }
    const Result result = result_ ? *result_ : Result();
    if (outcome == Outcome::kAborted) {
      gh_.setAborted(result);
    } else if (outcome == Outcome::kCanceled) {
      gh_.setCanceled(result);
    } else {
      gh_.setSucceeded(result);
    }
    outcome_ = Outcome::kSent;
  }

  std::atomic<Outcome> outcome_{Outcome::kNone};
  ResultConstPtr result_;  // written once, before outcome_ says so
  std::mutex feedback_mutex_;
  FeedbackConstPtr feedback_;  // not sent yet
};

}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_REALTIME_SERVER_GOAL_HANDLE_H
