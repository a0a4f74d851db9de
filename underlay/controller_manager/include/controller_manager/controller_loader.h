#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pluginlib/class_loader.hpp>

#include <controller_manager/controller_loader_interface.h>

namespace controller_manager {

/// Makes controllers from plugins. T: their base class, as a ControllerBase.
template <class T>
class ControllerLoader : public ControllerLoaderInterface {
 public:
  /// \param package package that defines the base class
  /// \param base_class its C++ name; also the name of this loader
  ControllerLoader(const std::string& package, const std::string& base_class)
      : ControllerLoaderInterface(base_class), package_(package), base_class_(base_class) {
    ControllerLoader::reload();
  }

  /// \throw pluginlib::PluginlibException if the plugin cannot be loaded
  controller_interface::ControllerBaseSharedPtr createInstance(
      const std::string& lookup_name) override {
    return controller_interface::ControllerBaseSharedPtr(
        class_loader_->createUniqueInstance(lookup_name));
  }

  std::vector<std::string> getDeclaredClasses() override {
    return class_loader_->getDeclaredClasses();
  }

  void reload() override {
    class_loader_.reset();  // unloads the libraries before they are loaded again
    class_loader_ = std::make_unique<pluginlib::ClassLoader<T>>(package_, base_class_);
  }

 private:
  const std::string package_;
  const std::string base_class_;
  std::unique_ptr<pluginlib::ClassLoader<T>> class_loader_;
};

}  // namespace controller_manager
