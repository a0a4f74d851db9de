#pragma once

#include <exception>
#include <set>
#include <string>

namespace hardware_interface {

/// Base of every interface: remembers which resources (joints, sensors) were claimed through it.
/// Not thread safe: claims are made while one controller at a time is initialized.
class HardwareInterface {
 public:
  virtual ~HardwareInterface() = default;

  /// Mark `resource` as claimed; claiming it again changes nothing.
  virtual void claim(std::string resource) { claims_.insert(resource); }

  /// Forget all claims.
  void clearClaims() { claims_.clear(); }

  /// Names of all resources claimed since the last clearClaims().
  std::set<std::string> getClaims() const { return claims_; }

 private:
  std::set<std::string> claims_;
};

/// Thrown for a null pointer in a handle and for a resource that an interface does not have.
class HardwareInterfaceException : public std::exception {
 public:
  explicit HardwareInterfaceException(const std::string& message) : message_(message) {}

  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace hardware_interface
