// What has to be right before the robot may drive.
#pragma once

#include <diffbot_base/diffbot_hw_interface.h>
#include <diffbot_base/topic_link.h>

#include <string>

namespace diffbot_base {

/// Why the node must not run with these ROS parameters; empty: it may.
std::string refusal();

/// Wait for the first usable measurement and for somebody who listens to the wheel commands, at
/// most for the settings' start_timeout. Zero is commanded meanwhile. Returns what was missing;
/// empty: the robot is ready, or the node was told to end.
std::string waitForRobot(DiffBotHWInterface* robot, const TopicLink& link);

}  // namespace diffbot_base
