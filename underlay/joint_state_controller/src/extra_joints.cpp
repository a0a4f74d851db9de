#include <joint_state_controller/extra_joints.h>
#include <ros/console.h>

#include <algorithm>
#include <sstream>

namespace joint_state_controller {

namespace {

using XmlRpc::XmlRpcValue;

std::string shown(const XmlRpcValue& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// Reads a number of an extra joint; absent counts as 0.
bool readValue(const std::string& where, const XmlRpcValue& joint, const std::string& key,
               double& number) {
  number = 0.0;
  if (!joint.hasMember(key)) return true;
  XmlRpcValue value = joint[key];
  if (value.getType() != XmlRpcValue::TypeDouble) {
    ROS_ERROR_STREAM("Parameter '" << where << "/" << key << "' = " << shown(value)
                                   << ": expected a floating-point number, such as 0.0; the joint "
                                      "is left out");
    return false;
  }
  number = static_cast<double>(value);
  return true;
}

void appendOne(const std::string& where, const XmlRpcValue& joint,
               sensor_msgs::JointState& message) {
  if (joint.getType() != XmlRpcValue::TypeStruct || !joint.hasMember("name") ||
      joint["name"].getType() != XmlRpcValue::TypeString) {
    ROS_ERROR_STREAM("Parameter '" << where << "' = " << shown(joint)
                                   << ": expected a struct with the text 'name' and numbers "
                                      "'position', 'velocity', 'effort'; it is left out");
    return;
  }
  XmlRpcValue name_value = joint["name"];
  const std::string name = static_cast<std::string>(name_value);
  if (std::find(message.name.begin(), message.name.end(), name) != message.name.end()) {
    ROS_WARN_STREAM("Parameter '" << where << "/name' = '" << name
                                  << "': expected a name that no other joint has; it is left out");
    return;
  }
  double position = 0.0;
  double velocity = 0.0;
  double effort = 0.0;
  if (!readValue(where, joint, "position", position) ||
      !readValue(where, joint, "velocity", velocity) ||
      !readValue(where, joint, "effort", effort)) {
    return;
  }
  message.name.push_back(name);
  message.position.push_back(position);
  message.velocity.push_back(velocity);
  message.effort.push_back(effort);
}

}  // namespace

void appendExtraJoints(const std::string& parameter, const XmlRpcValue& value,
                       sensor_msgs::JointState& message) {
  if (value.getType() != XmlRpcValue::TypeArray) {
    ROS_ERROR_STREAM("Parameter '" << parameter << "' = " << shown(value)
                                   << ": expected a list of structs; it is ignored");
    return;
  }
  for (int i = 0; i < value.size(); ++i) {
    appendOne(parameter + "[" + std::to_string(i) + "]", value[i], message);
  }
}

}  // namespace joint_state_controller
