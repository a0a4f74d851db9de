#include <diffbot_base/real_time.h>
#include <pthread.h>
#include <sched.h>

#include <cstring>

namespace diffbot_base {

bool requestRealTime(int priority, std::string* why) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  const int error = ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameters);
  if (error == 0) return true;
  *why = std::string("no real-time scheduling for the loop (") + std::strerror(error) +
         "): other programs can delay it. Allow it with a line \"@dialout - rtprio 99\" in "
         "/etc/security/limits.conf, or set hardware_interface/real_time_priority to 0";
  return false;
}

}  // namespace diffbot_base
