// What GazeboRosControlPlugin does in every physics step, and after a world reset.
#include <gazebo_ros_control/gazebo_ros_control_plugin.h>

namespace gazebo_ros_control {

void GazeboRosControlPlugin::Update() {
  const gazebo::common::Time gazebo_time = parent_model_->GetWorld()->SimTime();
  const ros::Time sim_time(gazebo_time.sec, gazebo_time.nsec);

  if (reset_requested_.exchange(false) || sim_time < last_write_sim_time_ros_) {
    // The step that ends now is the first since the reset.
    const bool later = sim_time >= ros::Time(0) + physics_step_;
    startClock(later ? sim_time - physics_step_ : ros::Time(0));
    restart_controllers_ = true;
    faulty_ = false;
    robot_hw_sim_->resetSim();
  }

  const bool e_stop = e_stop_active_;
  const ros::Duration update_period = sim_time - last_update_sim_time_ros_;
  const char* what = "RobotHWSim::eStopActive";
  try {
    robot_hw_sim_->eStopActive(e_stop || faulty_);
    if (update_period >= control_period_) {
      last_update_sim_time_ros_ = sim_time;
      what = "RobotHWSim::readSim";
      robot_hw_sim_->readSim(sim_time, update_period);
      if (last_e_stop_active_ && !e_stop) restart_controllers_ = true;
      last_e_stop_active_ = e_stop;
      what = "a controller";
      if (!faulty_) runControllers(sim_time, update_period);
    }
    what = "RobotHWSim::writeSim";
    robot_hw_sim_->writeSim(sim_time, sim_time - last_write_sim_time_ros_);
    last_write_sim_time_ros_ = sim_time;
  } catch (const std::exception& e) {
    handleFault(what, e.what());
  } catch (...) {
    handleFault(what, "an exception that is not a std::exception");
  }
}

void GazeboRosControlPlugin::runControllers(const ros::Time& sim_time,
                                            const ros::Duration& period) {
  const bool restart = restart_controllers_;
  restart_controllers_ = false;
  controller_manager_->update(sim_time, period, restart);
}

void GazeboRosControlPlugin::Reset() {
  // Gazebo calls this from the thread that asked for the reset, possibly in the middle of a step.
  reset_requested_ = true;
}

void GazeboRosControlPlugin::startClock(const ros::Time& sim_time) {
  last_update_sim_time_ros_ = sim_time;
  last_write_sim_time_ros_ = sim_time;
}

void GazeboRosControlPlugin::handleFault(const char* what, const std::string& reason) {
  if (faulty_) return;  // said already; it may come back in every step
  faulty_ = true;
  ROS_FATAL_STREAM_NAMED(
      "gazebo_ros_control",
      "model '" << parent_model_->GetName() << "': " << what << " failed: " << reason
                << ". The robot is stopped and its controllers no longer run. Reset the "
                   "world to try again");
}

}  // namespace gazebo_ros_control
