#pragma once

#include <sensor_msgs/JointState.h>
#include <xmlrpcpp/XmlRpcValue.h>

#include <string>

namespace joint_state_controller {

/// Appends the constant joints of the parameter `extra_joints` to a message.
///
/// Each element of the list is a struct with `name` and, each 0.0 if absent, `position`, `velocity`
/// and `effort`. What does not fit is left out, with a message in the log: not a list (all), an
/// element that is not a struct or has no name, a value that is not a double (an integer is not
/// one: write 0.0), a name that is in the message already.
/// @param parameter full name of the parameter, for the messages
void appendExtraJoints(const std::string& parameter, const XmlRpc::XmlRpcValue& value,
                       sensor_msgs::JointState& message);

}  // namespace joint_state_controller
