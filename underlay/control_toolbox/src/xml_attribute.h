// Reads numbers from XML attributes.
#ifndef CONTROL_TOOLBOX_XML_ATTRIBUTE_H
#define CONTROL_TOOLBOX_XML_ATTRIBUTE_H

#include <ros/console.h>
#include <tinyxml.h>

namespace control_toolbox {

// Sets `value` if the attribute exists; false, with an error in the log, if it is not a number.
inline bool readXmlAttribute(const TiXmlElement& element, const char* name, double& value) {
  if (element.QueryDoubleAttribute(name, &value) == TIXML_WRONG_TYPE) {
    ROS_ERROR_STREAM("Attribute " << name << "=\"" << element.Attribute(name) << "\" of <"
                                  << element.ValueStr() << "> is not a number");
    return false;
  }
  return true;
}

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_XML_ATTRIBUTE_H
