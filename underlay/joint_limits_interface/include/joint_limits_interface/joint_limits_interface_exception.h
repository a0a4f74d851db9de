/// Error of this package.
#ifndef JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_EXCEPTION_H
#define JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_EXCEPTION_H

#include <exception>
#include <string>

namespace joint_limits_interface {

/// Limits that are missing where a handle needs them, or a handle that does not exist.
class JointLimitsInterfaceException : public std::exception {
 public:
  explicit JointLimitsInterfaceException(const std::string& message) : message_(message) {}

  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace joint_limits_interface

#endif  // JOINT_LIMITS_INTERFACE_JOINT_LIMITS_INTERFACE_EXCEPTION_H
