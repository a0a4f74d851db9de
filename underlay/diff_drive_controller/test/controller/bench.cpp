#include "bench.h"

#include <diff_drive_controller/diff_drive_controller.h>
#include <gtest/gtest.h>

#include <boost/make_shared.hpp>
#include <cmath>

constexpr double Bench::kPeriod;
constexpr double Bench::kSeparation;
constexpr double Bench::kRadius;

bool waitUntil(const std::function<bool()>& condition, const std::string& what) {
  const ros::WallTime end = ros::WallTime::now() + ros::WallDuration(30.0);
  while (!condition()) {
    if (ros::WallTime::now() > end) {
      ADD_FAILURE() << "waited 30 s in vain for " << what;
      return false;
    }
    ros::WallDuration(0.0005).sleep();
    ros::spinOnce();
  }
  return true;
}

namespace {

int benches = 0;

}  // namespace

Bench::Bench(std::size_t wheels_per_side)
    : rig(wheels_per_side),
      name_space("/bench_" + std::to_string(++benches)),
      root_nh(name_space),
      nh(root_nh, "base"),
      controller(new diff_drive_controller::DiffDriveController()),
      odom_frame_(name_space.substr(1) + "_odom") {
  // Times of their own, so that no bench's throttled messages silence another's.
  setTime(ros::Time(10000.0 * benches));
  std::vector<std::string> left;
  std::vector<std::string> right;
  for (std::size_t i = 0; i < rig.wheels.size(); ++i) {
    (i < wheels_per_side ? left : right).push_back(rig.wheels[i].name);
  }
  set("type", "diff_drive_controller/DiffDriveController");
  set("left_wheel", left);
  set("right_wheel", right);
  set("pose_covariance_diagonal", std::vector<double>{1, 2, 3, 4, 5, 6});
  set("twist_covariance_diagonal", std::vector<double>{7, 8, 9, 10, 11, 12});
  set("wheel_separation", kSeparation);
  set("wheel_radius", kRadius);
  set("publish_rate", 2.0 / kPeriod);
  set("odom_frame_id", odom_frame_);
}

Bench::~Bench() {
  for (auto& subscriber : subscribers_) subscriber.shutdown();
  controller.reset();
  ros::param::del(name_space);
}

bool Bench::init() {
  controller_interface::ControllerBase::ClaimedResources claims;
  return controller->initRequest(&rig, root_nh, nh, claims);
}

void Bench::start() { ASSERT_TRUE(controller->startRequest(time)); }

void Bench::stop() { ASSERT_TRUE(controller->stopRequest(time)); }

void Bench::begin() {
  rig.move(0.0);
  ASSERT_TRUE(init()) << "the controller refused to start";
  const auto keep = [](auto& list) {
    return [&list](const auto& message) { list.push_back(*message); };
  };
  using Odom = nav_msgs::Odometry;
  using Tf = tf2_msgs::TFMessage;
  using Command = geometry_msgs::TwistStamped;
  using State = control_msgs::JointTrajectoryControllerState;
  constexpr int kQueue = 100000;
  subscribers_ = {
      nh.subscribe<Odom>("odom", kQueue, boost::function<void(const Odom::ConstPtr&)>(keep(odoms))),
      nh.subscribe<Command>("cmd_vel_out", kQueue,
                            boost::function<void(const Command::ConstPtr&)>(keep(commands_out))),
      nh.subscribe<State>("wheel_joint_controller_state", kQueue,
                          boost::function<void(const State::ConstPtr&)>(keep(wheel_states))),
      nh.subscribe<Tf>("/tf", kQueue,
                       boost::function<void(const Tf::ConstPtr&)>([this](const Tf::ConstPtr& tf) {
                         ASSERT_EQ(1u, tf->transforms.size());
                         if (tf->transforms[0].header.frame_id == odom_frame_) {
                           transforms.push_back(tf->transforms[0]);
                         }
                       }))};
  command_publisher_ = nh.advertise<geometry_msgs::Twist>("cmd_vel", 1);
  waitUntil(
      [this] {
        bool publish_cmd = false;
        bool publish_state = false;
        nh.getParam("publish_cmd", publish_cmd);
        nh.getParam("publish_wheel_joint_controller_state", publish_state);
        return command_publisher_.getNumSubscribers() == 1 &&
               subscribers_[0].getNumPublishers() == 1 &&
               subscribers_[1].getNumPublishers() == (publish_cmd ? 1u : 0u) &&
               subscribers_[2].getNumPublishers() == (publish_state ? 1u : 0u) &&
               subscribers_[3].getNumPublishers() >= 1;
      },
      "the controller's topics");
  start();
}

void Bench::setTime(const ros::Time& now) {
  time = now;
  ros::Time::setNow(now);
}

void Bench::step(int cycles, double period) {
  for (int i = 0; i < cycles; ++i) {
    rig.move(period);
    setTime(time + ros::Duration(period));
    controller->updateRequest(time, ros::Duration(period));
  }
}

void Bench::command(double linear, double angular) {
  const auto twist = boost::make_shared<geometry_msgs::Twist>();
  twist->linear.x = linear;
  twist->angular.z = angular;
  // Within one process a message given as shared pointer is in the callback queue when publish()
  // returns.
  command_publisher_.publish(twist);
  ros::spinOnce();
}

void Bench::drive(double linear, double angular, double duration) {
  const int cycles = static_cast<int>(std::round(duration / kPeriod));
  for (int i = 0; i < cycles; ++i) {
    if (i % 10 == 0) command(linear, angular);
    step();
  }
}

nav_msgs::Odometry Bench::odomNow() {
  waitForLatest(odoms, "odometry");
  return odoms.empty() ? nav_msgs::Odometry() : odoms.back();
}

double Bench::yaw(const nav_msgs::Odometry& odom) {
  const auto& q = odom.pose.pose.orientation;
  return 2.0 * std::atan2(q.z, q.w);
}
