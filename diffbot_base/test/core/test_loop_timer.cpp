#include <diffbot_base/loop_timer.h>
#include <diffbot_base/ring_buffer.h>
#include <gtest/gtest.h>

#include <thread>

using namespace diffbot_base;

namespace {

// Both clocks stand still unless somebody sleeps or works.
class FakeClock : public LoopClock {
 public:
  int64_t steady = 5000000000;
  int64_t wall_ahead = 1700000000000000000;
  int64_t oversleep = 0;

  int64_t steadyNs() override { return steady; }
  ros::Time wall() override {
    return ros::Time().fromNSec(static_cast<uint64_t>(steady + wall_ahead));
  }
  void sleepUntil(int64_t deadline) override { steady = std::max(steady, deadline) + oversleep; }
};

constexpr int64_t kMs = 1000000;

TEST(LoopTimer, keeps_the_rate_and_shifts_nothing_when_late) {
  FakeClock clock;
  LoopTimer timer(&clock, 50.0);
  timer.next();
  const int64_t begin = clock.steady;
  for (int i = 1; i <= 1000; ++i) {
    clock.steady += 3 * kMs;          // work
    clock.oversleep = (i % 3) * kMs;  // wakes up late now and then
    const Cycle cycle = timer.next();
    EXPECT_EQ(clock.steady, begin + i * 20 * kMs + clock.oversleep);
    EXPECT_NEAR(cycle.period.toSec(), 0.02, 0.0021);
    EXPECT_FALSE(cycle.clock_stepped);
  }
  EXPECT_EQ(timer.statistics().overruns, 0u);
  EXPECT_NEAR(timer.statistics().worst_late_s, 0.002, 1e-9);
}

TEST(LoopTimer, overrun_is_counted_with_its_size_and_not_caught_up) {
  FakeClock clock;
  LoopTimer timer(&clock, 50.0);
  timer.next();
  const int64_t begin = clock.steady;
  clock.steady += 73 * kMs;
  timer.next();
  EXPECT_EQ(clock.steady, begin + 73 * kMs) << "did not begin at once";
  EXPECT_EQ(timer.statistics().overruns, 1u);
  EXPECT_NEAR(timer.statistics().last_overrun_s, 0.053, 1e-9);
  timer.next();
  EXPECT_EQ(clock.steady, begin + 80 * kMs) << "left the rhythm, or caught up";
  timer.next();
  EXPECT_EQ(clock.steady, begin + 100 * kMs);
  EXPECT_EQ(timer.statistics().overruns, 1u);
}

TEST(LoopTimer, pause_of_a_second_gives_the_controllers_two_periods_at_most) {
  FakeClock clock;
  LoopTimer timer(&clock, 50.0);
  timer.next();
  clock.steady += 1000 * kMs;
  const Cycle cycle = timer.next();
  EXPECT_NEAR(cycle.period.toSec(), 0.04, 1e-9);
  EXPECT_NEAR(timer.statistics().last_period_s, 1.0, 1e-9);
  EXPECT_FALSE(cycle.clock_stepped) << "both clocks went on";
}

TEST(LoopTimer, wall_clock_set_by_an_hour_changes_no_period_and_is_told) {
  for (const int64_t hours : {1, -1}) {
    FakeClock clock;
    LoopTimer timer(&clock, 50.0);
    timer.next();
    timer.next();
    clock.wall_ahead += hours * 3600000 * kMs;
    const Cycle cycle = timer.next();
    EXPECT_NEAR(cycle.period.toSec(), 0.02, 1e-9);
    EXPECT_TRUE(cycle.clock_stepped);
    EXPECT_NEAR(timer.statistics().last_clock_step_s, 3600.0 * static_cast<double>(hours), 1e-3);
    EXPECT_FALSE(timer.next().clock_stepped);
    EXPECT_EQ(timer.statistics().clock_steps, 1u);
  }
}

TEST(LoopTimer, slewing_of_the_wall_clock_is_no_step) {
  FakeClock clock;
  LoopTimer timer(&clock, 50.0);
  for (int i = 0; i < 1000; ++i) {
    clock.wall_ahead += 10 * kMs;
    EXPECT_FALSE(timer.next().clock_stepped);
  }
}

TEST(RingBuffer, keeps_the_order_and_refuses_when_full) {
  RingBuffer<int, 4> ring;
  int value = 0;
  EXPECT_FALSE(ring.pop(&value));
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(ring.push(i));
    EXPECT_FALSE(ring.push(9));
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(ring.pop(&value));
      EXPECT_EQ(value, i);
    }
    EXPECT_FALSE(ring.pop(&value));
  }
}

TEST(RingBuffer, between_two_threads_nothing_is_lost_or_torn) {
  struct Item {
    int64_t a, b;
  };
  RingBuffer<Item, 64> ring;
  constexpr int64_t kItems = 20000;
  std::thread writer([&ring] {
    for (int64_t i = 0; i < kItems;) {
      if (ring.push({i, -i}))
        ++i;
      else
        std::this_thread::yield();
    }
  });
  int64_t next = 0;
  while (next < kItems) {
    Item item;
    if (!ring.pop(&item)) {
      std::this_thread::yield();
      continue;
    }
    if (item.a != next || item.b != -next) break;
    ++next;
  }
  EXPECT_EQ(next, kItems);
  writer.join();
}

}  // namespace
