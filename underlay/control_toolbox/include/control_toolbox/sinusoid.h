/// Sine of fixed frequency.
#ifndef CONTROL_TOOLBOX_SINUSOID_H
#define CONTROL_TOOLBOX_SINUSOID_H

class TiXmlElement;

namespace control_toolbox {

/// offset + amplitude * sin(2 pi frequency * time + phase)
class Sinusoid {
 public:
  Sinusoid();
  /// Frequency in Hz, phase in rad.
  Sinusoid(double offset, double amplitude, double frequency, double phase);
  ~Sinusoid();

  /**
   * Reads attributes offset, amplitude, frequency [Hz] and phase [rad]; 0 if missing.
   * @return false, with nothing changed, if there is no element or a value is not a number
   */
  bool initXml(TiXmlElement* ti_xml_element);

  /// Logs the settings at debug level.
  void debug();

  /// The value at a time [s], with its first (qd) and second (qdd) derivative.
  double update(double time, double& qd, double& qdd);

 private:
  double offset_ = 0.0;
  double amplitude_ = 0.0;
  double frequency_ = 0.0;
  double phase_ = 0.0;
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_SINUSOID_H
