#include <diffbot_base/ticks.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace diffbot_base;

namespace {

constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
constexpr int32_t kMin = std::numeric_limits<int32_t>::min();

TEST(Ticks, difference_is_right_across_the_wrap_in_both_directions) {
  const struct {
    int32_t now, before, expected;
  } table[] = {
      {0, 0, 0},
      {5, 3, 2},
      {3, 5, -2},
      {-3, 5, -8},
      {kMin, kMax, 1},
      {kMax, kMin, -1},
      {kMin + 9, kMax - 9, 19},
      {kMax - 9, kMin + 9, -19},
      {kMax, 0, kMax},
      {0, kMax, -kMax},
      {kMin, 0, kMin},
      {kMax, -1, kMin},
  };
  for (const auto& row : table)
    EXPECT_EQ(tickDifference(row.now, row.before), row.expected) << row.now << " - " << row.before;
}

TEST(Ticks, angle_of_a_tick) { EXPECT_NEAR(tickAngle(542), 0.011593, 1e-6); }

TEST(Ticks, angle_difference_is_right_where_the_counter_wraps) {
  const double range = counterRange(542);
  EXPECT_NEAR(range, 4294967296.0 * 2.0 * M_PI / 542.0, 1e-3);
  const double top = 0.5 * range;
  const struct {
    double now, before, expected;
  } table[] = {
      {1.5, 1.0, 0.5},
      {1.0, 1.5, -0.5},
      {-top + 1.0, top - 2.0, 3.0},
      {top - 2.0, -top + 1.0, -3.0},
      {0.0, 1e6, -1e6},
  };
  for (const auto& row : table)
    EXPECT_NEAR(angleDifference(row.now, row.before, range), row.expected, 1e-6)
        << row.now << " - " << row.before;
}

TEST(Ticks, float_spacing) {
  EXPECT_EQ(floatSpacing(1.0), std::ldexp(1.0, -23));
  EXPECT_EQ(floatSpacing(-131072.0), std::ldexp(1.0, -6));
  EXPECT_EQ(floatSpacing(2.5e7), 2.0);
  EXPECT_TRUE(std::isinf(floatSpacing(1e300)));
}

}  // namespace
