#include <diff_drive_controller/nearest_name.h>
#include <diff_drive_controller/parameter_reader.h>
#include <ros/param.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace diff_drive_controller {

namespace {

using XmlRpc::XmlRpcValue;

bool toNumber(const XmlRpcValue& value, double& number) {
  XmlRpcValue copy = value;  // the conversions are not const
  if (value.getType() == XmlRpcValue::TypeInt) {
    number = static_cast<int>(copy);
  } else if (value.getType() == XmlRpcValue::TypeDouble) {
    number = static_cast<double>(copy);
  } else {
    return false;
  }
  return std::isfinite(number);
}

std::string shown(const XmlRpcValue& value) {
  std::ostringstream out;
  if (value.getType() == XmlRpcValue::TypeString) {
    out << "'" << value << "'";
  } else if (value.getType() == XmlRpcValue::TypeBoolean) {
    XmlRpcValue copy = value;
    out << (static_cast<bool>(copy) ? "true" : "false");
  } else {
    out << value;
  }
  return out.str();
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

/// Paths of all values in a tree, structs opened.
void collectPaths(const XmlRpcValue& tree, const std::string& prefix,
                  std::vector<std::string>& paths) {
  for (const auto& entry : tree) {
    if (entry.second.getType() == XmlRpcValue::TypeStruct) {
      collectPaths(entry.second, prefix + entry.first + "/", paths);
    } else {
      paths.push_back(prefix + entry.first);
    }
  }
}

}  // namespace

ParameterReader::ParameterReader(const std::string& name_space) : name_space_(name_space) {
  ros::param::get(name_space, tree_);
}

ParameterReader::ParameterReader(const std::string& name_space, const XmlRpcValue& tree)
    : name_space_(name_space), tree_(tree) {}

const XmlRpcValue* ParameterReader::find(const std::string& name) const {
  const XmlRpcValue* value = &tree_;
  std::istringstream path(name);
  std::string key;
  while (std::getline(path, key, '/')) {
    if (value->getType() != XmlRpcValue::TypeStruct || !value->hasMember(key)) return nullptr;
    value = &(*value)[key];
  }
  return value;
}

bool ParameterReader::has(const std::string& name) const { return find(name) != nullptr; }

double ParameterReader::number(const std::string& name, double fallback) {
  const XmlRpcValue* value = find(name);
  double found = fallback;
  if (value != nullptr && !toNumber(*value, found)) {
    addTypeError(name, "a finite number");
    return fallback;
  }
  return found;
}

int ParameterReader::integer(const std::string& name, int fallback) {
  const XmlRpcValue* value = find(name);
  double found = fallback;
  if (value != nullptr &&
      (!toNumber(*value, found) || found != std::floor(found) || std::fabs(found) > 1e9)) {
    addTypeError(name, "a whole number");
    return fallback;
  }
  return static_cast<int>(found);
}

bool ParameterReader::boolean(const std::string& name, bool fallback) {
  const XmlRpcValue* value = find(name);
  if (value == nullptr) return fallback;
  if (value->getType() != XmlRpcValue::TypeBoolean) {
    addTypeError(name, "true or false");
    return fallback;
  }
  XmlRpcValue copy = *value;
  return static_cast<bool>(copy);
}

std::string ParameterReader::text(const std::string& name, const std::string& fallback) {
  const XmlRpcValue* value = find(name);
  if (value == nullptr) return fallback;
  if (value->getType() != XmlRpcValue::TypeString) {
    addTypeError(name, "a text");
    return fallback;
  }
  XmlRpcValue copy = *value;
  return static_cast<std::string>(copy);
}

std::vector<std::string> ParameterReader::names(const std::string& name) {
  const XmlRpcValue* value = find(name);
  std::vector<std::string> found;
  bool good = value != nullptr;
  if (good && value->getType() == XmlRpcValue::TypeArray) {
    for (int i = 0; i < value->size(); ++i) {
      XmlRpcValue element = (*value)[i];
      good = good && element.getType() == XmlRpcValue::TypeString;
      if (good) found.push_back(static_cast<std::string>(element));
    }
  } else if (good && value->getType() == XmlRpcValue::TypeString) {
    XmlRpcValue copy = *value;
    found.push_back(static_cast<std::string>(copy));
  }
  good = good && !found.empty() && std::find(found.begin(), found.end(), "") == found.end();
  if (!good) {
    addTypeError(name, "a joint name or a list, not empty, of joint names");
    found.clear();
  }
  return found;
}

std::vector<double> ParameterReader::numbers(const std::string& name, std::size_t size) {
  const XmlRpcValue* value = find(name);
  std::vector<double> found;
  bool good = value != nullptr && value->getType() == XmlRpcValue::TypeArray &&
              static_cast<std::size_t>(value->size()) == size;
  for (std::size_t i = 0; good && i < size; ++i) {
    double number = 0.0;
    good = toNumber((*value)[i], number);
    found.push_back(number);
  }
  if (!good) {
    addTypeError(name, "a list of exactly " + std::to_string(size) + " finite numbers");
    found.assign(size, 0.0);
  }
  return found;
}

void ParameterReader::require(bool condition, const std::string& name,
                              const std::string& expected) {
  if (!condition) addTypeError(name, expected);
}

void ParameterReader::addTypeError(const std::string& name, const std::string& expected) {
  const XmlRpcValue* value = find(name);
  const std::string found = value == nullptr ? " is not set" : " = " + shown(*value);
  addError("Parameter '" + fullName(name) + "'" + found + ": expected " + expected);
}

void ParameterReader::warnOfUnknown(const std::vector<std::string>& known) {
  if (tree_.getType() != XmlRpcValue::TypeStruct) return;
  std::vector<std::string> paths;
  collectPaths(tree_, "", paths);
  for (const auto& path : paths) {
    if (std::find(known.begin(), known.end(), path) != known.end()) continue;
    const std::string nearest = nearestName(path, known);
    const std::string hint = nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
    addWarning("Parameter '" + fullName(path) + "' is unknown and has no effect" + hint +
               " (known: " + joined(known) + ")");
  }
}

}  // namespace diff_drive_controller
