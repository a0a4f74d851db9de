/// Reads the transmissions out of a robot description.
#ifndef TRANSMISSION_INTERFACE_TRANSMISSION_PARSER_H
#define TRANSMISSION_INTERFACE_TRANSMISSION_PARSER_H

#include <tinyxml.h>

#include <string>
#include <vector>

#include "transmission_interface/transmission_info.h"

namespace transmission_interface {

/**
 * Reads elements of this form, directly below the root of a URDF:
 *
 *     <transmission name="wheel_transmission">
 *       <type>transmission_interface/SimpleTransmission</type>
 *       <joint name="wheel_joint">
 *         <role>...</role>                                              (optional)
 *         <hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface>  (1..n)
 *       </joint>                                                        (1..n)
 *       <actuator name="wheel_motor">
 *         <hardwareInterface>...</hardwareInterface>                    (0..n)
 *       </actuator>                                                     (1..n)
 *     </transmission>
 */
class TransmissionParser {
 public:
  /**
   * Replaces `transmissions` with those of `urdf_string`.
   *
   * What lacks a required part is left out, with an error in the log that names it: a joint without
   * name or hardware interface, an actuator without name, and a transmission without name, type,
   * any valid joint or any valid actuator. The rest is still read.
   * @return false if the string is not XML with a root element; true otherwise, also if there are
   * no transmissions in it.
   */
  static bool parse(const std::string& urdf_string, std::vector<TransmissionInfo>& transmissions);

 protected:
  /// Replaces `joints` with the valid ones of a transmission; false if there are none.
  static bool parseJoints(TiXmlElement* trans_it, std::vector<JointInfo>& joints);

  /// Replaces `actuators` with the valid ones of a transmission; false if there are none.
  static bool parseActuators(TiXmlElement* trans_it, std::vector<ActuatorInfo>& actuators);
};

}  // namespace transmission_interface

#endif  // TRANSMISSION_INTERFACE_TRANSMISSION_PARSER_H
