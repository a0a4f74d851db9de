#pragma once

#include <string>

#include <hardware_interface/hardware_interface.h>

namespace hardware_interface {
namespace internal {

/// Returns `pointer` for a constructor's member initializer.
/// \throw HardwareInterfaceException if it is null, saying `what` ("position") of `name` is missing
template <class T>
inline T* checkNotNull(T* pointer, const std::string& name, const char* what) {
  if (!pointer) {
    throw HardwareInterfaceException("Cannot create handle '" + name + "': the " + what +
                                     " pointer is null.");
  }
  return pointer;
}

}  // namespace internal
}  // namespace hardware_interface
