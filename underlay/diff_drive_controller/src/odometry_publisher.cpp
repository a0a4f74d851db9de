#include <diff_drive_controller/odometry_publisher.h>

#include <cmath>

namespace diff_drive_controller {

namespace {

/// Longer periods count as "never": ros::Duration ends at 2^31 s.
constexpr double kLongestPeriod = 1e9;  // s

template <typename Covariance>
void setDiagonal(Covariance& covariance, const std::vector<double>& diagonal) {
  for (std::size_t i = 0; i < diagonal.size(); ++i) covariance[7 * i] = diagonal[i];
}

void setYaw(geometry_msgs::Quaternion& rotation, double yaw) {
  rotation.z = std::sin(0.5 * yaw);
  rotation.w = std::cos(0.5 * yaw);
}

}  // namespace

void OdometryPublisher::init(ros::NodeHandle& root_nh, ros::NodeHandle& controller_nh,
                             const Settings& settings) {
  odom_.reset(
      new realtime_tools::RealtimePublisher<nav_msgs::Odometry>(controller_nh, "odom", 100));
  // lock() and unlock() around the constant fields prepare all messages in the publisher's ring.
  odom_->lock();
  odom_->msg_.header.frame_id = settings.odom_frame_id;
  odom_->msg_.child_frame_id = settings.base_frame_id;
  odom_->msg_.pose.pose.orientation.w = 1.0;
  setDiagonal(odom_->msg_.pose.covariance, settings.pose_covariance_diagonal);
  setDiagonal(odom_->msg_.twist.covariance, settings.twist_covariance_diagonal);
  odom_->unlock();

  tf_.reset(new realtime_tools::RealtimePublisher<tf::tfMessage>(root_nh, "/tf", 100));
  tf_->lock();
  tf_->msg_.transforms.resize(1);
  tf_->msg_.transforms[0].header.frame_id = settings.odom_frame_id;
  tf_->msg_.transforms[0].child_frame_id = settings.base_frame_id;
  tf_->msg_.transforms[0].transform.rotation.w = 1.0;
  tf_->unlock();
}

void OdometryPublisher::start(const ros::Time& time) {
  last_ = time;
  odom_waits_ = false;
  tf_waits_ = false;
}

bool OdometryPublisher::due(const ros::Time& time, double rate) {
  if (time < last_) last_ = time;  // the clock went back
  if (!(rate * kLongestPeriod > 1.0)) return false;
  const ros::Duration period(1.0 / rate);
  if (!(last_ + period < time)) return false;
  last_ += period;
  // last_ + period < time, so the subtraction below stays above zero.
  if (last_ + period < time) last_ = time - period;
  return true;
}

void OdometryPublisher::update(const ros::Time& time, const Odometry& odometry, double rate,
                               bool with_tf) {
  if (due(time, rate)) {
    odom_waits_ = true;
    tf_waits_ = true;
  }
  if (odom_waits_ && odom_->trylock()) {
    nav_msgs::Odometry& msg = odom_->msg_;
    msg.header.stamp = time;
    msg.pose.pose.position.x = odometry.getX();
    msg.pose.pose.position.y = odometry.getY();
    setYaw(msg.pose.pose.orientation, odometry.getHeading());
    msg.twist.twist.linear.x = odometry.getLinear();
    msg.twist.twist.angular.z = odometry.getAngular();
    odom_->unlockAndPublish();
    odom_waits_ = false;
  }
  if (!with_tf) tf_waits_ = false;
  if (tf_waits_ && tf_->trylock()) {
    geometry_msgs::TransformStamped& frame = tf_->msg_.transforms[0];
    frame.header.stamp = time;
    frame.transform.translation.x = odometry.getX();
    frame.transform.translation.y = odometry.getY();
    setYaw(frame.transform.rotation, odometry.getHeading());
    tf_->unlockAndPublish();
    tf_waits_ = false;
  }
}

}  // namespace diff_drive_controller
