#include <diffbot_base/real_time.h>
#include <dirent.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace diffbot_base {

namespace {

constexpr int kBelowLoop = 10;

bool makeRealTime(pid_t thread, int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return ::sched_setscheduler(thread, SCHED_FIFO, &parameters) == 0;
}

}  // namespace

bool requestRealTime(int priority, std::string* why) {
  const pid_t self = static_cast<pid_t>(::syscall(SYS_gettid));
  if (!makeRealTime(self, priority)) {
    *why = std::string("no real-time scheduling for the loop (") + std::strerror(errno) +
           "): other programs can delay it. Allow it with a line \"@dialout - rtprio 99\" in "
           "/etc/security/limits.conf, or set hardware_interface/real_time_priority to 0";
    return false;
  }
  if (DIR* const threads = ::opendir("/proc/self/task")) {
    while (const dirent* const entry = ::readdir(threads)) {
      const pid_t thread = std::atoi(entry->d_name);
      // one that has just ended is no error
      if (thread > 0 && thread != self) makeRealTime(thread, std::max(1, priority - kBelowLoop));
    }
    ::closedir(threads);
  }
  return true;
}

}  // namespace diffbot_base
