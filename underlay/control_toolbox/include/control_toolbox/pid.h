/// PID controller.
#ifndef CONTROL_TOOLBOX_PID_H
#define CONTROL_TOOLBOX_PID_H

#include <control_msgs/PidState.h>
#include <control_toolbox/ParametersConfig.h>
#include <realtime_tools/realtime_buffer.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/duration.h>
#include <ros/macros.h>
#include <ros/node_handle.h>

#include <boost/thread/recursive_mutex.hpp>
#include <memory>
#include <string>

class TiXmlElement;

namespace dynamic_reconfigure {
template <class ConfigType>
class Server;
}

namespace control_toolbox {

/**
 * command = p * error + I + d * d(error)/dt, where error = target - state.
 *
 * I is the integral term: with antiwindup (and i != 0) the integral of the error is kept within
 * [i_min / i, i_max / i] and I = i * integral; without, the integral is unbounded and
 * I = i * integral is kept within [i_min, i_max]. The command itself is not bounded.
 *
 * Units: errors in that of the controlled quantity, commands and i_min, i_max in that of the
 * command.
 *
 * computeCommand, reset, setCurrentCmd and the getters of errors and command belong to one thread,
 * e.g. the real-time loop, and neither block nor allocate. Gains may be set from any other thread.
 */
class Pid {
 public:
  struct Gains {
    Gains(double p, double i, double d, double i_max, double i_min)
        : Gains(p, i, d, i_max, i_min, false) {}
    Gains(double p, double i, double d, double i_max, double i_min, bool antiwindup)
        : p_gain_(p),
          i_gain_(i),
          d_gain_(d),
          i_max_(i_max),
          i_min_(i_min),
          antiwindup_(antiwindup) {}
    Gains() : Gains(0.0, 0.0, 0.0, 0.0, 0.0) {}

    double p_gain_;
    double i_gain_;  ///< per s
    double d_gain_;  ///< s
    double i_max_;   ///< upper bound of the integral term
    double i_min_;   ///< lower bound of the integral term
    bool antiwindup_;
  };

  Pid(double p = 0.0, double i = 0.0, double d = 0.0, double i_max = 0.0, double i_min = -0.0,
      bool antiwindup = false);

  /// Takes over the gains. The new PID starts from reset, without dynamic reconfigure or publisher.
  Pid(const Pid& source);

  ~Pid();

  /// Takes over the gains and resets; dynamic reconfigure and publisher stay what they were.
  Pid& operator=(const Pid& source);

  /// Sets the gains and resets.
  void initPid(double p, double i, double d, double i_max, double i_min, bool antiwindup = false);

  /// Also offers dynamic reconfigure and, if parameter publish_state is true, publishes the state.
  void initPid(double p, double i, double d, double i_max, double i_min,
               const ros::NodeHandle& node);
  void initPid(double p, double i, double d, double i_max, double i_min, bool antiwindup,
               const ros::NodeHandle& node);

  /// As init, with the namespace as a string.
  bool initParam(const std::string& prefix, const bool quiet = false);

  /**
   * Reads the gains from a namespace and resets; offers dynamic reconfigure there and, if
   * publish_state is true, publishes every computation as control_msgs/PidState on `state`.
   *
   * Parameters: p (required); i, d (0); i_clamp (0) sets i_max = |i_clamp| and i_min = -i_max,
   * which i_clamp_max and i_clamp_min override (their signs are set to + and -); antiwindup
   * (false); publish_state (false). Dynamic reconfigure writes i_clamp_min and i_clamp_max back to
   * the parameter server, so on a master that lives on, a later change of i_clamp alone has no
   * effect (a warning says so).
   * @param quiet no error message if p is missing.
   * @return false, with nothing changed, if p is missing or not a number.
   */
  bool init(const ros::NodeHandle& n, const bool quiet = false);

  /**
   * Reads the gains from attributes p, i, d, iClamp (0 if missing) and antiwindup ("true" or "1").
   * No dynamic reconfigure, as no namespace is known.
   * @return false, with nothing changed, if there is no element or a value is not a number.
   */
  bool initXml(TiXmlElement* config);

  /// Offers dynamic reconfigure in the node's namespace, with the present gains.
  void initDynamicReconfig(ros::NodeHandle& node);

  /// Errors, integral and command to zero. The next derivative is taken from a previous error of 0.
  void reset();

  /**
   * As reset, with initial values. The next derivative is d_error, later ones are computed.
   * @param d_error d(error)/dt [1/s]
   * @param i_error integral of the error [s]
   */
  void reset(double d_error, double i_error);

  void getGains(double& p, double& i, double& d, double& i_max, double& i_min);
  void getGains(double& p, double& i, double& d, double& i_max, double& i_min, bool& antiwindup);
  Gains getGains();

  /// Sets the gains only. Not from the real-time loop, as writers wait for each other.
  void setGains(double p, double i, double d, double i_max, double i_min, bool antiwindup = false);
  void setGains(const Gains& gains);

  /// Tells dynamic reconfigure, if offered, the present gains or those given. Not from the
  /// real-time loop.
  void updateDynamicReconfig();
  void updateDynamicReconfig(Gains gains_config);
  void updateDynamicReconfig(control_toolbox::ParametersConfig config);

  /// Sets the gains that dynamic reconfigure asks for.
  void dynamicReconfigCallback(control_toolbox::ParametersConfig& config, uint32_t level);

  /**
   * The command for an error. The derivative is (error - previous error) / dt; the integral grows
   * by error * dt before it is used. Negative dt keeps the derivative and lets the integral run
   * back.
   * @return 0, with nothing changed, if dt is 0 or the error is not finite.
   */
  double computeCommand(double error, ros::Duration dt);

  /// As above, with a derivative that the caller knows, which must be finite too.
  double computeCommand(double error, double error_dot, ros::Duration dt);

  /// For errors defined as state - target: -computeCommand(error, dt). Do not mix with
  /// computeCommand.
  ROS_DEPRECATED double updatePid(double p_error, ros::Duration dt);
  ROS_DEPRECATED double updatePid(double error, double error_dot, ros::Duration dt);

  /// Overwrites what getCurrentCmd returns; the next computation does not use it.
  void setCurrentCmd(double cmd);

  /// The last command.
  double getCurrentCmd();

  /// The last error, its integral [s] and derivative [1/s].
  void getCurrentPIDErrors(double* pe, double* ie, double* de);

  /// Logs gains, errors and command.
  void printValues();

 private:
  using ReconfigureServer = dynamic_reconfigure::Server<ParametersConfig>;
  using StatePublisher = realtime_tools::RealtimePublisher<control_msgs::PidState>;

  void initInterfaces(const ros::NodeHandle& node);
  void publishState(const Gains& gains, const ros::Duration& dt, double p_term, double i_term,
                    double d_term);

  realtime_tools::RealtimeBuffer<Gains> gains_buffer_;

  double p_error_last_ = 0.0;       // error of the previous computation
  bool p_error_last_valid_ = true;  // whether a derivative can be taken from it
  double p_error_ = 0.0;
  double i_error_ = 0.0;
  double d_error_ = 0.0;
  double cmd_ = 0.0;

  std::unique_ptr<StatePublisher> state_publisher_;
  boost::recursive_mutex reconfigure_mutex_;
  std::unique_ptr<ReconfigureServer> reconfigure_server_;  // last, so that it is destroyed first
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_PID_H
