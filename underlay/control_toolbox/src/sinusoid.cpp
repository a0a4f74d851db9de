#include "control_toolbox/sinusoid.h"

#include <ros/console.h>
#include <tinyxml.h>

#include <cmath>

#include "xml_attribute.h"

namespace control_toolbox {

Sinusoid::Sinusoid() = default;

Sinusoid::Sinusoid(double offset, double amplitude, double frequency, double phase)
    : offset_(offset), amplitude_(amplitude), frequency_(frequency), phase_(phase) {}

Sinusoid::~Sinusoid() = default;

bool Sinusoid::initXml(TiXmlElement* ti_xml_element) {
  if (!ti_xml_element) {
    return false;
  }
  Sinusoid read;
  if (!readXmlAttribute(*ti_xml_element, "offset", read.offset_) ||
      !readXmlAttribute(*ti_xml_element, "amplitude", read.amplitude_) ||
      !readXmlAttribute(*ti_xml_element, "frequency", read.frequency_) ||
      !readXmlAttribute(*ti_xml_element, "phase", read.phase_)) {
    return false;
  }
  *this = read;
  return true;
}

void Sinusoid::debug() {
  ROS_DEBUG_STREAM("Sinusoid: offset " << offset_ << ", amplitude " << amplitude_ << ", frequency "
                                       << frequency_ << " Hz, phase " << phase_ << " rad");
}

double Sinusoid::update(double time, double& qd, double& qdd) {
  const double rate = 2.0 * M_PI * frequency_;
  const double angle = rate * time + phase_;
  qd = rate * amplitude_ * std::cos(angle);
  qdd = -rate * rate * amplitude_ * std::sin(angle);
  return offset_ + amplitude_ * std::sin(angle);
}

}  // namespace control_toolbox
