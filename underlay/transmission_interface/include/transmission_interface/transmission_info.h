/// What a robot description says about its transmissions.
#ifndef TRANSMISSION_INTERFACE_TRANSMISSION_INFO_H
#define TRANSMISSION_INTERFACE_TRANSMISSION_INFO_H

#include <string>
#include <vector>

namespace transmission_interface {

/// A `<joint>` of a transmission.
struct JointInfo {
  std::string name_;
  std::vector<std::string> hardware_interfaces_;  ///< in the order given, never empty
  std::string role_;                              ///< empty if not given
  std::string xml_element_;                       ///< the whole element as XML
};

/// An `<actuator>` of a transmission.
struct ActuatorInfo {
  std::string name_;
  std::vector<std::string> hardware_interfaces_;  ///< may be empty
  std::string xml_element_;                       ///< the whole element as XML
};

/// A `<transmission>`.
struct TransmissionInfo {
  std::string name_;
  std::string type_;
  std::vector<JointInfo> joints_;        ///< at least one
  std::vector<ActuatorInfo> actuators_;  ///< at least one
};

}  // namespace transmission_interface

#endif  // TRANSMISSION_INTERFACE_TRANSMISSION_INFO_H
