#include <diffbot_firmware/ticks.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace diffbot_firmware;

namespace {

constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
constexpr int32_t kMin = std::numeric_limits<int32_t>::min();
constexpr double kTick = 2.0 * M_PI / 542.0;

struct DifferenceCase {
  int32_t before;
  int32_t now;
  int32_t difference;
};

class TickDifference : public testing::TestWithParam<DifferenceCase> {};

TEST_P(TickDifference, is_signed_and_wraps) {
  const DifferenceCase& c = GetParam();
  EXPECT_EQ(c.difference, tickDifference(c.now, c.before)) << c.before << " -> " << c.now;
}

INSTANTIATE_TEST_SUITE_P(
    Table, TickDifference,
    testing::Values(DifferenceCase{0, 0, 0}, DifferenceCase{0, 1, 1}, DifferenceCase{1, 0, -1},
                    DifferenceCase{-1, 1, 2}, DifferenceCase{1, -1, -2},
                    DifferenceCase{1000000, 1000542, 542}, DifferenceCase{kMax - 1, kMax, 1},
                    DifferenceCase{kMax, kMin, 1}, DifferenceCase{kMin, kMax, -1},
                    DifferenceCase{kMax - 5, kMin + 4, 10}, DifferenceCase{kMin + 4, kMax - 5, -10},
                    DifferenceCase{0, kMax, kMax}, DifferenceCase{0, kMin, kMin},
                    DifferenceCase{kMin, 0, kMin}, DifferenceCase{kMax, 0, -kMax},
                    // 16-bit edges are nothing special
                    DifferenceCase{32767, 32768, 1}, DifferenceCase{-32768, -32769, -1},
                    DifferenceCase{65535, 65536, 1}));

TEST(WheelAngle, one_turn_is_two_pi_in_both_directions) {
  EXPECT_FLOAT_EQ(static_cast<float>(2.0 * M_PI), wheelAngle(542, 542));
  EXPECT_FLOAT_EQ(static_cast<float>(-2.0 * M_PI), wheelAngle(-542, 542));
  EXPECT_FLOAT_EQ(static_cast<float>(kTick), wheelAngle(1, 542));
  EXPECT_EQ(0.0f, wheelAngle(0, 542));
}

TEST(WheelAngle, is_the_nearest_float_up_to_where_a_tick_is_lost) {
  EXPECT_EQ(static_cast<float>(1000000 * kTick), wheelAngle(1000000, 542));
  EXPECT_EQ(static_cast<float>(4294967296.0 * kTick), wheelAngle(4294967296, 542));
  const int64_t ticks_at_131072_rad = static_cast<int64_t>(131072.0 / kTick);
  EXPECT_NE(wheelAngle(ticks_at_131072_rad - 3, 542), wheelAngle(ticks_at_131072_rad - 1, 542));
  EXPECT_EQ(wheelAngle(4 * ticks_at_131072_rad, 542), wheelAngle(4 * ticks_at_131072_rad + 1, 542));
}

TEST(WheelSpeed, is_ticks_over_time) {
  EXPECT_FLOAT_EQ(static_cast<float>(2.0 * M_PI), wheelSpeed(542, 542, 1.0f));
  EXPECT_FLOAT_EQ(static_cast<float>(-20.0 * kTick), wheelSpeed(-1, 542, 0.05f));
}

TEST(WheelSpeed, is_never_nan_or_infinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float dt : {0.0f, -0.0f, -0.05f, nan, infinity, -infinity}) {
    EXPECT_EQ(0.0f, wheelSpeed(0, 542, dt)) << dt;
    EXPECT_EQ(0.0f, wheelSpeed(100, 542, dt)) << dt;
  }
}

struct CounterCase {
  const char* name;
  int32_t start;
  int32_t step;
};

class CounterRunsOn : public testing::TestWithParam<CounterCase> {};

TEST_P(CounterRunsOn, over_the_32_bit_edge) {
  const CounterCase& c = GetParam();
  TickCounter counter;
  counter.start(c.start);
  uint32_t raw = static_cast<uint32_t>(c.start);
  for (int i = 1; i <= 100; ++i) {
    raw += static_cast<uint32_t>(c.step);
    EXPECT_EQ(c.step, counter.update(static_cast<int32_t>(raw))) << c.name << " step " << i;
    EXPECT_EQ(static_cast<int64_t>(c.step) * i, counter.total()) << c.name << " step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, CounterRunsOn,
                         testing::Values(CounterCase{"up over the maximum", kMax - 250, 10},
                                         CounterCase{"down over the minimum", kMin + 250, -10},
                                         CounterCase{"up through zero", -250, 10},
                                         CounterCase{"down through zero", 250, -10},
                                         CounterCase{"up one by one", kMax - 50, 1},
                                         CounterCase{"down one by one", kMin + 50, -1},
                                         CounterCase{"from a million", 1000000, 10},
                                         CounterCase{"largest step", kMax, kMax},
                                         CounterCase{"at rest on the edge", kMax, 0}));

TEST(TickCounter, starts_at_a_given_total) {
  TickCounter counter;
  counter.start(7, 1000000);
  EXPECT_EQ(1000000, counter.total());
  EXPECT_EQ(3, counter.update(10));
  EXPECT_EQ(1000003, counter.total());
}

TEST(TickCounter, zero_clears_the_total_and_keeps_the_next_difference) {
  TickCounter counter;
  counter.start(0);
  counter.update(5000);
  counter.zero(5004);                   // 4 ticks were not seen by an update yet
  EXPECT_EQ(10, counter.update(5010));  // so the speed is that of 10 ticks, not of -4990
  EXPECT_EQ(6, counter.total());        // and the angle that of the 6 since
}

TEST(TickCounter, zero_works_across_the_edge) {
  TickCounter counter;
  counter.start(kMax - 1);
  counter.zero(kMin + 1);
  EXPECT_EQ(3, counter.update(kMin + 1));
  EXPECT_EQ(0, counter.total());
}

}  // namespace
