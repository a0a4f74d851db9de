#pragma once

#include <string>
#include <vector>

#include <ros/node_handle.h>

namespace controller_manager {

/// `'a', 'b'`; `none` for an empty list.
std::string listOf(const std::vector<std::string>& names);

/// The candidate that `name` is most likely a misspelling of; empty if it resembles none.
std::string closest(const std::string& name, const std::vector<std::string>& candidates);

/// Why the parameter `<root_nh>/<name>/type` is no string, and what to do about it.
std::string explainMissingType(const ros::NodeHandle& root_nh, const std::string& name);

/// What to do about a type that no loader has.
std::string explainUnknownType(const ros::NodeHandle& root_nh, const std::string& name,
                               const std::string& type,
                               const std::vector<std::string>& known_types);

}  // namespace controller_manager
