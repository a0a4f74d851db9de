#include <actionlib/TestAction.h>
#include <actionlib/client/action_client.h>
#include <gtest/gtest.h>
#include <ros/ros.h>

#include <memory>
#include <vector>

#include "realtime_tools/realtime_server_goal_handle.h"

using actionlib::TerminalState;
using actionlib::TestAction;
using RealtimeGoal = realtime_tools::RealtimeServerGoalHandle<TestAction>;

namespace {

const double kPatience = 20.0;  // [s] for a busy machine

// A server and a client in one process; a goal is sent and has arrived when a test starts.
class RealtimeServerGoalHandle : public ::testing::Test {
 protected:
  RealtimeServerGoalHandle()
      : server_(
            node_, "action", [this](Server::GoalHandle goal) { server_goal_ = goal; },
            [](Server::GoalHandle) {}, false),
        client_("action") {}

  void SetUp() override {
    server_.start();
    ASSERT_TRUE(spinUntil([this] { return client_.isServerConnected(); }));
    client_goal_ = client_.sendGoal(
        actionlib::TestGoal(), [](Client::GoalHandle) {},
        [this](Client::GoalHandle, const actionlib::TestFeedbackConstPtr& feedback) {
          feedback_.push_back(feedback->feedback);
        });
    ASSERT_TRUE(spinUntil([this] { return server_goal_.getGoal() != nullptr; }));
    goal_.reset(new RealtimeGoal(server_goal_));
  }

  template <class Condition>
  bool spinUntil(Condition condition) {
    const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
    while (!condition() && ros::WallTime::now() < deadline) {
      ros::spinOnce();
      ros::WallDuration(0.001).sleep();
    }
    return condition();
  }

  bool clientIsDone() {
    return spinUntil([this] { return client_goal_.getCommState() == actionlib::CommState::DONE; });
  }

  int serverStatus() { return server_goal_.getGoalStatus().status; }

  static actionlib::TestResultPtr result(int value) {
    actionlib::TestResultPtr result(new actionlib::TestResult);
    result->result = value;
    return result;
  }

  using Server = actionlib::ActionServer<TestAction>;
  using Client = actionlib::ActionClient<TestAction>;
  using Status = actionlib_msgs::GoalStatus;

  ros::NodeHandle node_;
  Server server_;
  Client client_;
  Server::GoalHandle server_goal_;
  Client::GoalHandle client_goal_;
  std::unique_ptr<RealtimeGoal> goal_;
  std::vector<int> feedback_;
};

}  // namespace

TEST_F(RealtimeServerGoalHandle, Succeeds) {
  server_goal_.setAccepted();
  goal_->setSucceeded(result(42));
  EXPECT_EQ(Status::ACTIVE, serverStatus()) << "nothing happens on the RT side";
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(TerminalState::SUCCEEDED, client_goal_.getTerminalState().state_);
  EXPECT_EQ(42, client_goal_.getResult()->result);
}

TEST_F(RealtimeServerGoalHandle, AbortsWithPreallocatedResult) {
  server_goal_.setAccepted();
  ASSERT_TRUE(goal_->preallocated_result_ != nullptr);
  goal_->preallocated_result_->result = 5;
  goal_->setAborted(goal_->preallocated_result_);
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(TerminalState::ABORTED, client_goal_.getTerminalState().state_);
  EXPECT_EQ(5, client_goal_.getResult()->result);
}

TEST_F(RealtimeServerGoalHandle, CancelsWithoutResult) {
  server_goal_.setAccepted();
  client_goal_.cancel();
  ASSERT_TRUE(spinUntil([this] { return serverStatus() == Status::PREEMPTING; }));
  goal_->setCanceled();
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(TerminalState::PREEMPTED, client_goal_.getTerminalState().state_);
  EXPECT_EQ(0, client_goal_.getResult()->result);
}

TEST_F(RealtimeServerGoalHandle, CancelsGoalThatIsNotAcceptedYet) {
  goal_->setCanceled();
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(TerminalState::RECALLED, client_goal_.getTerminalState().state_);
}

TEST_F(RealtimeServerGoalHandle, FirstOutcomeWinsAndIsSentOnce) {
  server_goal_.setAccepted();
  goal_->setAborted(result(1));
  goal_->setSucceeded(result(2));
  goal_->setCanceled(result(3));
  goal_->runNonRealtime(ros::TimerEvent());
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(TerminalState::ABORTED, client_goal_.getTerminalState().state_);
  EXPECT_EQ(1, client_goal_.getResult()->result);
}

TEST_F(RealtimeServerGoalHandle, OutcomeWaitsUntilGoalIsAccepted) {
  goal_->setSucceeded(result(9));
  goal_->runNonRealtime(ros::TimerEvent());
  EXPECT_EQ(Status::PENDING, serverStatus());
  server_goal_.setAccepted();
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(9, client_goal_.getResult()->result);
}

TEST_F(RealtimeServerGoalHandle, SendsNewestFeedbackOnceBeforeTheOutcome) {
  server_goal_.setAccepted();
  ASSERT_TRUE(goal_->preallocated_feedback_ != nullptr);
  ASSERT_TRUE(
      spinUntil([this] { return client_goal_.getCommState() == actionlib::CommState::ACTIVE; }));
  actionlib::TestFeedbackPtr older(new actionlib::TestFeedback);
  older->feedback = 1;
  goal_->setFeedback(older);
  goal_->preallocated_feedback_->feedback = 17;
  goal_->setFeedback(goal_->preallocated_feedback_);
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(spinUntil([this] { return !feedback_.empty(); }));
  goal_->setFeedback();  // nothing to send
  goal_->setSucceeded(result(1));
  goal_->runNonRealtime(ros::TimerEvent());
  ASSERT_TRUE(clientIsDone());
  EXPECT_EQ(std::vector<int>({17}), feedback_);
}

TEST_F(RealtimeServerGoalHandle, TakesWhatTheCallerPreallocated) {
  actionlib::TestResultPtr own_result = result(3);
  actionlib::TestFeedbackPtr own_feedback(new actionlib::TestFeedback);
  RealtimeGoal goal(server_goal_, own_result, own_feedback);
  EXPECT_EQ(own_result, goal.preallocated_result_);
  EXPECT_EQ(own_feedback, goal.preallocated_feedback_);
}

TEST_F(RealtimeServerGoalHandle, HandleWithoutGoalIsNotValid) {
  EXPECT_TRUE(goal_->valid());
  Server::GoalHandle none;
  RealtimeGoal empty(none);
  EXPECT_FALSE(empty.valid());
  empty.setSucceeded();
  empty.runNonRealtime(ros::TimerEvent());
}
