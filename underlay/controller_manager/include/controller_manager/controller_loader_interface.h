#pragma once

#include <memory>
#include <string>
#include <vector>

#include <controller_interface/controller_base.h>

namespace controller_manager {

/// Makes controllers of the types that it declares.
class ControllerLoaderInterface {
 public:
  /// \param name what list_controller_types shows as base class of this loader's types
  explicit ControllerLoaderInterface(const std::string& name) : name_(name) {}
  virtual ~ControllerLoaderInterface() = default;

  /// A new controller of type `lookup_name`. Throws, or returns null, if that fails.
  virtual controller_interface::ControllerBaseSharedPtr createInstance(
      const std::string& lookup_name) = 0;

  /// All types that createInstance() can make.
  virtual std::vector<std::string> getDeclaredClasses() = 0;

  /// Look for types anew. No controller of this loader exists when this is called.
  virtual void reload() = 0;

  const std::string& getName() { return name_; }

 private:
  const std::string name_;
};

using ControllerLoaderInterfaceSharedPtr = std::shared_ptr<ControllerLoaderInterface>;

}  // namespace controller_manager
