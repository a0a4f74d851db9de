#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "api/step_gate.h"

using gazebo_ros::StepGate;

/// Services get in between the steps of a world that never rests, and never into a step.
TEST(StepGate, KeepsServicesOutOfStepsAndIsFair) {
  StepGate gate;
  std::atomic<bool> stop{false};
  std::atomic<bool> in_step{false};
  std::atomic<int> inside{0};
  std::thread physics([&] {
    while (!stop) {
      gate.beginStep();
      in_step = true;
      EXPECT_EQ(inside, 0);
      in_step = false;
      gate.endStep();
    }
  });
  const auto serve = [&] {
    for (int i = 0; i < 300; ++i) {
      StepGate::Exclusive no_step(gate);
      EXPECT_EQ(++inside, 1);
      EXPECT_FALSE(in_step);
      --inside;
    }
  };
  std::thread one(serve), two(serve);
  one.join();
  two.join();
  stop = true;
  physics.join();
}

/// A world that stands still keeps nobody out.
TEST(StepGate, IsOpenWithoutSteps) {
  StepGate gate;
  {
    StepGate::Exclusive no_step(gate);
  }
  gate.beginStep();
  gate.endStep();
  StepGate::Exclusive no_step(gate);
}
