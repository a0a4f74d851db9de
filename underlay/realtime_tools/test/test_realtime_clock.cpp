#include <gtest/gtest.h>
#include <ros/time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "realtime_tools/realtime_clock.h"

using realtime_tools::RealtimeClock;

namespace {

const double kPatience = 30.0;  // [s] for a busy machine

ros::Time wallTime() {
  const ros::WallTime now = ros::WallTime::now();
  return ros::Time(now.sec, now.nsec);
}

// Calls until the clock knows an offset; the answer, or 0 after kPatience.
ros::Time waitForAnswer(RealtimeClock& clock, const ros::Duration& rt_minus_wall) {
  const ros::Time deadline = wallTime() + ros::Duration(kPatience);
  ros::Time answer;
  while (answer.isZero() && wallTime() < deadline) {
    answer = clock.getSystemTime(wallTime() + rt_minus_wall);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return answer;
}

}  // namespace

TEST(RealtimeClock, EndsUnused) { RealtimeClock clock; }

TEST(RealtimeClock, FirstCallHasNoAnswerYet) {
  RealtimeClock clock;
  EXPECT_TRUE(clock.getSystemTime(ros::Time(1.0)).isZero());
}

TEST(RealtimeClock, AddsOffsetBetweenClocks) {
  for (const double offset : {0.0, -1000.0, 12345.678}) {
    RealtimeClock clock;
    ASSERT_FALSE(waitForAnswer(clock, ros::Duration(offset)).isZero()) << "no offset measured";
    const ros::Time now = wallTime();
    const ros::Time answer = clock.getSystemTime(now + ros::Duration(offset));
    EXPECT_GE((answer - now).toSec(), -1e-6) << "offset " << offset;
    EXPECT_LT((answer - now).toSec(), 1.0) << "offset " << offset;
  }
}

TEST(RealtimeClock, AdvancesWithRealtimeClock) {
  RealtimeClock clock;
  ros::Time last = waitForAnswer(clock, ros::Duration(0.0));
  ASSERT_FALSE(last.isZero()) << "no offset measured";
  ros::Time realtime = wallTime();
  for (int i = 0; i < 2000; ++i) {
    realtime = std::max(wallTime(), realtime + ros::Duration(0, 1));
    const ros::Time answer = clock.getSystemTime(realtime);
    ASSERT_GT(answer, last) << "call " << i;
    last = answer;
  }
}

TEST(RealtimeClock, ResultOutsideRangeIsNoAnswer) {
  RealtimeClock clock;
  ASSERT_FALSE(waitForAnswer(clock, ros::Duration(-1e6)).isZero()) << "no offset measured";
  EXPECT_TRUE(clock.getSystemTime(ros::Time(UINT32_MAX, 0)).isZero());
}
