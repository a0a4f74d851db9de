#pragma once

#include <string>

namespace diffbot_base {

/// Give the calling thread SCHED_FIFO with this priority. False where that is not permitted; `why`
/// then says what to do.
bool requestRealTime(int priority, std::string* why);

}  // namespace diffbot_base
