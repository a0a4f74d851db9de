/// A service that sets the gains of PIDs.
#ifndef CONTROL_TOOLBOX_PID_GAINS_SETTER_H
#define CONTROL_TOOLBOX_PID_GAINS_SETTER_H

#include <control_toolbox/SetPidGains.h>
#include <ros/node_handle.h>
#include <ros/service_server.h>

#include <memory>
#include <string>
#include <vector>

#include "control_toolbox/pid.h"

namespace control_toolbox {

/// Offers the service `set_gains`, which gives several PIDs the same gains.
class PidGainsSetter {
 public:
  PidGainsSetter();
  ~PidGainsSetter();

  /// Adds a PID, which must outlive this object. Returns this object, to add the next one.
  PidGainsSetter& add(Pid* pid);

  /// Offers `set_gains` in a namespace. The parameters there, which Pid::init reads, follow the
  /// gains.
  void advertise(const ros::NodeHandle& n);
  void advertise(const std::string& ns);

  /// The service: always succeeds. The bounds of the integral term become +-|i_clamp|.
  bool setGains(control_toolbox::SetPidGains::Request& req,
                control_toolbox::SetPidGains::Response& resp);

 private:
  std::unique_ptr<ros::NodeHandle> node_;  // made by advertise, so that ROS need not run before
  ros::ServiceServer service_;
  std::vector<Pid*> pids_;
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_PID_GAINS_SETTER_H
