#include <diff_drive_controller/diff_drive_controller.h>
#include <diff_drive_controller/wheel_geometry.h>
#include <ros/console.h>
#include <ros/param.h>

namespace diff_drive_controller {

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "'" : ", '") + name + "'";
  return all;
}

}  // namespace

bool DiffDriveController::init(hardware_interface::VelocityJointInterface* hw,
                               ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh) {
  name_ = controller_nh.getNamespace();

  ParameterReader reader(name_);
  parameters_ = readParameters(reader);
  for (const auto& warning : reader.warnings()) ROS_WARN_STREAM(warning);
  for (const auto& error : reader.errors()) ROS_ERROR_STREAM(error);
  if (!reader.errors().empty()) return false;

  if (!findGeometry(root_nh, controller_nh)) return false;
  const Geometry start = geometry(parameters_.dynamic);
  odometry_ = Odometry(parameters_.velocity_rolling_window_size);
  odometry_.setWheelParams(start.separation, start.left_radius, start.right_radius);

  advertise(root_nh, controller_nh);
  getJoints(*hw);

  CommandInput::Settings input;
  input.timeout = parameters_.cmd_vel_timeout;
  input.allow_multiple_publishers = parameters_.allow_multiple_cmd_vel_publishers;
  command_input_.init(controller_nh, input, [this] { return isRunning(); });
  dynamic_.init(controller_nh, parameters_.dynamic);
  logStart();
  return true;
}

bool DiffDriveController::findGeometry(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh) {
  separation_source_ = "parameter " + controller_nh.resolveName("wheel_separation");
  radius_source_ = "parameter " + controller_nh.resolveName("wheel_radius");
  if (parameters_.has_wheel_separation && parameters_.has_wheel_radius) return true;

  const std::string urdf_name = root_nh.resolveName("robot_description");
  const std::string purpose =
      " (the URDF is read because wheel_separation and wheel_radius are not both set in " + name_ +
      ")";
  std::string urdf;
  if (!ros::param::get(urdf_name, urdf) || urdf.empty()) {
    std::string elsewhere;
    const bool found =
        root_nh.searchParam("robot_description", elsewhere) && elsewhere != urdf_name;
    ROS_ERROR_STREAM("Parameter '" << urdf_name
                                   << "' is not set or empty: expected the robot's URDF" << purpose
                                   << (found ? "; '" + elsewhere + "' is not looked at" : ""));
    return false;
  }

  WheelGeometry found;
  std::string error;
  if (!wheelGeometryFromUrdf(urdf, parameters_.left_wheels.front(),
                             parameters_.right_wheels.front(), !parameters_.has_wheel_radius, found,
                             error)) {
    ROS_ERROR_STREAM("Parameter '" << urdf_name << "': " << error << purpose);
    return false;
  }
  for (const auto& warning : found.warnings) {
    ROS_WARN_STREAM("Parameter '" << urdf_name << "': " << warning);
  }
  if (!parameters_.has_wheel_separation) {
    parameters_.wheel_separation = found.separation;
    separation_source_ = "URDF " + urdf_name;
    if (!(found.separation > 0.0)) {
      ROS_ERROR_STREAM("Parameter '" << urdf_name << "': the joints '"
                                     << parameters_.left_wheels.front() << "' and '"
                                     << parameters_.right_wheels.front()
                                     << "' are at the same place: expected a distance > 0");
      return false;
    }
  }
  if (!parameters_.has_wheel_radius) {
    parameters_.wheel_radius = found.radius;
    radius_source_ = "URDF " + urdf_name;
  }
  return true;
}

void DiffDriveController::advertise(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh) {
  if (parameters_.publish_cmd) {
    command_publisher_.reset(new realtime_tools::RealtimePublisher<geometry_msgs::TwistStamped>(
        controller_nh, "cmd_vel_out", 100));
  }
  std::vector<std::string> joints = parameters_.left_wheels;
  joints.insert(joints.end(), parameters_.right_wheels.begin(), parameters_.right_wheels.end());
  if (parameters_.publish_wheel_joint_controller_state) {
    wheel_state_publisher_.reset(new WheelStatePublisher());
    wheel_state_publisher_->init(controller_nh, joints);
  }
  OdometryPublisher::Settings settings;
  settings.odom_frame_id = parameters_.odom_frame_id;
  settings.base_frame_id = parameters_.base_frame_id;
  settings.pose_covariance_diagonal = parameters_.pose_covariance_diagonal;
  settings.twist_covariance_diagonal = parameters_.twist_covariance_diagonal;
  odometry_publisher_.init(root_nh, controller_nh, settings);
  events_.init(controller_nh, joints);
}

void DiffDriveController::getJoints(hardware_interface::VelocityJointInterface& hw) {
  try {
    for (const auto& joint : parameters_.left_wheels) left_joints_.push_back(hw.getHandle(joint));
    for (const auto& joint : parameters_.right_wheels) right_joints_.push_back(hw.getHandle(joint));
  } catch (const hardware_interface::HardwareInterfaceException& e) {
    ROS_ERROR_STREAM("Parameters '" << name_ << "/left_wheel' and 'right_wheel' = "
                                    << joined(parameters_.left_wheels) << " and "
                                    << joined(parameters_.right_wheels)
                                    << ": expected joints of the robot's velocity interface, which "
                                       "are "
                                    << joined(hw.getNames()) << " (" << e.what() << ")");
    throw;
  }
  feedback_.init(left_joints_.size());
}

void DiffDriveController::logStart() const {
  const Parameters& p = parameters_;
  const Geometry start = geometry(p.dynamic);
  ROS_INFO_STREAM(
      name_ << ": diff_drive_controller/DiffDriveController for left " << joined(p.left_wheels)
            << ", right " << joined(p.right_wheels) << "; wheel separation " << start.separation
            << " m = " << p.wheel_separation << " m (" << separation_source_ << ") x "
            << p.dynamic.wheel_separation_multiplier << "; wheel radius left " << start.left_radius
            << " m, right " << start.right_radius << " m = " << p.wheel_radius << " m ("
            << radius_source_ << ") x " << p.dynamic.left_wheel_radius_multiplier << ", "
            << p.dynamic.right_wheel_radius_multiplier);
  ROS_INFO_STREAM(name_ << ": " << (p.open_loop ? "open" : "closed") << " loop odometry '"
                        << p.odom_frame_id << "' -> '" << p.base_frame_id << "' at "
                        << p.dynamic.publish_rate << " Hz, tf "
                        << (p.dynamic.enable_odom_tf ? "on" : "off") << ", velocities over "
                        << p.velocity_rolling_window_size << " samples; commands time out after "
                        << p.cmd_vel_timeout << " s, multiple publishers "
                        << (p.allow_multiple_cmd_vel_publishers ? "allowed" : "refused"));
  for (const auto* axis : {&p.linear, &p.angular}) {
    const bool linear = axis == &p.linear;
    std::ostringstream limits;
    if (axis->has_velocity_limits) {
      limits << " velocity " << axis->min_velocity << " to " << axis->max_velocity;
    }
    if (axis->has_acceleration_limits) {
      limits << " acceleration " << axis->min_acceleration << " to " << axis->max_acceleration;
    }
    if (axis->has_jerk_limits) limits << " jerk " << axis->min_jerk << " to " << axis->max_jerk;
    ROS_INFO_STREAM(name_ << ": " << (linear ? "linear" : "angular") << " limits ("
                          << (linear ? "m" : "rad")
                          << ", s):" << (limits.str().empty() ? " none" : limits.str()));
  }
}

}  // namespace diff_drive_controller
