#include <ros/package.h>

#include <gazebo/common/Plugin.hh>
#include <gazebo/common/SystemPaths.hh>
#include <sstream>
#include <string>
#include <vector>

namespace gazebo {

/// System plugin that lets Gazebo find the models, plugins and media of ROS packages.
///
/// A package lists them in its package.xml, for example
/// <export><gazebo_ros gazebo_model_path="${prefix}/models"/></export>; the attributes are
/// gazebo_model_path, plugin_path and gazebo_media_path (folders, separated by colons).
class GazeboRosPathsPlugin : public SystemPlugin {
 public:
  void Load(int, char**) override {
    auto* paths = common::SystemPaths::Instance();
    for (const auto& path : exported("gazebo_media_path")) paths->AddGazeboPaths(path);
    for (const auto& path : exported("plugin_path")) paths->AddPluginPaths(path);
    for (const auto& path : exported("gazebo_model_path")) paths->AddModelPaths(path);
  }

 private:
  static std::vector<std::string> exported(const std::string& attribute) {
    std::vector<std::string> values, folders;
    ros::package::getPlugins("gazebo_ros", attribute, values);
    for (const auto& value : values) {
      std::istringstream list(value);
      for (std::string folder; std::getline(list, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
    }
    return folders;
  }
};

GZ_REGISTER_SYSTEM_PLUGIN(GazeboRosPathsPlugin)

}  // namespace gazebo
