#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <ros/console.h>

#include <hardware_interface/internal/demangle_symbol.h>

namespace hardware_interface {

/// Common base, so that resource managers of any handle type can be owned and destroyed alike.
class ResourceManagerBase {
 public:
  virtual ~ResourceManagerBase() = default;
};

/// Registry of handles by name. A handle type is copyable and has `std::string getName() const`.
/// For setting up, not for the real-time loop: keep the handle that getHandle() returned.
template <class ResourceHandle>
class ResourceManager : public ResourceManagerBase {
 public:
  using ResourceManagerType = ResourceManager<ResourceHandle>;

  /// Names of all registered handles, in alphabetical order.
  std::vector<std::string> getNames() const {
    std::vector<std::string> names;
    names.reserve(resource_map_.size());
    for (const auto& resource : resource_map_) {
      names.push_back(resource.first);
    }
    return names;
  }

  /// Add a handle. A handle of the same name is replaced, with a warning.
  void registerHandle(const ResourceHandle& handle) {
    const std::string name = handle.getName();
    const auto existing = resource_map_.find(name);
    if (existing == resource_map_.end()) {
      resource_map_.emplace(name, handle);
      return;
    }
    ROS_WARN_STREAM("Replacing previously registered handle '"
                    << name << "' in '" << internal::demangledTypeName(*this) << "'.");
    existing->second = handle;
  }

  /// The handle called `name`.
  /// \throw std::logic_error if there is none; the message names the resource and the interface
  ResourceHandle getHandle(const std::string& name) {
    const auto found = resource_map_.find(name);
    if (found != resource_map_.end()) {
      return found->second;
    }
    std::string message = "Could not find resource '" + name + "' in '" +
                          internal::demangledTypeName(*this) + "'. It has:";
    for (const auto& resource : resource_map_) {
      message += " '" + resource.first + "'";
    }
    throw std::logic_error(message + (resource_map_.empty() ? " no resources." : "."));
  }

  /// Register the handles of all `managers` in `result`, in the order given.
  static void concatManagers(std::vector<ResourceManagerType*>& managers,
                             ResourceManagerType* result) {
    for (ResourceManagerType* manager : managers) {
      for (const auto& resource : manager->resource_map_) {
        result->registerHandle(resource.second);
      }
    }
  }

 protected:
  using ResourceMap = std::map<std::string, ResourceHandle>;
  ResourceMap resource_map_;
};

}  // namespace hardware_interface
