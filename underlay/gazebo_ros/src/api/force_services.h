#ifndef GAZEBO_ROS_API_FORCE_SERVICES_H
#define GAZEBO_ROS_API_FORCE_SERVICES_H

#include <gazebo_msgs/ApplyBodyWrench.h>
#include <gazebo_msgs/ApplyJointEffort.h>

#include <cstdint>
#include <gazebo/common/Time.hh>
#include <ignition/math/Vector3.hh>
#include <vector>

#include "api/api_context.h"

namespace gazebo_ros {

/// apply_body_wrench, apply_joint_effort, clear_body_wrenches and clear_joint_forces.
///
/// A job acts in the steps that lie between its start (not before the present) and its end, so in
/// exactly duration / step steps. It ends with its link or joint.
class ForceServices : public ServiceGroup {
 public:
  explicit ForceServices(ApiContext& context);

  /// Physics thread, at the begin of the step that ends at `step_end`.
  void onStepBegin(const gazebo::common::Time& step_end);

 private:
  struct Window {
    int64_t start_ns;
    int64_t end_ns;
  };
  struct WrenchJob {
    boost::weak_ptr<gazebo::physics::Link> link;
    Window window;
    ignition::math::Vector3d force;   // N, world axes, on the centre of mass
    ignition::math::Vector3d torque;  // N m, world axes
  };
  struct EffortJob {
    boost::weak_ptr<gazebo::physics::Joint> joint;
    Window window;
    double effort;  // N m or N
  };

  void applyWrench(const gazebo_msgs::ApplyBodyWrench::Request& request);
  void applyEffort(const gazebo_msgs::ApplyJointEffort::Request& request);
  Window window(const ros::Time& start, const ros::Duration& duration) const;

  // Changed by services inside the gate, used in steps: never both.
  std::vector<WrenchJob> wrenches_;
  std::vector<EffortJob> efforts_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_FORCE_SERVICES_H
