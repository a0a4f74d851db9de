#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <typeinfo>

#include <cxxabi.h>

namespace hardware_interface {
namespace internal {

/// Readable form of a mangled C++ symbol; the symbol itself if it cannot be demangled.
inline std::string demangleSymbol(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 && readable ? readable.get() : name;
}

/// Readable name of type T, with namespaces.
template <class T>
inline std::string demangledTypeName() {
  return demangleSymbol(typeid(T).name());
}

/// Readable name of the type of `val`: the most derived type if the type is polymorphic.
template <class T>
inline std::string demangledTypeName(const T& val) {
  return demangleSymbol(typeid(val).name());
}

}  // namespace internal
}  // namespace hardware_interface
