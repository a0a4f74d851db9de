#include "joint_selection.h"

#include <algorithm>

namespace gazebo_ros_control {

const char kEffortInterface[] = "hardware_interface/EffortJointInterface";
const char kPositionInterface[] = "hardware_interface/PositionJointInterface";
const char kVelocityInterface[] = "hardware_interface/VelocityJointInterface";

namespace {

const char kPrefix[] = "hardware_interface/";

bool isSupported(const std::string& interface) {
  return interface == kEffortInterface || interface == kPositionInterface ||
         interface == kVelocityInterface;
}

}  // namespace

JointSelection selectJoints(
    const std::vector<transmission_interface::TransmissionInfo>& transmissions) {
  JointSelection selection;
  for (const auto& transmission : transmissions) {
    const std::string where = "transmission '" + transmission.name_ + "'";
    if (transmission.joints_.size() != 1) {
      selection.warnings.push_back(where + " is skipped: it has " +
                                   std::to_string(transmission.joints_.size()) +
                                   " joints, and only transmissions with one are simulated");
      continue;
    }
    const auto& joint = transmission.joints_.front();
    const std::string what = where + ", joint '" + joint.name_ + "'";
    const bool taken = std::any_of(selection.joints.begin(), selection.joints.end(),
                                   [&joint](const std::pair<std::string, std::string>& other) {
                                     return other.first == joint.name_;
                                   });
    if (taken) {
      selection.warnings.push_back(what + " is skipped: the joint has a transmission already");
      continue;
    }
    if (joint.hardware_interfaces_.empty()) {
      selection.error = what + " names no hardware interface";
      return selection;
    }
    std::string interface = joint.hardware_interfaces_.front();
    if (joint.hardware_interfaces_.size() > 1) {
      selection.warnings.push_back(what + " names " +
                                   std::to_string(joint.hardware_interfaces_.size()) +
                                   " hardware interfaces; the first, '" + interface + "', is used");
    }
    if (!isSupported(interface) && isSupported(kPrefix + interface)) {
      selection.warnings.push_back(what + ": '" + interface + "' is deprecated, write '" + kPrefix +
                                   interface + "'");
      interface = kPrefix + interface;
    }
    if (!isSupported(interface)) {
      selection.error = what + ": hardware interface '" + interface + "' is none of " +
                        kEffortInterface + ", " + kPositionInterface + ", " + kVelocityInterface;
      return selection;
    }
    selection.joints.emplace_back(joint.name_, interface);
  }
  return selection;
}

}  // namespace gazebo_ros_control
