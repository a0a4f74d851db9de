#pragma once

namespace diffbot_base {

/// From now on SIGINT, SIGTERM, SIGHUP and a shutdown ordered by the ROS master (rosnode kill, a
/// second node of this name) only raise a flag, so that the node can command zero while it still
/// has its topics. Call after ros::init with NoSigintHandler and before the node starts.
void catchStopRequests();

/// Whether the node was told to end.
bool stopRequested();

/// Raise the flag.
void requestStop();

}  // namespace diffbot_base
