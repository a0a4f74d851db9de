// Loading, unloading, and what is updated when.

#include <atomic>
#include <memory>

#include "manager_fixture.h"

namespace controller_manager_test {

TEST_F(ManagerTest, loadsAndInitializes) {
  load({"a"}, "fake/Effort");
  EXPECT_EQ("initialized", state("a"));
  EXPECT_EQ(1, calls("a").init);
  EXPECT_EQ(1, calls("a").init_with_root);
  cycle(3);
  EXPECT_EQ(0, calls("a").update);
}

TEST_F(ManagerTest, asksEachLoaderForItsTypesOnce) {
  load({"a"}, "fake/Effort");
  EXPECT_EQ(1, loader->declared_calls);
}

/// A load that fails: what it leaves behind, and what it says.
struct BadLoad {
  std::string type;
  Names texts;
};
class BadLoadTest : public ManagerTest, public testing::WithParamInterface<BadLoad> {};

TEST_P(BadLoadTest, failsWithAReasonAndLeavesNothing) {
  load({"other"}, "fake/StateReader");
  setType("bad", GetParam().type);
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("bad"));
  Names texts = GetParam().texts;
  texts.push_back("'bad'");
  EXPECT_TRUE(hasAll(log.text(), texts));
  EXPECT_EQ(nullptr, manager->getControllerByName("bad"));
  EXPECT_EQ("initialized", state("other"));

  load({"bad"}, "fake/Effort");  // the name is still free
  EXPECT_EQ("initialized", state("bad"));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadLoadTest,
    testing::Values(BadLoad{"fake/Efort",
                            {"'fake/Efort'", "/robot/bad/type", "Did you mean 'fake/Effort'",
                             "'fake/Null'"}},
                    BadLoad{"SomethingElse", {"'SomethingElse'", "Known types", "'fake/Velocity'"}},
                    BadLoad{"fake/InitFails", {"the test controller's reason", "/robot/bad"}},
                    BadLoad{"fake/SecondInitFails", {"/robot/bad"}},
                    BadLoad{"fake/InitThrows", {"thrown by init"}},
                    BadLoad{"fake/InitThrowsInt", {"exception"}},
                    BadLoad{"fake/ConstructorThrows", {"thrown by the constructor"}},
                    BadLoad{"fake/NeedsPosVel",
                            {"hardware_interface::PosVelJointInterface", "VelocityJointInterface"}},
                    BadLoad{"fake/Null", {"fake_base", "fake/Null"}}),
    [](const testing::TestParamInfo<BadLoad>& info) {
      std::string name = info.param.type;
      name.erase(std::remove(name.begin(), name.end(), '/'), name.end());
      return name;
    });

TEST_F(ManagerTest, unknownJointIsNamed) {
  setType("a", "fake/Effort");
  nh.setParam("a/joints", Names({"joint9"}));
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("a"));
  EXPECT_TRUE(hasAll(log.text(), {"'a'", "'joint9'", "EffortJointInterface", "'joint1'"}));
}

TEST_F(ManagerTest, missingTypeIsExplained) {
  setType("left_controller", "fake/Effort");
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("left_controler"));
  EXPECT_TRUE(hasAll(
      log.text(), {"'/robot/left_controler/type' is not set", "Did you mean 'left_controller'"}));
}

TEST_F(ManagerTest, typeInAnotherNamespaceIsPointedAt) {
  ros::param::set("/elsewhere/a/type", "fake/Effort");
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("a"));
  ros::param::del("/elsewhere");
  EXPECT_TRUE(hasAll(log.text(), {"'/robot/a/type' is not set", "'/elsewhere/a/type'"}));
}

TEST_F(ManagerTest, typeThatIsNoStringIsExplained) {
  nh.setParam("a/type", 7);
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("a"));
  EXPECT_TRUE(hasAll(log.text(), {"'/robot/a/type' is not a string"}));
}

TEST_F(ManagerTest, impossibleNamesFail) {
  ros::param::set("/robot/type", "fake/Effort");
  for (const std::string name : {"", "a b", "9/x"}) {
    CapturedLog log;
    EXPECT_FALSE(manager->loadController(name)) << name;
    EXPECT_TRUE(hasAll(log.text(), {"Could not load controller '" + name + "'"}));
  }
}

TEST_F(ManagerTest, aNameCanBeLoadedOnlyOnce) {
  load({"a"}, "fake/Effort");
  CapturedLog log;
  EXPECT_FALSE(manager->loadController("a"));
  EXPECT_TRUE(hasAll(log.text(), {"'a'", "loaded already"}));
  EXPECT_EQ(1, calls("a").init);
}

TEST_F(ManagerTest, unloadDestroysTheController) {
  load({"a", "b"}, "fake/StateReader");
  cycle();
  EXPECT_TRUE(manager->unloadController("a"));
  EXPECT_EQ(nullptr, manager->getControllerByName("a"));
  EXPECT_EQ("initialized", state("b"));
  load({"a"}, "fake/StateReader");
}

TEST_F(ManagerTest, unloadOfUnknownOrRunningFails) {
  load({"a"}, "fake/Effort");
  CapturedLog log;
  EXPECT_FALSE(manager->unloadController("b"));
  EXPECT_TRUE(hasAll(log.text(), {"'b'", "not loaded", "'a'"}));

  ASSERT_TRUE(switchTo({"a"}, {}));
  EXPECT_FALSE(manager->unloadController("a"));
  EXPECT_TRUE(hasAll(log.text(), {"'a'", "running"}));
  EXPECT_EQ("running", state("a"));

  ASSERT_TRUE(switchTo({}, {"a"}));
  EXPECT_TRUE(manager->unloadController("a"));
}

// Upstream waits for update() here, for ever if the simulation is paused. This must not.
TEST_F(ManagerTest, loadAndUnloadDoNotNeedTheLoop) {
  load({"a"}, "fake/Effort");  // before the first update() ever
  EXPECT_TRUE(manager->unloadController("a"));
  cycle(2);  // from here on the loop stands still
  load({"b", "c"}, "fake/Effort");
  EXPECT_TRUE(manager->unloadController("b"));
  cycle();
  EXPECT_EQ("initialized", state("c"));
}

class ChangingTest : public ManagerTest {
 protected:
  void changeAHundredTimes() {
    load({"always"}, "fake/StateReader");
    ASSERT_TRUE(manager->switchController({"always"}, {}, STRICT));
    for (int i = 0; i < 100; ++i) {
      load({"a"}, "fake/Effort");
      ASSERT_TRUE(manager->switchController({"a"}, {}, STRICT));
      EXPECT_EQ("running", state("a"));
      ASSERT_TRUE(manager->switchController({}, {"a"}, STRICT));
      EXPECT_EQ("stopped", state("a"));
      ASSERT_TRUE(manager->unloadController("a"));
    }
  }
};

TEST_F(ChangingTest, changesWhileTheLoopRuns) {
  std::atomic<bool> run{true};
  std::future<void> loop = std::async(std::launch::async, [&] {
    while (run) {
      cycle();
    }
  });
  changeAHundredTimes();
  run = false;
  loop.get();
  const Calls& always = controller<StateReader>("always").calls;
  EXPECT_EQ(1, always.starting);
  EXPECT_EQ(0, always.stopping);
  EXPECT_GE(always.update, 200);  // at least one cycle per switch
}

TEST_F(ManagerTest, updatesFromTheCycleAfterTheStartUntilTheCycleOfTheStop) {
  load({"a"}, "fake/Effort");
  std::future<bool> started =
      std::async(std::launch::async, [&] { return manager->switchController({"a"}, {}, STRICT); });
  cycleUntil("a", "running");
  EXPECT_EQ(0, calls("a").update);  // in the cycle that started it
  ASSERT_TRUE(finish(started));
  cycle(2);
  EXPECT_EQ(2, calls("a").update);

  std::future<bool> stopped =
      std::async(std::launch::async, [&] { return manager->switchController({}, {"a"}, STRICT); });
  int cycles = 2;
  stepUntil("a", "stopped", [&] {
    cycle();
    ++cycles;
  });
  EXPECT_EQ(cycles, calls("a").update);  // also in the cycle that stopped it
  ASSERT_TRUE(finish(stopped));
  cycle(2);
  EXPECT_EQ(cycles, calls("a").update);
}

TEST_F(ManagerTest, resetStopsAndStartsWhatRuns) {
  load({"a"}, "fake/Effort");
  load({"b"}, "fake/StateReader");
  ASSERT_TRUE(switchTo({"a"}, {}));
  const int updates = calls("a").update;
  manager->update(now, period, true);
  EXPECT_EQ(2, calls("a").starting);
  EXPECT_EQ(1, calls("a").stopping);
  EXPECT_EQ(updates + 1, calls("a").update);
  EXPECT_EQ(0, controller<StateReader>("b").calls.starting);
  EXPECT_EQ("initialized", state("b"));
}

}  // namespace controller_manager_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::init(argc, argv, "controller_manager_test");
  const ros::NodeHandle keeps_ros_running;
  return RUN_ALL_TESTS();
}
