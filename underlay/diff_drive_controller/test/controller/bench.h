#pragma once

#include <control_msgs/JointTrajectoryControllerState.h>
#include <controller_interface/controller_base.h>
#include <geometry_msgs/TransformStamped.h>
#include <geometry_msgs/TwistStamped.h>
#include <nav_msgs/Odometry.h>
#include <ros/ros.h>
#include <tf2_msgs/TFMessage.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rig.h"

/// Spins callbacks until `condition` holds; a test failure that names `what` after 30 s.
bool waitUntil(const std::function<bool()>& condition, const std::string& what);

/// A controller on a rig, in a namespace of its own, with a clock that the test turns.
///
/// Everything happens in the test's thread: step() moves the rig and updates the controller,
/// callbacks run when a function here waits for something.
class Bench {
 public:
  static constexpr double kPeriod = 0.01;     // s
  static constexpr double kSeparation = 0.4;  // m
  static constexpr double kRadius = 0.1;      // m

  /// Sets the parameters that every test needs; publish_rate so that each cycle publishes.
  explicit Bench(std::size_t wheels_per_side = 1);
  ~Bench();

  template <typename Value>
  void set(const std::string& name, const Value& value) {
    nh.setParam(name, value);
  }
  void erase(const std::string& name) { nh.deleteParam(name); }

  bool init();
  void start();
  void stop();
  /// init() and start(), then waits until its topics are connected to this bench.
  void begin();

  /// One cycle: the rig moves, the clock advances, the controller is updated.
  void step(int cycles = 1, double period = kPeriod);
  /// Sets the clock without a cycle.
  void setTime(const ros::Time& time);

  /// Publishes a command and waits until the controller's callback has run.
  void command(double linear, double angular);
  /// Steps for a while [s], repeating the command each 0.1 s.
  void drive(double linear, double angular, double duration);

  /// Waits until a list of received messages ends with one of the last cycle.
  ///
  /// If a publisher was too busy to take that message, it gets it in the next cycle: while it
  /// waits, this updates the controller in steps of no length, which move nothing.
  template <typename Messages>
  void waitForLatest(const Messages& messages, const std::string& what) {
    waitUntil(
        [&] {
          if (!messages.empty() && messages.back().header.stamp == time) return true;
          controller->updateRequest(time, ros::Duration(0.0));
          return false;
        },
        what + " of the last cycle");
  }

  /// Waits for the odometry of the last cycle.
  nav_msgs::Odometry odomNow();

  static double yaw(const nav_msgs::Odometry& odom);

  Rig rig;
  std::string name_space;
  ros::NodeHandle root_nh;
  ros::NodeHandle nh;
  std::unique_ptr<controller_interface::ControllerBase> controller;
  ros::Time time;

  std::vector<nav_msgs::Odometry> odoms;
  std::vector<geometry_msgs::TransformStamped> transforms;  ///< from this bench's odometry frame
  std::vector<geometry_msgs::TwistStamped> commands_out;
  std::vector<control_msgs::JointTrajectoryControllerState> wheel_states;

 private:
  std::vector<ros::Subscriber> subscribers_;
  ros::Publisher command_publisher_;
  std::string odom_frame_;
};
