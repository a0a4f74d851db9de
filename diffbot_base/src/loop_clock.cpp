#include <diffbot_base/loop_clock.h>

#include <time.h>

namespace diffbot_base {

int64_t SystemClock::steadyNs() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

ros::Time SystemClock::wall() { return ros::Time::now(); }

void SystemClock::sleepUntil(int64_t deadline_ns) {
  const timespec until = {static_cast<time_t>(deadline_ns / 1000000000),
                          static_cast<long>(deadline_ns % 1000000000)};
  ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

double steadySeconds() { return 1e-9 * static_cast<double>(SystemClock().steadyNs()); }

}  // namespace diffbot_base
