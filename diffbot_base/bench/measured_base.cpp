// The base node, measured: runs ~benchmark_cycles cycles, prints one line of JSON and ends.
// scripts/loop_benchmark launches it in place of diffbot_base.

#include <diffbot_base/base_node.h>
#include <diffbot_base/stop_request.h>
#include <ros/ros.h>
#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "percentiles.h"

namespace {

using namespace diffbot_base;

constexpr uint64_t kWarmUp = 500;  // cycles in which controllers are loaded

double cpuSeconds() {
  rusage usage;
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Resident memory in kB.
long residentKb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.compare(0, 6, "VmRSS:") == 0) return std::stol(line.substr(6));
  return 0;
}

class Recorder {
 public:
  // The samples are written to once, so that they do not count as growth later.
  explicit Recorder(size_t cycles)
      : cycles_(cycles), period_ms_(cycles, 1.0), late_ms_(cycles, 1.0), work_ms_(cycles, 1.0) {}

  void add(const LoopStatistics& loop) {
    if (loop.cycles < kWarmUp) return;
    if (count_ == 0) {
      began_ = ros::WallTime::now();
      cpu_ = cpuSeconds();
      memory_kb_ = residentKb();
      overruns_ = loop.overruns;
    }
    if (count_ < cycles_) {
      period_ms_[count_] = 1e3 * loop.last_period_s;
      late_ms_[count_] = 1e3 * loop.last_late_s;
      work_ms_[count_] = 1e3 * loop.last_work_s;
      ++count_;
      return;
    }
    report(loop);
    requestStop();
  }

 private:
  void report(const LoopStatistics& loop) {
    if (reported_) return;
    reported_ = true;
    const double seconds = (ros::WallTime::now() - began_).toSec();
    std::printf("{\"cycles\": %zu, \"seconds\": %.1f", cycles_, seconds);
    print("period_ms", &period_ms_);
    print("late_ms", &late_ms_);
    print("work_ms", &work_ms_);
    std::printf(
        ", \"overruns\": %lu, \"cpu_percent\": %.2f, \"memory_kb\": %ld, "
        "\"memory_growth_kb\": %ld}\n",
        static_cast<unsigned long>(loop.overruns - overruns_),
        100.0 * (cpuSeconds() - cpu_) / seconds, residentKb(), residentKb() - memory_kb_);
    std::fflush(stdout);
  }

  static void print(const char* name, std::vector<double>* samples) {
    std::printf(", \"%s\": {\"p50\": %.4f, \"p99\": %.4f, \"p99.9\": %.4f, \"max\": %.4f}", name,
                percentile(samples, 0.5), percentile(samples, 0.99), percentile(samples, 0.999),
                percentile(samples, 1.0));
  }

  size_t cycles_;
  size_t count_ = 0;
  std::vector<double> period_ms_;
  std::vector<double> late_ms_;
  std::vector<double> work_ms_;
  ros::WallTime began_;
  double cpu_ = 0.0;
  long memory_kb_ = 0;
  uint64_t overruns_ = 0;
  bool reported_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "diffbot_base", ros::init_options::NoSigintHandler);
  catchStopRequests();
  ros::NodeHandle private_nh("~");
  Recorder recorder(static_cast<size_t>(private_nh.param("benchmark_cycles", 1500)));
  return runBaseNode([&recorder](const LoopStatistics& loop) { recorder.add(loop); });
}
