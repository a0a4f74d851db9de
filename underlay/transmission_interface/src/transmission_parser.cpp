#include "transmission_interface/transmission_parser.h"

#include <ros/console.h>

namespace transmission_interface {
namespace {

// The attribute, or an empty string.
std::string attribute(const TiXmlElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value ? value : "";
}

// The element's text, or an empty string. TinyXML has trimmed it; text of blanks alone is none.
std::string text(const TiXmlElement* element) {
  const char* value = element ? element->GetText() : nullptr;
  return value ? value : "";
}

std::string asXml(const TiXmlElement& element) {
  TiXmlPrinter printer;
  element.Accept(&printer);
  return printer.Str();
}

// "transmission 'x'", also for elements without a name.
std::string describe(const TiXmlElement& element) {
  return element.ValueStr() + " '" + attribute(element, "name") + "' (line " +
         std::to_string(element.Row()) + ")";
}

// The non-empty hardware interfaces of a joint or actuator.
std::vector<std::string> hardwareInterfaces(const TiXmlElement& element) {
  std::vector<std::string> interfaces;
  for (const TiXmlElement* child = element.FirstChildElement("hardwareInterface"); child;
       child = child->NextSiblingElement("hardwareInterface")) {
    const std::string name = text(child);
    if (name.empty()) {
      ROS_ERROR_STREAM_NAMED("parser",
                             "Empty hardwareInterface in " << describe(element) << ", ignored");
    } else {
      interfaces.push_back(name);
    }
  }
  return interfaces;
}

}  // namespace

bool TransmissionParser::parse(const std::string& urdf_string,
                               std::vector<TransmissionInfo>& transmissions) {
  transmissions.clear();
  TiXmlDocument document;
  document.Parse(urdf_string.c_str());
  if (document.Error() || !document.RootElement()) {
    ROS_ERROR_STREAM_NAMED("parser", "No transmissions read: the robot description is not XML ("
                                         << (document.Error() ? document.ErrorDesc() : "no element")
                                         << ", line " << document.ErrorRow() << ")");
    return false;
  }

  for (TiXmlElement* element = document.RootElement()->FirstChildElement("transmission"); element;
       element = element->NextSiblingElement("transmission")) {
    TransmissionInfo transmission;
    transmission.name_ = attribute(*element, "name");
    transmission.type_ = text(element->FirstChildElement("type"));

    const char* missing = nullptr;
    if (transmission.name_.empty()) {
      missing = "name";
    } else if (transmission.type_.empty()) {
      missing = "type";
    } else if (!parseJoints(element, transmission.joints_)) {
      missing = "valid joint";
    } else if (!parseActuators(element, transmission.actuators_)) {
      missing = "valid actuator";
    }
    if (missing) {
      ROS_ERROR_STREAM_NAMED("parser", describe(*element) << " has no " << missing << ", skipped");
      continue;
    }
    transmissions.push_back(transmission);
  }

  if (transmissions.empty()) {
    ROS_WARN_STREAM_NAMED("parser", "The robot description has no valid transmissions");
  }
  return true;
}

bool TransmissionParser::parseJoints(TiXmlElement* trans_it, std::vector<JointInfo>& joints) {
  joints.clear();
  for (const TiXmlElement* element = trans_it->FirstChildElement("joint"); element;
       element = element->NextSiblingElement("joint")) {
    JointInfo joint;
    joint.name_ = attribute(*element, "name");
    joint.role_ = text(element->FirstChildElement("role"));
    joint.hardware_interfaces_ = hardwareInterfaces(*element);
    joint.xml_element_ = asXml(*element);
    if (joint.name_.empty() || joint.hardware_interfaces_.empty()) {
      ROS_ERROR_STREAM_NAMED("parser", describe(*element)
                                           << " of " << describe(*trans_it) << " has no "
                                           << (joint.name_.empty() ? "name" : "hardwareInterface")
                                           << ", skipped");
      continue;
    }
    joints.push_back(joint);
  }
  return !joints.empty();
}

bool TransmissionParser::parseActuators(TiXmlElement* trans_it,
                                        std::vector<ActuatorInfo>& actuators) {
  actuators.clear();
  for (const TiXmlElement* element = trans_it->FirstChildElement("actuator"); element;
       element = element->NextSiblingElement("actuator")) {
    ActuatorInfo actuator;
    actuator.name_ = attribute(*element, "name");
    actuator.hardware_interfaces_ = hardwareInterfaces(*element);
    actuator.xml_element_ = asXml(*element);
    if (actuator.name_.empty()) {
      ROS_ERROR_STREAM_NAMED(
          "parser", describe(*element) << " of " << describe(*trans_it) << " has no name, skipped");
      continue;
    }
    actuators.push_back(actuator);
  }
  return !actuators.empty();
}

}  // namespace transmission_interface
