#include "realtime_tools/realtime_clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

namespace realtime_tools {
namespace {

constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kSecond = 1000000000;
// A better estimate may pull the result back by as much; more means that the clock was set back.
constexpr std::int64_t kJitter = kSecond / 100;

template <class Time>
std::int64_t nanoseconds(const Time& time) {
  return static_cast<std::int64_t>(time.sec) * kSecond + time.nsec;
}

}  // namespace

constexpr int RealtimeClock::kWindow;

RealtimeClock::RealtimeClock() : offset_(kUnknown) {
  sem_init(&wake_, 0, 0);
  thread_ = std::thread(&RealtimeClock::loop, this);
}

RealtimeClock::~RealtimeClock() {
  running_ = false;
  sem_post(&wake_);
  thread_.join();
  sem_destroy(&wake_);
}

ros::Time RealtimeClock::getSystemTime(const ros::Time& realtime_time) {
  const std::int64_t realtime = nanoseconds(realtime_time);
  const std::int64_t offset = offset_;  // before the sample below can change it
  sample_ = realtime;
  if (!sample_wanted_.exchange(true)) {
    sem_post(&wake_);
  }

  if (offset == kUnknown) {
    return ros::Time();
  }
  std::int64_t result = realtime + offset;
  if (realtime > last_realtime_ && result <= last_result_ && result > last_result_ - kJitter) {
    result = last_result_ + 1;
  }
  if (result < 0 || result / kSecond > std::numeric_limits<std::uint32_t>::max()) {
    return ros::Time();
  }
  last_realtime_ = realtime;
  last_result_ = result;
  return ros::Time(static_cast<std::uint32_t>(result / kSecond),
                   static_cast<std::uint32_t>(result % kSecond));
}

void RealtimeClock::loop() {
  std::array<std::int64_t, kWindow> offsets;
  std::size_t count = 0;
  while (true) {
    while (sem_wait(&wake_) != 0 && errno == EINTR) {
    }
    if (!running_) {
      return;
    }
    sample_wanted_ = false;
    const std::int64_t sample = sample_;  // before reading the clock: a delay only adds
    offsets[count % offsets.size()] = nanoseconds(ros::WallTime::now()) - sample;
    ++count;
    offset_ = *std::min_element(offsets.begin(), offsets.begin() + std::min(count, offsets.size()));
  }
}

}  // namespace realtime_tools
