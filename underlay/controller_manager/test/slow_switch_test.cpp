// Switches that the robot does not finish at once, or never, and loops that stand still.

#include <chrono>
#include <thread>

#include "manager_fixture.h"

namespace controller_manager_test {

using State = hardware_interface::RobotHW::SwitchState;

class SlowSwitchTest : public ManagerTest {
 protected:
  void SetUp() override {
    load({"a", "b"}, "fake/StateReader");
    rig.result = State::ONGOING;
  }

  std::future<bool> requestStart(const Names& names, bool start_asap, double timeout) {
    return std::async(std::launch::async, [=] {
      return manager->switchController(names, {}, STRICT, start_asap, timeout);
    });
  }

  const Calls& callsOf(const std::string& name) { return controller<StateReader>(name).calls; }
};

TEST_F(SlowSwitchTest, allWaitForTheWholeRobot) {
  std::future<bool> result = requestStart({"a", "b"}, false, 0.0);
  cycleUntil("a", "waiting");
  cycle(5);
  EXPECT_EQ("waiting", state("b"));
  EXPECT_EQ(0, callsOf("a").starting);
  EXPECT_GE(callsOf("a").waiting, 6);  // once per cycle
  EXPECT_EQ(0, callsOf("a").update);
  rig.result = State::DONE;
  cycle();
  EXPECT_TRUE(finish(result));
  EXPECT_EQ("running", state("a"));
  EXPECT_EQ("running", state("b"));
  EXPECT_EQ(1, rig.do_switch_calls);  // in the first cycle only
}

TEST_F(SlowSwitchTest, startAsapWaitsForItsOwnResourcesOnly) {
  rig.slow_controller = "b";
  std::future<bool> result = requestStart({"a", "b"}, true, 0.0);
  cycleUntil("b", "waiting");
  EXPECT_EQ("running", state("a"));
  cycle(3);
  EXPECT_EQ(3, callsOf("a").update);
  EXPECT_EQ(1, callsOf("a").starting);
  rig.result = State::DONE;
  cycle();
  EXPECT_TRUE(finish(result));
  EXPECT_EQ("running", state("b"));
  EXPECT_EQ(1, callsOf("a").starting);
}

TEST_F(SlowSwitchTest, anErrorAbortsAndTheSwitchCountsAsDone) {
  for (const bool start_asap : {false, true}) {
    rig.result = State::ERROR;
    rig.slow_controller = "a";
    CapturedLog log;
    EXPECT_TRUE(switchTo({"a"}, {}, STRICT, start_asap));
    EXPECT_EQ("aborted", state("a"));
    EXPECT_TRUE(hasAll(log.text(), {"'a'", "aborted"}));
    rig.result = State::DONE;
    EXPECT_TRUE(switchTo({"a"}, {}));  // and can be tried again
    EXPECT_EQ("running", state("a"));
    EXPECT_TRUE(switchTo({}, {"a"}));
  }
  EXPECT_EQ(2, callsOf("a").aborting);
}

TEST_F(SlowSwitchTest, theTimeoutIsInTheTimeThatUpdateGets) {
  const double timeout = 10 * period.toSec() - 0.001;
  std::future<bool> result = requestStart({"a", "b"}, false, 1000.0 + timeout);
  cycleUntil("a", "waiting");
  now += ros::Duration(1000.0);
  cycle();
  EXPECT_EQ("waiting", state("a"));
  cycle(10);
  EXPECT_TRUE(finish(result));
  EXPECT_EQ("aborted", state("a"));
  EXPECT_EQ("aborted", state("b"));
  EXPECT_EQ(1, callsOf("a").aborting);
  EXPECT_EQ(0, callsOf("a").starting);
}

TEST_F(SlowSwitchTest, withStartAsapTheTimeoutAbortsOnlyWhatWaits) {
  rig.slow_controller = "b";
  std::future<bool> result = requestStart({"a", "b"}, true, 100.0);
  cycleUntil("b", "waiting");
  now += ros::Duration(101.0);
  cycle();
  EXPECT_TRUE(finish(result));
  EXPECT_EQ("running", state("a"));
  EXPECT_EQ("aborted", state("b"));
}

TEST_F(SlowSwitchTest, withoutUpdateATimeoutEndsTheCallAndNothingHappensLater) {
  rig.result = State::DONE;
  CapturedLog log;
  EXPECT_FALSE(manager->switchController({"a"}, {}, STRICT, false, 0.01));
  EXPECT_TRUE(hasAll(log.text(), {"nothing was changed", "update()", "paused"}));
  cycle(3);
  EXPECT_EQ("initialized", state("a"));
  EXPECT_EQ(0, rig.do_switch_calls);
  EXPECT_TRUE(switchTo({"a"}, {}));
}

TEST_F(SlowSwitchTest, inTheThreadOfTheLoopASwitchFailsInsteadOfHanging) {
  rig.result = State::DONE;
  cycle();
  CapturedLog log;
  EXPECT_FALSE(manager->switchController({"a"}, {}, STRICT));
  EXPECT_TRUE(
      hasAll(log.text(), {"nothing was changed", "in the thread that calls", "AsyncSpinner"}));
  cycle();
  EXPECT_EQ("initialized", state("a"));
}

TEST_F(SlowSwitchTest, whenTimeStandsStillTheCallEndsAndWhatWaitsIsAborted) {
  std::future<bool> result = requestStart({"a"}, false, 0.01);
  EXPECT_FALSE(finish(result, [this] { manager->update(now, period); }));
  EXPECT_EQ("aborted", state("a"));
  rig.result = State::DONE;
  cycle(3);
  EXPECT_EQ("aborted", state("a"));
  EXPECT_EQ(0, callsOf("a").starting);
  EXPECT_TRUE(switchTo({"a"}, {}));
}

TEST_F(SlowSwitchTest, whenTheLoopStopsHalfwayTheNextCycleAborts) {
  std::future<bool> result = requestStart({"a"}, false, 0.01);
  stepUntil("a", "waiting", [this] { manager->update(now, period); });
  EXPECT_FALSE(finish(result));  // no cycle any more
  EXPECT_EQ("waiting", state("a"));

  CapturedLog log;
  EXPECT_FALSE(manager->switchController({"b"}, {}, STRICT));
  EXPECT_TRUE(hasAll(log.text(), {"last switch"}));
  EXPECT_FALSE(manager->unloadController("a"));

  cycle();
  EXPECT_EQ("aborted", state("a"));
  EXPECT_TRUE(manager->unloadController("a"));
  rig.result = State::DONE;
  EXPECT_TRUE(switchTo({"b"}, {}));
}

TEST_F(SlowSwitchTest, destructionEndsAServiceCallThatWaits) {
  ros::AsyncSpinner spinner(1);
  spinner.start();
  ros::ServiceClient client = nh.serviceClient<controller_manager_msgs::SwitchController>(
      "controller_manager/switch_controller");
  std::future<bool> call = std::async(std::launch::async, [&] {
    controller_manager_msgs::SwitchController srv;
    srv.request.start_controllers = {"a"};
    srv.request.strictness = STRICT;
    return client.call(srv) && srv.response.ok;
  });
  for (int i = 0; i < 30000 && rig.prepare_calls == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_EQ(1, rig.prepare_calls);  // the call is about to wait for update()
  manager.reset();
  EXPECT_FALSE(finish(call));
}

}  // namespace controller_manager_test
