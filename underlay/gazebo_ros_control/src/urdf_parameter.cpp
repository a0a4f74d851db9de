#include "urdf_parameter.h"

#include <ros/names.h>

namespace gazebo_ros_control {

std::vector<std::string> searchedNames(const ros::NodeHandle& nh, const std::string& param) {
  if (!param.empty() && param[0] == '/') return {param};
  std::vector<std::string> names;
  std::string ns = ros::names::clean(nh.getNamespace());
  while (!ns.empty() && ns != "/") {
    names.push_back(ns + "/" + param);
    ns.erase(ns.rfind('/'));
  }
  names.push_back("/" + param);
  return names;
}

std::string findUrdf(const ros::NodeHandle& nh, const std::string& param, std::string* problem) {
  std::string tried;
  for (const std::string& name : searchedNames(nh, param)) {
    XmlRpc::XmlRpcValue value;
    if (nh.getParam(name, value)) {
      if (value.getType() != XmlRpc::XmlRpcValue::TypeString) {
        *problem = "parameter " + name + " is not a string";
        return "";
      }
      const std::string urdf = value;
      if (urdf.empty()) *problem = "parameter " + name + " is empty";
      return urdf;
    }
    tried += (tried.empty() ? "" : ", ") + name;
  }
  *problem = "no parameter " + tried;
  return "";
}

}  // namespace gazebo_ros_control
