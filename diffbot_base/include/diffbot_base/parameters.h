#pragma once

#include <diffbot_base/settings.h>
#include <ros/node_handle.h>

#include <string>
#include <vector>

namespace diffbot_base {

/// Read the settings from the namespace of `nh`. Returns all that is wrong, one sentence each:
/// a wrong type, a value out of range, a name under hardware_interface/ that nothing reads.
std::vector<std::string> readSettings(const ros::NodeHandle& nh, Settings* settings);

/// Whether the robot description (parameter robot_description of `nh`) has the two wheel joints,
/// left and right where they belong. Returns all that is wrong, one sentence each.
std::vector<std::string> checkDescription(const ros::NodeHandle& nh, const Settings& settings);

/// The same for a given URDF; `name` is the parameter, for the texts.
std::vector<std::string> checkUrdf(const std::string& urdf, const std::string& name,
                                   const Settings& settings);

}  // namespace diffbot_base
