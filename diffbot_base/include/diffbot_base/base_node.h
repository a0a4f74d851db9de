#pragma once

#include <diffbot_base/loop_timer.h>

#include <functional>

namespace diffbot_base {

/// The whole node from its checks to its last zero command, for main() and for tests; ros::init and
/// catchStopRequests() come before. Returns the exit code. `hook` is called at the end of each
/// cycle with the loop's statistics; what it throws ends the loop as an error in a controller
/// would.
int runBaseNode(const std::function<void(const LoopStatistics&)>& hook = nullptr);

}  // namespace diffbot_base
