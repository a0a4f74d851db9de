#pragma once

#include <string>

namespace diffbot_base {

/// Give the calling thread SCHED_FIFO with this priority (1 to 99), and all other threads of the
/// process that exist now a little less: the loop needs the measurements that they receive. False
/// where that is not permitted; `why` then says what to do.
bool requestRealTime(int priority, std::string* why);

/// Take it back, for all threads of the process. Before ros::shutdown(): while that works, threads
/// that serve callbacks find their queue closed and ask again and again; with real-time priority
/// they would keep everything else from running, for seconds.
void endRealTime();

}  // namespace diffbot_base
