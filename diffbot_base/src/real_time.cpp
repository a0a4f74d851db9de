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

// Priority 0: none.
bool schedule(pid_t thread, int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  return ::sched_setscheduler(thread, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameters) == 0;
}

// All threads but one; one that has just ended is no error.
void scheduleOthers(pid_t except, int priority) {
  DIR* const threads = ::opendir("/proc/self/task");
  if (threads == nullptr) return;
  while (const dirent* const entry = ::readdir(threads)) {
    const pid_t thread = std::atoi(entry->d_name);
    if (thread > 0 && thread != except) schedule(thread, priority);
  }
  ::closedir(threads);
}

pid_t ownThread() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

}  // namespace

bool requestRealTime(int priority, std::string* why) {
  const pid_t self = ownThread();
  if (!schedule(self, priority)) {
    *why = std::string("no real-time scheduling for the loop (") + std::strerror(errno) +
           "): other programs can delay it. Allow it with a line \"@dialout - rtprio 99\" in "
           "/etc/security/limits.conf, or set hardware_interface/real_time_priority to 0";
    return false;
  }
  scheduleOthers(self, std::max(1, priority - kBelowLoop));
  return true;
}

void endRealTime() {
  // The own one last: it would have to wait for those that still have it.
  const pid_t self = ownThread();
  scheduleOthers(self, 0);
  schedule(self, 0);
}

}  // namespace diffbot_base
