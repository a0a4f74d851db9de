#pragma once

#include <string>

namespace diffbot_base {

/// Give the calling thread SCHED_FIFO with this priority (1 to 99), and all other threads of the
/// process that exist now a little less: the loop needs the measurements that they receive. False
/// where that is not permitted; `why` then says what to do.
bool requestRealTime(int priority, std::string* why);

}  // namespace diffbot_base
