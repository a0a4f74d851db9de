#include <diffbot_base/loop_timer.h>

#include <algorithm>
#include <cmath>

namespace diffbot_base {

namespace {

// The controllers' limiters may step by this many periods at most after a pause of the process.
constexpr int64_t kMostPeriods = 2;

// A change between the clocks that no slewing makes within one cycle, s.
constexpr double kClockStep = 0.1;

double seconds(int64_t ns) { return 1e-9 * static_cast<double>(ns); }

}  // namespace

LoopTimer::LoopTimer(LoopClock* clock, double rate_hz)
    : clock_(clock), period_ns_(std::llround(1e9 / rate_hz)) {}

Cycle LoopTimer::next() {
  const int64_t worked_ns = clock_->steadyNs();
  if (!started_) {
    due_ns_ = worked_ns;
    began_ns_ = worked_ns - period_ns_;
  } else {
    countWork(worked_ns);
  }

  int64_t now_ns = worked_ns;
  while (now_ns < due_ns_) {
    clock_->sleepUntil(due_ns_);
    now_ns = clock_->steadyNs();
  }

  Cycle cycle;
  cycle.time = clock_->wall();
  cycle.steady_s = seconds(now_ns);
  const int64_t passed_ns = now_ns - began_ns_;
  cycle.period.fromNSec(std::min(passed_ns, kMostPeriods * period_ns_));

  const double wall_ahead_s = (cycle.time - ros::Time().fromNSec(now_ns)).toSec();
  if (started_ && std::fabs(wall_ahead_s - wall_ahead_s_) > kClockStep) {
    cycle.clock_stepped = true;
    ++statistics_.clock_steps;
    statistics_.last_clock_step_s = wall_ahead_s - wall_ahead_s_;
  }
  wall_ahead_s_ = wall_ahead_s;

  ++statistics_.cycles;
  statistics_.last_late_s = seconds(now_ns - due_ns_);
  statistics_.worst_late_s = std::max(statistics_.worst_late_s, statistics_.last_late_s);
  statistics_.last_period_s = seconds(passed_ns);
  began_ns_ = now_ns;
  due_ns_ += period_ns_;
  started_ = true;
  return cycle;
}

void LoopTimer::countWork(int64_t now_ns) {
  statistics_.last_work_s = seconds(now_ns - began_ns_);
  statistics_.worst_work_s = std::max(statistics_.worst_work_s, statistics_.last_work_s);
  if (now_ns <= due_ns_) return;
  ++statistics_.overruns;
  statistics_.last_overrun_s = seconds(now_ns - due_ns_);
  statistics_.worst_overrun_s = std::max(statistics_.worst_overrun_s, statistics_.last_overrun_s);
  // The next cycle begins at once; after it the old rhythm goes on.
  due_ns_ += (now_ns - due_ns_) / period_ns_ * period_ns_;
}

}  // namespace diffbot_base
