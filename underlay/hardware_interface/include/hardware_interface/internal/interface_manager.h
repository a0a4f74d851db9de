#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <ros/console.h>

#include <hardware_interface/internal/demangle_symbol.h>
#include <hardware_interface/internal/resource_manager.h>

namespace hardware_interface {
namespace internal {

/// Does for a resource manager T what is impossible for any other T. The overload with a
/// `ResourceManagerType*` takes part only if T has that type; the one with `...` does nothing.
template <typename T>
struct CheckIsResourceManager {
  template <typename C>
  static void callCM(typename std::vector<C*>& managers, C* result,
                     typename C::ResourceManagerType*) {
    std::vector<typename C::ResourceManagerType*> bases(managers.begin(), managers.end());
    C::concatManagers(bases, result);
  }
  template <typename C>
  static void callCM(typename std::vector<C*>&, C*, ...) {}
  /// Put the handles of all `managers` into `result`.
  static void callConcatManagers(typename std::vector<T*>& managers, T* result) {
    callCM<T>(managers, result, nullptr);
  }

  template <typename C>
  static void callGR(std::vector<std::string>& resources, C* iface,
                     typename C::ResourceManagerType*) {
    resources = iface->getNames();
  }
  template <typename C>
  static void callGR(std::vector<std::string>&, C*, ...) {}
  /// Set `resources` to the names that `iface` holds.
  static void callGetResources(std::vector<std::string>& resources, T* iface) {
    callGR<T>(resources, iface, nullptr);
  }

  template <typename C>
  static T* newCI(std::vector<ResourceManagerBase*>& guards, typename C::ResourceManagerType*) {
    T* combined = new T;
    guards.push_back(combined);
    return combined;
  }
  template <typename C>
  static T* newCI(std::vector<ResourceManagerBase*>&, ...) {
    return nullptr;
  }
  /// A new, empty T that is owned by `guards`; null if a T cannot be combined.
  static T* newCombinedInterface(std::vector<ResourceManagerBase*>& guards) {
    return newCI<T>(guards, nullptr);
  }
};

}  // namespace internal

/// Keeps one interface of each type, and answers for the interface managers registered below it:
/// if several of them have the same type, get() returns one that holds the handles of all.
class InterfaceManager {
 public:
  InterfaceManager() = default;
  /// A copy refers to the same interfaces, but combines them anew (the combined ones have one
  /// owner).
  InterfaceManager(const InterfaceManager& other) { *this = other; }
  InterfaceManager& operator=(const InterfaceManager& other) {
    interfaces_ = other.interfaces_;
    interface_managers_ = other.interface_managers_;
    resources_ = other.resources_;
    interfaces_combo_.clear();
    num_ifaces_registered_.clear();
    return *this;
  }

  virtual ~InterfaceManager() {
    for (ResourceManagerBase* combined : interface_destruction_list_) {
      delete combined;
    }
  }

  /// Register `iface` (not owned; must outlive this) under its static type T. An interface of the
  /// same type is replaced, with a warning. Register the handles first: their names are noted now.
  template <class T>
  void registerInterface(T* iface) {
    const std::string type = internal::demangledTypeName<T>();
    if (interfaces_.count(type) > 0) {
      ROS_WARN_STREAM("Replacing previously registered interface '" << type << "'.");
    }
    interfaces_[type] = iface;
    internal::CheckIsResourceManager<T>::callGetResources(resources_[type], iface);
  }

  /// Let get(), getNames() and getInterfaceResources() answer for `iface_man` too (not owned).
  void registerInterfaceManager(InterfaceManager* iface_man) {
    interface_managers_.push_back(iface_man);
  }

  /// The interface of type T, or null if none is registered, or if several are and T cannot be
  /// combined. Asking again gives the same pointer, as long as no further T is registered.
  template <class T>
  T* get() {
    const std::string type = internal::demangledTypeName<T>();
    std::vector<T*> found;
    const auto own = interfaces_.find(type);
    if (own != interfaces_.end() && own->second) {
      found.push_back(static_cast<T*>(own->second));
    }
    for (InterfaceManager* manager : interface_managers_) {
      if (T* iface = manager->get<T>()) {
        found.push_back(iface);
      }
    }
    if (found.size() < 2) {
      return found.empty() ? nullptr : found.front();
    }

    const auto combo = interfaces_combo_.find(type);
    if (combo != interfaces_combo_.end() && num_ifaces_registered_[type] == found.size()) {
      return static_cast<T*>(combo->second);
    }
    T* combined =
        internal::CheckIsResourceManager<T>::newCombinedInterface(interface_destruction_list_);
    if (!combined) {
      ROS_ERROR_STREAM("There are " << found.size() << " interfaces of type '" << type
                                    << "', which is no resource manager: they cannot be combined.");
      return nullptr;
    }
    internal::CheckIsResourceManager<T>::callConcatManagers(found, combined);
    interfaces_combo_[type] = combined;
    num_ifaces_registered_[type] = found.size();
    return combined;
  }

  /// Type names of all interfaces, own and of the managers below, each once.
  std::vector<std::string> getNames() const {
    std::vector<std::string> names;
    names.reserve(interfaces_.size());
    for (const auto& iface : interfaces_) {
      names.push_back(iface.first);
    }
    for (const InterfaceManager* manager : interface_managers_) {
      for (const std::string& name : manager->getNames()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
          names.push_back(name);
        }
      }
    }
    return names;
  }

  /// Names of the resources that interfaces of type `iface_type` held when they were registered.
  std::vector<std::string> getInterfaceResources(std::string iface_type) const {
    std::vector<std::string> names;
    const auto own = resources_.find(iface_type);
    if (own != resources_.end()) {
      names = own->second;
    }
    for (const InterfaceManager* manager : interface_managers_) {
      const std::vector<std::string> below = manager->getInterfaceResources(iface_type);
      names.insert(names.end(), below.begin(), below.end());
    }
    return names;
  }

 protected:
  using InterfaceMap = std::map<std::string, void*>;
  using InterfaceManagerVector = std::vector<InterfaceManager*>;
  using SizeMap = std::map<std::string, size_t>;
  using ResourceMap = std::map<std::string, std::vector<std::string>>;

  InterfaceMap interfaces_;                    ///< by type name
  InterfaceMap interfaces_combo_;              ///< combined ones, by type name
  InterfaceManagerVector interface_managers_;  ///< the managers below
  SizeMap num_ifaces_registered_;              ///< how many interfaces a combined one was made of
  std::vector<ResourceManagerBase*> interface_destruction_list_;  ///< owns the combined ones
  ResourceMap resources_;                                         ///< resource names by type name
};

}  // namespace hardware_interface
