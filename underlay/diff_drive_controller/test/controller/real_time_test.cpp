// The control loop takes no memory.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "bench.h"

namespace {
thread_local bool counting = false;
thread_local int allocations = 0;
}  // namespace

// Replaces the allocation of this whole process, libraries included.
void* operator new(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

TEST(RealTime, TheCounterCounts) {
  counting = true;
  const std::string text(100, 'x');
  counting = false;
  EXPECT_GE(allocations, 1) << text;
}

void expectNoAllocations(Bench& bench, const std::string& when) {
  const ros::Duration period(Bench::kPeriod);
  allocations = 0;
  for (int i = 0; i < 50; ++i) {
    bench.rig.move(Bench::kPeriod);
    bench.time += period;
    counting = true;
    bench.controller->updateRequest(bench.time, period);
    counting = false;
  }
  EXPECT_EQ(0, allocations) << when;
}

TEST(RealTime, UpdateAllocatesNothing) {
  Bench bench(2);
  bench.set("publish_cmd", true);
  bench.set("publish_wheel_joint_controller_state", true);
  bench.begin();
  bench.command(0.5, 1.0);
  expectNoAllocations(bench, "driving");
  bench.rig.feedback_fault = NAN;
  expectNoAllocations(bench, "feedback lost");
  bench.rig.feedback_fault = 0.0;
  for (auto& wheel : bench.rig.wheels) wheel.offset -= wheel.angle + 100.0;
  expectNoAllocations(bench, "feedback back, encoders elsewhere");
  for (auto& wheel : bench.rig.wheels) wheel.offset = -wheel.angle;
  expectNoAllocations(bench, "device reset");
  bench.time = ros::Time(5.0);
  expectNoAllocations(bench, "clock back");

  allocations = 0;
  counting = true;
  bench.controller->stopRequest(bench.time);
  bench.controller->startRequest(bench.time);
  counting = false;
  EXPECT_EQ(0, allocations) << "restart";
}

}  // namespace
