#include "api/force_services.h"

#include <gazebo_msgs/BodyRequest.h>
#include <gazebo_msgs/JointRequest.h>

#include <algorithm>
#include <gazebo/physics/physics.hh>
#include <limits>

#include "api/conversions.h"
#include "api/world_lookup.h"

namespace gazebo_ros {

namespace physics = gazebo::physics;

namespace {

/// Removes the jobs for which `over` holds.
template <class Jobs, class Over>
void removeIf(Jobs& jobs, Over over) {
  jobs.erase(std::remove_if(jobs.begin(), jobs.end(), over), jobs.end());
}

}  // namespace

ForceServices::ForceServices(ApiContext& context) : ServiceGroup(context) {
  serve<gazebo_msgs::ApplyBodyWrench>("apply_body_wrench", "ApplyBodyWrench",
                                      [this](const auto& q, auto&) { applyWrench(q); });
  serve<gazebo_msgs::ApplyJointEffort>("apply_joint_effort", "ApplyJointEffort",
                                       [this](const auto& q, auto&) { applyEffort(q); });
  serveEmpty<gazebo_msgs::BodyRequest>("clear_body_wrenches", [this](const auto& q, auto&) {
    StepGate::Exclusive no_step(context_.gate);
    const auto cleared = findLink(context_.world, q.body_name);
    removeIf(wrenches_, [&](const WrenchJob& job) { return job.link.lock() == cleared; });
  });
  serveEmpty<gazebo_msgs::JointRequest>("clear_joint_forces", [this](const auto& q, auto&) {
    StepGate::Exclusive no_step(context_.gate);
    const auto cleared = findJoint(context_.world, q.joint_name);
    removeIf(efforts_, [&](const EffortJob& job) { return job.joint.lock() == cleared; });
  });
}

ForceServices::Window ForceServices::window(const ros::Time& start,
                                            const ros::Duration& duration) const {
  Window w;
  w.start_ns =
      std::max(static_cast<int64_t>(start.toNSec()), nanoseconds(context_.world->SimTime()));
  w.end_ns = duration < ros::Duration(0) ? std::numeric_limits<int64_t>::max()
                                         : w.start_ns + duration.toNSec();
  return w;
}

void ForceServices::applyWrench(const gazebo_msgs::ApplyBodyWrench::Request& request) {
  const auto force = toVector(request.wrench.force, "wrench.force");
  const auto torque = toVector(request.wrench.torque, "wrench.torque");
  const auto point = toVector(request.reference_point, "reference_point");

  StepGate::Exclusive no_step(context_.gate);
  const auto link = findLink(context_.world, request.body_name);
  const FrameState frame = findFrame(context_.world, request.reference_frame);
  WrenchJob job;
  job.link = link;
  job.window = window(request.start_time, request.duration);
  job.force = frame.pose.Rot().RotateVector(force);
  job.torque = frame.pose.Rot().RotateVector(torque);
  // A point in an entity's frame is a place. In the inertial frame it is the offset from the
  // centre of mass, so that the default, zero, pushes a body without turning it.
  const auto centre = link->WorldCoGPose().Pos();
  const auto lever = isInertialFrame(request.reference_frame)
                         ? point
                         : frame.pose.Pos() + frame.pose.Rot().RotateVector(point) - centre;
  job.torque += lever.Cross(job.force);
  wrenches_.push_back(job);
}

void ForceServices::applyEffort(const gazebo_msgs::ApplyJointEffort::Request& request) {
  finite(request.effort, "effort");
  StepGate::Exclusive no_step(context_.gate);
  const auto joint = findJoint(context_.world, request.joint_name);
  if (joint->DOF() == 0) throw RequestError("joint '" + request.joint_name + "' cannot move");
  efforts_.push_back({joint, window(request.start_time, request.duration), request.effort});
}

void ForceServices::onStepBegin(const gazebo::common::Time& step_end) {
  if (wrenches_.empty() && efforts_.empty()) return;
  const int64_t now = nanoseconds(step_end);
  for (const auto& job : wrenches_) {
    const auto link = job.link.lock();
    if (!link || now <= job.window.start_ns || now > job.window.end_ns) continue;
    link->AddForce(job.force);
    link->AddTorque(job.torque);
  }
  for (const auto& job : efforts_) {
    const auto joint = job.joint.lock();
    if (joint && now > job.window.start_ns && now <= job.window.end_ns)
      joint->SetForce(0, job.effort);
  }
  removeIf(wrenches_,
           [now](const WrenchJob& j) { return now >= j.window.end_ns || j.link.expired(); });
  removeIf(efforts_,
           [now](const EffortJob& j) { return now >= j.window.end_ns || j.joint.expired(); });
}

}  // namespace gazebo_ros
