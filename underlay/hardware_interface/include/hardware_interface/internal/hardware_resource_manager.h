#pragma once

#include <stdexcept>
#include <string>

#include <hardware_interface/hardware_interface.h>
#include <hardware_interface/internal/resource_manager.h>

namespace hardware_interface {

/// Claim policy: getting a handle claims its resource (commands: one writer at a time).
struct ClaimResources {
  static void claim(HardwareInterface* hw, const std::string& name) { hw->claim(name); }
};

/// Claim policy: getting a handle claims nothing (states: any number of readers).
struct DontClaimResources {
  static void claim(HardwareInterface*, const std::string&) {}
};

/// A hardware interface: a registry of handles that notes which of them were claimed.
/// Derive from it to define an interface: `class MyInterface : public
/// HardwareResourceManager<MyHandle> {}`.
template <class ResourceHandle, class ClaimPolicy = DontClaimResources>
class HardwareResourceManager : public HardwareInterface, public ResourceManager<ResourceHandle> {
 public:
  using ResourceHandleType = ResourceHandle;

  /// The handle called `name`, claimed according to the policy.
  /// \throw HardwareInterfaceException if there is none; the message names the resource and the
  /// interface
  ResourceHandle getHandle(const std::string& name) {
    try {
      ResourceHandle handle = ResourceManager<ResourceHandle>::getHandle(name);
      ClaimPolicy::claim(this, name);
      return handle;
    } catch (const std::logic_error& e) {
      throw HardwareInterfaceException(e.what());
    }
  }
};

}  // namespace hardware_interface
