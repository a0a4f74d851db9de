// A controller as users write them, made from the public headers alone: a command topic, a PID
// whose gains can be changed while it runs, a state topic, and two hardware interfaces. It turns a
// motor so that the joint at the output of its gear has the commanded speed.
//
// For the test of leaks it counts its living objects, and leaks on purpose if told so by the
// parameter `leak`.

#include <fcntl.h>

#include <atomic>
#include <memory>
#include <string>

#include <control_msgs/JointControllerState.h>
#include <control_toolbox/pid.h>
#include <controller_interface/multi_interface_controller.h>
#include <hardware_interface/joint_command_interface.h>
#include <hardware_interface/joint_state_interface.h>
#include <realtime_tools/realtime_buffer.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/node_handle.h>
#include <std_msgs/Float64.h>
#include <pluginlib/class_list_macros.hpp>

namespace third_party {

namespace {

std::atomic<int> living{0};

/// One more living object as long as it exists.
struct Counted {
  Counted() { ++living; }
  ~Counted() { --living; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
};

}  // namespace

class VelocityPid
    : public controller_interface::MultiInterfaceController<
          hardware_interface::VelocityJointInterface, hardware_interface::JointStateInterface> {
 public:
  bool init(hardware_interface::RobotHW* robot, ros::NodeHandle&, ros::NodeHandle& nh) override {
    std::string motor, output;
    if (!nh.getParam("motor", motor) || !nh.getParam("output", output)) {
      ROS_ERROR_STREAM("'motor' or 'output' is missing in " << nh.getNamespace());
      return false;
    }
    motor_ = robot->get<hardware_interface::VelocityJointInterface>()->getHandle(motor);
    output_ = robot->get<hardware_interface::JointStateInterface>()->getHandle(output);
    if (!pid_.init(ros::NodeHandle(nh, "pid"))) {
      return false;
    }
    state_ = std::make_unique<StatePublisher>(nh, "state", 4);
    command_subscriber_ = nh.subscribe("command", 1, &VelocityPid::onCommand, this);
    leak(nh.param<std::string>("leak", ""), nh);
    return true;
  }

  void starting(const ros::Time&) override {
    pid_.reset();
    command_.initRT(0.0);
    motor_.setCommand(0.0);
  }

  void update(const ros::Time& time, const ros::Duration& period) override {
    const double target = *command_.readFromRT();
    const double error = target - output_.getVelocity();
    motor_.setCommand(target + pid_.computeCommand(error, period));
    if (state_->trylock()) {
      state_->msg_.header.stamp = time;
      state_->msg_.set_point = target;
      state_->msg_.process_value = output_.getVelocity();
      state_->msg_.error = error;
      state_->msg_.time_step = period.toSec();
      state_->msg_.command = motor_.getCommand();
      state_->msg_.p = pid_.getGains().p_gain_;
      state_->unlockAndPublish();
    }
  }

  void stopping(const ros::Time&) override { motor_.setCommand(0.0); }

 private:
  using StatePublisher = realtime_tools::RealtimePublisher<control_msgs::JointControllerState>;

  void onCommand(const std_msgs::Float64& message) { command_.writeFromNonRT(message.data); }

  /// Lose something for ever.
  static void leak(const std::string& what, const ros::NodeHandle& nh) {
    if (what == "object") {
      new Counted;
    } else if (what == "memory") {
      static volatile char* lost;
      lost = new char[1024];
    } else if (what == "publisher") {
      new StatePublisher(nh, "lost_state", 1);
    } else if (what == "subscriber") {
      const boost::function<void(const std_msgs::Float64ConstPtr&)> ignore = [](const auto&) {};
      new ros::Subscriber(
          ros::NodeHandle(nh).subscribe<std_msgs::Float64>("lost_command", 1, ignore));
    } else if (what == "file") {
      open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
  }

  Counted counted_;
  hardware_interface::JointHandle motor_;
  hardware_interface::JointStateHandle output_;
  control_toolbox::Pid pid_;
  realtime_tools::RealtimeBuffer<double> command_{0.0};
  std::unique_ptr<StatePublisher> state_;
  ros::Subscriber command_subscriber_;
};

}  // namespace third_party

/// Number of living controllers and of what they lost, for the test, which looks it up by name.
extern "C" __attribute__((visibility("default"))) int third_party_living() {
  return third_party::living;
}

PLUGINLIB_EXPORT_CLASS(third_party::VelocityPid, controller_interface::ControllerBase)
