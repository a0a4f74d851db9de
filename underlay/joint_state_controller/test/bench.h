#pragma once

#include <hardware_interface/joint_state_interface.h>
#include <joint_state_controller/joint_state_controller.h>
#include <ros/ros.h>
#include <sensor_msgs/JointState.h>

#include <functional>
#include <string>
#include <vector>

/// Spins callbacks until `condition` holds; a test failure that names `what` after 30 s.
bool waitUntil(const std::function<bool()>& condition, const std::string& what);

/// What this process has logged since the object was made.
class LogCapture {
 public:
  LogCapture();
  void expectError(const std::string& part) const;
  void expectWarning(const std::string& part) const;
  void expectInfo(const std::string& part) const;
  void expectNoProblems() const;

 private:
  void expect(ros::console::Level level, const std::string& part) const;
  std::size_t first_;
};

/// A controller over three joints (b, a, c), in a namespace of its own.
class Bench {
 public:
  Bench();
  ~Bench();

  bool init();
  /// init(), waits until `joint_states` is connected, and starts.
  void begin();
  void start();
  void stop();
  /// Advances the time by cycles and updates the controller in each.
  void step(int cycles = 1, double period = 0.01);
  /// Waits until n messages have come.
  void waitFor(std::size_t n);
  /// Cycles since `start`, of 10 ms, at which the messages are stamped.
  std::vector<int> cyclesSince(const ros::Time& start) const;

  std::string name_space;
  ros::NodeHandle root_nh;
  ros::NodeHandle nh;
  double position[3] = {1.0, 2.0, 3.0};
  double velocity[3] = {10.0, 20.0, 30.0};
  double effort[3] = {100.0, 200.0, 300.0};
  hardware_interface::JointStateInterface hardware;
  ros::Time time;
  joint_state_controller::JointStateController controller;
  std::vector<sensor_msgs::JointState> messages;

 private:
  ros::Subscriber subscriber_;
};
