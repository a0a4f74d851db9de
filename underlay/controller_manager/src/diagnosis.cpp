// Texts that tell a user what is wrong with a controller's configuration.

#include "diagnosis.h"

#include <algorithm>

#include <ros/names.h>

namespace controller_manager {

std::string listOf(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "'" : ", '") + name + "'";
  }
  return list.empty() ? "none" : list;
}

namespace {

/// Number of characters to insert, delete or replace to make b of a (Levenshtein distance).
size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);  // distances of a[0, i) to each b[0, j)
  for (size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string similar = closest(name, candidates);
  return similar.empty() ? "" : " Did you mean '" + similar + "'?";
}

}  // namespace

std::string closest(const std::string& name, const std::vector<std::string>& candidates) {
  std::string best;
  size_t best_distance = name.size() / 3 + 1;  // further off it is another name, not a misspelling
  for (const std::string& candidate : candidates) {
    const size_t distance = editDistance(name, candidate);
    if (distance <= best_distance && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string explainMissingType(const ros::NodeHandle& root_nh, const std::string& name) {
  const std::string parameter = root_nh.resolveName(ros::names::append(name, "type"));
  if (root_nh.hasParam(parameter)) {
    return "the parameter '" + parameter + "' is not a string.";
  }

  const std::string root = ros::names::append(root_nh.getNamespace(), "");
  const std::string prefix = root == "/" ? root : root + "/";
  const std::string type = "/type";
  std::vector<std::string> configured;  // controllers of this manager
  std::vector<std::string> elsewhere;   // parameters of this controller in other namespaces
  std::vector<std::string> parameters;
  root_nh.getParamNames(parameters);
  for (const std::string& other : parameters) {
    if (endsWith(other, "/" + name + type)) {
      elsewhere.push_back(other);
    } else if (endsWith(other, type) && other.compare(0, prefix.size(), prefix) == 0) {
      configured.push_back(other.substr(prefix.size(), other.size() - prefix.size() - type.size()));
    }
  }
  std::string text = "the parameter '" + parameter + "' is not set.";
  if (!elsewhere.empty()) {
    text += " But there is " + listOf(elsewhere) +
            ": this controller manager reads the configuration of its controllers in '" + root +
            "'.";
  }
  return text + didYouMean(name, configured) + " Controllers that are configured in '" + root +
         "': " + listOf(configured) + ".";
}

std::string explainUnknownType(const ros::NodeHandle& root_nh, const std::string& name,
                               const std::string& type,
                               const std::vector<std::string>& known_types) {
  return "there is no controller type '" + type + "' (parameter '" +
         root_nh.resolveName(ros::names::append(name, "type")) + "')." +
         didYouMean(type, known_types) + " Known types: " + listOf(known_types) +
         ". Is the package that has it built, and its workspace sourced, where this node runs?";
}

}  // namespace controller_manager
