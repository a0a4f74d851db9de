#include <diffbot_firmware/timing.h>
#include <gtest/gtest.h>

using namespace diffbot_firmware;

namespace {

constexpr uint32_t kTimeout = 240000;
constexpr uint32_t kPeriod = 50000;

class FromTime : public testing::TestWithParam<uint32_t> {};

// Start times with the wrap of the clock before, in and after the tests' range.
INSTANTIATE_TEST_SUITE_P(Table, FromTime,
                         testing::Values(0u, 1u, 123456789u, 0x7FFFFFFFu, 0x80000000u, 0xFFFE7960u,
                                         0xFFFFFFFFu));

TEST(Watchdog, starts_expired) { EXPECT_TRUE(Watchdog(kTimeout).expired(0)); }

TEST_P(FromTime, watchdog_expires_just_after_its_timeout) {
  const uint32_t t = GetParam();
  Watchdog watchdog(kTimeout);
  watchdog.feed(t);
  EXPECT_FALSE(watchdog.expired(t));
  EXPECT_FALSE(watchdog.expired(t + kTimeout));
  EXPECT_TRUE(watchdog.expired(t + kTimeout + 1));
}

TEST_P(FromTime, watchdog_stays_expired_until_fed) {
  const uint32_t t = GetParam();
  Watchdog watchdog(kTimeout);
  watchdog.feed(t);
  EXPECT_TRUE(watchdog.expired(t + 300000));
  EXPECT_TRUE(watchdog.expired(t + 1));  // 71.6 minutes later: the clock came round
  watchdog.feed(t + 2);
  EXPECT_FALSE(watchdog.expired(t + 3));
}

TEST_P(FromTime, watchdog_fed_in_time_never_expires) {
  uint32_t t = GetParam();
  Watchdog watchdog(kTimeout);
  watchdog.feed(t);
  for (int i = 0; i < 1000; ++i) {
    t += kTimeout;
    ASSERT_FALSE(watchdog.expired(t)) << "feed " << i;
    watchdog.feed(t);
  }
}

TEST_P(FromTime, gate_opens_once_per_period) {
  const uint32_t start = GetParam();
  RateGate gate(kPeriod);
  gate.start(start);
  int opened = 0;
  for (uint32_t t = 100; t <= 1000000; t += 100) {  // passes of 0.1 ms for a second
    if (!gate.due(start + t)) continue;
    ++opened;
    EXPECT_EQ(kPeriod, gate.elapsed());
  }
  EXPECT_EQ(20, opened);
}

TEST_P(FromTime, gate_keeps_the_mean_rate_with_slow_passes) {
  const uint32_t start = GetParam();
  RateGate gate(kPeriod);
  gate.start(start);
  int opened = 0;
  for (uint32_t t = 0; t < 10049000; t += 3700) {  // no divisor of the period
    if (gate.due(start + t)) ++opened;
  }
  EXPECT_EQ(200, opened);
}

TEST_P(FromTime, gate_neither_opens_at_once_nor_twice) {
  const uint32_t start = GetParam();
  RateGate gate(kPeriod);
  gate.start(start);
  EXPECT_FALSE(gate.due(start));
  EXPECT_FALSE(gate.due(start + kPeriod - 1));
  EXPECT_TRUE(gate.due(start + kPeriod));
  EXPECT_FALSE(gate.due(start + kPeriod));
}

TEST_P(FromTime, time_between_openings_is_never_near_zero) {
  const uint32_t start = GetParam();
  RateGate gate(kPeriod);
  gate.start(start);
  uint32_t t = start;
  uint32_t pass = 1;
  for (int i = 0; i < 20000; ++i) {
    pass = pass * 1103515245u + 12345u;  // passes of 0 to 65 ms
    t += pass >> 16;
    if (gate.due(t)) {
      ASSERT_GE(gate.elapsed(), kPeriod * 3 / 4) << "pass " << i;
    }
  }
}

TEST_P(FromTime, gate_does_not_catch_up_after_a_pause) {
  const uint32_t start = GetParam();
  RateGate gate(kPeriod);
  gate.start(start);
  EXPECT_TRUE(gate.due(start + 1000000));
  EXPECT_EQ(1000000u, gate.elapsed());
  EXPECT_FALSE(gate.due(start + 1000000 + kPeriod - 1));
  EXPECT_TRUE(gate.due(start + 1000000 + kPeriod));
}

}  // namespace
