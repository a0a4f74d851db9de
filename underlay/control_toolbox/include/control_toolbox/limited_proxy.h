/// Position controller that keeps its limits without windup.
#ifndef CONTROL_TOOLBOX_LIMITED_PROXY_H
#define CONTROL_TOOLBOX_LIMITED_PROXY_H

namespace control_toolbox {

/**
 * A joint's PID controller follows a proxy, a simulated point that moves to the desired trajectory
 * within the limits of position and velocity and only as fast as the effort limit lets the joint
 * follow. So a far target, a blocked joint or a limit never winds anything up.
 *
 * Per step the proxy approaches its target with velocity lambda_proxy * distance, for far targets
 * only so fast that it can brake with acc_converge. The effort is
 *
 *     mass * proxy acceleration + Kd * velocity error + Kp * position error + integral term
 *
 * with errors from the joint to the proxy; if it exceeds effort_limit, the proxy's acceleration is
 * changed to the one that gives exactly the limit.
 *
 * Units: SI, of a rotary (N m, rad) or linear (N, m) joint. All members are 0 at first; set them
 * before use (a zero effort_limit means no effort).
 */
class LimitedProxy {
 public:
  double mass_;             ///< of the joint [kg m^2 or kg]
  double Kd_;               ///< damping gain
  double Kp_;               ///< position gain
  double Ki_;               ///< integral gain
  double Ficl_;             ///< bound of the integral term's magnitude [N m or N]
  double effort_limit_;     ///< [N m or N]
  double vel_limit_;        ///< of the proxy [1/s]
  double pos_upper_limit_;  ///< of the proxy; the position limits count if lower < upper
  double pos_lower_limit_;  ///< of the proxy
  double lambda_proxy_;     ///< bandwidth with which the proxy converges on its target [1/s]
  double acc_converge_;     ///< acceleration with which it converges on a far target [1/s^2]

  LimitedProxy();

  /// Puts the proxy where the joint is; clears the integral.
  void reset(double pos_act, double vel_act);

  /**
   * Advances the proxy by dt [s].
   * @return the effort, within +-effort_limit_; 0, with nothing changed, unless dt > 0 and all
   *   values are finite
   */
  double update(double pos_des, double vel_des, double acc_des, double pos_act, double vel_act,
                double dt);

 private:
  double targetVelocity(double pos_des, double vel_des, double acc_des, double dt) const;

  double pos_proxy_ = 0.0;
  double vel_proxy_ = 0.0;
  double integral_ = 0.0;  // of the position error from joint to proxy [s]
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_LIMITED_PROXY_H
