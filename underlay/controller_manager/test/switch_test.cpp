// Switching controllers: what is accepted, and that nothing changes if it is not.

#include "manager_fixture.h"

namespace controller_manager_test {

constexpr int NO_STRICTNESS = 0;

class SwitchTest : public ManagerTest {
 protected:
  /// `run` runs, `idle` does not; both can run together.
  void SetUp() override {
    load({"run", "idle"}, "fake/StateReader");
    ASSERT_TRUE(switchTo({"run"}, {}));
    rig.prepare_calls = rig.do_switch_calls = 0;
  }

  /// A switch that must be refused without waiting for a cycle, and without changing anything.
  void expectRefused(const Names& start, const Names& stop, int strictness, const Names& texts) {
    CapturedLog log;
    // With a timeout, so that it returns also if it is accepted; the texts differ then.
    EXPECT_FALSE(manager->switchController(start, stop, strictness, false, 0.01));
    EXPECT_TRUE(hasAll(log.text(), texts));
    cycle();
    EXPECT_EQ("running", state("run"));
    EXPECT_EQ("initialized", state("idle"));
    EXPECT_EQ(0, rig.do_switch_calls);
  }

  const Calls& callsOf(const std::string& name) { return controller<StateReader>(name).calls; }
};

TEST_F(SwitchTest, startsAndStopsInOneCycle) {
  EXPECT_TRUE(switchTo({"idle"}, {"run"}));
  EXPECT_EQ("stopped", state("run"));
  EXPECT_EQ("running", state("idle"));
  EXPECT_EQ(1, rig.prepare_calls);
  EXPECT_EQ(1, rig.do_switch_calls);
  EXPECT_EQ("idle", rig.last_start);
  EXPECT_EQ("run", rig.last_stop);
}

TEST_F(SwitchTest, strictRefusesUnknownNames) {
  expectRefused({"idle", "nobody"}, {"run"}, STRICT, {"'nobody'", "'idle'", "'run'"});
  expectRefused({"idle"}, {"run", "nobody"}, STRICT, {"'nobody'"});
}

TEST_F(SwitchTest, strictRefusesWhatIsDoneAlready) {
  expectRefused({"idle", "run"}, {}, STRICT, {"'run'", "running already"});
  expectRefused({}, {"run", "idle"}, STRICT, {"'idle'", "not running"});
}

TEST_F(SwitchTest, strictRefusesToStopAndStartWhatDoesNotRun) {
  expectRefused({"idle"}, {"idle"}, STRICT, {"'idle'"});
}

TEST_F(SwitchTest, noRestartInOneCall) {
  expectRefused({"run"}, {"run"}, STRICT, {"'run'", "two calls"});
  expectRefused({"run"}, {"run"}, BEST_EFFORT, {"'run'", "two calls"});
}

TEST_F(SwitchTest, bestEffortDoesWhatItCan) {
  EXPECT_TRUE(switchTo({"idle", "nobody"}, {"run", "nobody"}, BEST_EFFORT));
  EXPECT_EQ("stopped", state("run"));
  EXPECT_EQ("running", state("idle"));
  EXPECT_EQ("idle", rig.last_start);
  EXPECT_EQ("run", rig.last_stop);
}

TEST_F(SwitchTest, bestEffortStartsWhatIsInBothListsAndDoesNotRun) {
  EXPECT_TRUE(switchTo({"idle"}, {"idle"}, BEST_EFFORT));
  EXPECT_EQ("running", state("idle"));
}

// Upstream calls starting() again, without stopping(): a controller then loses a cycle's command.
TEST_F(SwitchTest, bestEffortLeavesARunningControllerAlone) {
  for (const bool start_asap : {false, true}) {
    EXPECT_TRUE(switchTo({"run"}, {}, BEST_EFFORT, start_asap));
    EXPECT_EQ("running", state("run"));
    EXPECT_EQ(1, callsOf("run").starting);
    EXPECT_EQ(0, callsOf("run").stopping);
    EXPECT_EQ("", rig.last_start);
  }
}

TEST_F(SwitchTest, noStrictnessIsBestEffortWithAWarning) {
  CapturedLog log;
  EXPECT_TRUE(switchTo({"idle", "nobody"}, {}, NO_STRICTNESS));
  EXPECT_TRUE(hasAll(log.text(), {"strictness", "BEST_EFFORT"}));
  EXPECT_EQ("running", state("idle"));
}

TEST_F(SwitchTest, emptyListsSucceedWithTheNextCycle) {
  EXPECT_TRUE(switchTo({}, {}));
  EXPECT_TRUE(switchTo({}, {}, BEST_EFFORT));
  EXPECT_EQ("running", state("run"));
}

TEST_F(SwitchTest, namesThatAreGivenTwiceCountOnce) {
  EXPECT_TRUE(switchTo({"idle", "idle"}, {"run", "run"}));
  EXPECT_EQ(1, callsOf("idle").starting);
  EXPECT_EQ(1, callsOf("run").stopping);
  EXPECT_EQ("idle", rig.last_start);
}

TEST_F(SwitchTest, aStoppedControllerCanRunAgain) {
  EXPECT_TRUE(switchTo({}, {"run"}));
  EXPECT_TRUE(switchTo({"run"}, {}));
  EXPECT_EQ(2, callsOf("run").starting);
  EXPECT_EQ("running", state("run"));
}

TEST_F(SwitchTest, resourceConflictIsRefused) {
  load({"effort"}, "fake/Effort");
  load({"velocity"}, "fake/Velocity");
  load({"elsewhere"}, "fake/StateReader");
  expectRefused({"effort", "velocity"}, {}, STRICT, {"[joint1]", "effort", "velocity"});
  ASSERT_TRUE(switchTo({"effort"}, {}));
  rig.do_switch_calls = 0;
  expectRefused({"velocity"}, {}, STRICT, {"[joint1]"});
  expectRefused({"velocity"}, {}, BEST_EFFORT, {"[joint1]"});
  EXPECT_TRUE(switchTo({"velocity"}, {"effort"}));  // not in conflict with what stops
  EXPECT_EQ("running", state("velocity"));
}

TEST_F(SwitchTest, aControllerInConflictWithItselfIsRefused) {
  load({"both"}, "fake/EffortAndVelocity");
  expectRefused({"both"}, {}, STRICT, {"[joint1]", "both"});
  EXPECT_EQ("initialized", state("both"));
}

TEST_F(SwitchTest, refusalOfTheRobotIsRefused) {
  rig.prepare_result = false;
  expectRefused({"idle"}, {"run"}, STRICT, {"prepareSwitch"});
  rig.prepare_result = true;
  EXPECT_TRUE(switchTo({"idle"}, {"run"}));
}

TEST_F(SwitchTest, strictReportsAllProblemsAtOnce) {
  expectRefused({"nobody", "run"}, {"idle", "none"}, STRICT,
                {"'nobody'", "'run'", "'idle'", "'none'"});
}

}  // namespace controller_manager_test
