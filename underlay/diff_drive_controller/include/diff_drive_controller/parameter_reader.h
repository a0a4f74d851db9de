#pragma once

#include <xmlrpcpp/XmlRpcValue.h>

#include <cstddef>
#include <string>
#include <vector>

namespace diff_drive_controller {

/// Reads the parameters of one namespace, checks their types and collects what is wrong.
///
/// Every message names the parameter in full, the value found and what is expected, for example
/// `Parameter '/robot/base/publish_rate' = -5: expected a number >= 0 (Hz)`. A wrong value never
/// falls back to a default: read everything, then look at errors().
///
/// Names may be paths within the namespace, such as "linear/x/max_velocity".
class ParameterReader {
 public:
  /// Fetches the whole namespace with one call to the parameter server.
  explicit ParameterReader(const std::string& name_space);
  /// Reads from a given tree instead; for tests.
  ParameterReader(const std::string& name_space, const XmlRpc::XmlRpcValue& tree);

  bool has(const std::string& name) const;

  /// A finite number; an integer counts as a number.
  double number(const std::string& name, double fallback);
  int integer(const std::string& name, int fallback);
  bool boolean(const std::string& name, bool fallback);
  std::string text(const std::string& name, const std::string& fallback);
  /// Required: one non-empty string or a list, not empty, of them.
  std::vector<std::string> names(const std::string& name);
  /// Required: a list of exactly `size` finite numbers; integers count as numbers.
  std::vector<double> numbers(const std::string& name, std::size_t size);

  /// Adds an error about the parameter unless `condition` holds.
  void require(bool condition, const std::string& name, const std::string& expected);

  /// One warning for each parameter of the namespace that is not among `known`, with the known
  /// names and the nearest of them.
  void warnOfUnknown(const std::vector<std::string>& known);

  void addError(const std::string& message) { errors_.push_back(message); }
  void addWarning(const std::string& message) { warnings_.push_back(message); }
  const std::vector<std::string>& errors() const { return errors_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// The name as `rosparam get` wants it.
  std::string fullName(const std::string& name) const { return name_space_ + "/" + name; }

 private:
  const XmlRpc::XmlRpcValue* find(const std::string& name) const;
  void addTypeError(const std::string& name, const std::string& expected);

  std::string name_space_;
  XmlRpc::XmlRpcValue tree_;
  std::vector<std::string> errors_;
  std::vector<std::string> warnings_;
};

}  // namespace diff_drive_controller
