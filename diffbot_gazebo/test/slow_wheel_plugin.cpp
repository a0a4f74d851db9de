// For lockstep.test: a wheel that turns as fast as the last command says, but is slow to take note
// of commands.
#include <atomic>
#include <chrono>
#include <thread>

#include <geometry_msgs/Twist.h>
#include <ros/ros.h>
#include <std_msgs/Float64.h>
#include <boost/bind/bind.hpp>
#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Model.hh>

namespace diffbot_gazebo {
class SlowWheelPlugin : public gazebo::ModelPlugin {
 public:
  void Load(gazebo::physics::ModelPtr model, sdf::ElementPtr) override {
    joint_ = model->GetJoint("axle");
    nh_.reset(new ros::NodeHandle("slow_wheel"));
    // On the node's own callback queue, like a controller's.
    listen();
    listen_ = nh_->subscribe<std_msgs::Float64>(
        "listen", 1, [this](const std_msgs::Float64::ConstPtr&) { listen(); });
    block_ = nh_->subscribe("block", 10, &SlowWheelPlugin::onBlock, this);
    update_ = gazebo::event::Events::ConnectWorldUpdateBegin(
        [this](const gazebo::common::UpdateInfo&) { joint_->SetVelocity(0, speed_); });
  }

 private:
  void listen() { command_ = nh_->subscribe("cmd_vel", 1, &SlowWheelPlugin::onCommand, this); }

  // Its last command is one with a linear speed.
  void onCommand(const geometry_msgs::Twist& command) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    speed_ = command.angular.z;
    if (command.linear.x != 0.0) {
      command_.shutdown();
    }
  }

  // Keeps a callback thread, as a service of the controller manager does that waits for a step.
  void onBlock(const std_msgs::Float64& seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds.data));
  }

  gazebo::physics::JointPtr joint_;
  gazebo::event::ConnectionPtr update_;
  std::unique_ptr<ros::NodeHandle> nh_;
  ros::Subscriber command_;
  ros::Subscriber listen_;
  ros::Subscriber block_;
  std::atomic<double> speed_{0.0};
};

GZ_REGISTER_MODEL_PLUGIN(SlowWheelPlugin)

}  // namespace diffbot_gazebo
