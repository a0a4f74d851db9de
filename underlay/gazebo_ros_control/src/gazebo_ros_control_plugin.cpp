// Loading: parameters, URDF, RobotHWSim, controller manager. The loop is in
// gazebo_ros_control_loop.cpp.
#include <gazebo_ros_control/gazebo_ros_control_plugin.h>

#include <cmath>

#include <urdf/model.h>

#include "urdf_parameter.h"

namespace gazebo_ros_control {

namespace {

const char kLog[] = "gazebo_ros_control";
const double kPollPeriod = 0.1;      // s
const double kReminderPeriod = 5.0;  // s between two messages while the URDF is waited for

template <class T>
T elementOr(const sdf::ElementPtr& sdf, const std::string& name, const T& otherwise) {
  return sdf->HasElement(name) ? sdf->Get<T>(name) : otherwise;
}

}  // namespace

GazeboRosControlPlugin::~GazeboRosControlPlugin() {
  update_connection_.reset();
  deferred_load_thread_.interrupt();
  if (deferred_load_thread_.joinable()) deferred_load_thread_.join();
  update_connection_.reset();
}

void GazeboRosControlPlugin::Load(gazebo::physics::ModelPtr parent, sdf::ElementPtr sdf) {
  if (!parent || !sdf) {
    ROS_ERROR_NAMED(kLog, "the plugin was loaded without a model");
    return;
  }
  parent_model_ = parent;
  sdf_ = sdf;
  if (!ros::isInitialized()) {
    ROS_FATAL_STREAM_NAMED(kLog, "model '"
                                     << parent->GetName()
                                     << "': Gazebo runs without ROS, no controllers. Start it with "
                                        "'gzserver -s libgazebo_ros_api_plugin.so'");
    return;
  }
  try {
    robot_namespace_ = elementOr<std::string>(sdf, "robotNamespace", parent->GetName());
    robot_description_ = elementOr<std::string>(sdf, "robotParam", "robot_description");
    robot_hw_sim_type_str_ =
        elementOr<std::string>(sdf, "robotSimType", "gazebo_ros_control/DefaultRobotHWSim");
    urdf_timeout_ = elementOr<double>(sdf, "robotParamTimeout", urdf_timeout_);
    readControlPeriod();
    model_nh_ = ros::NodeHandle(robot_namespace_);
    const auto e_stop_topic = elementOr<std::string>(sdf, "eStopTopic", "");
    if (!e_stop_topic.empty()) {
      e_stop_sub_ = model_nh_.subscribe(e_stop_topic, 1, &GazeboRosControlPlugin::eStopCB, this);
    }

    std::string problem;
    const std::string urdf = findUrdf(model_nh_, robot_description_, &problem);
    if (!urdf.empty()) {
      activate(urdf);
      return;
    }
    ROS_INFO_STREAM_NAMED(kLog,
                          "model '" << parent->GetName() << "' waits for its URDF: " << problem);
    deferred_load_thread_ = boost::thread([this]() {
      const std::string found = getURDF(robot_description_);
      if (!found.empty()) activate(found);
    });
  } catch (const std::exception& e) {
    ROS_FATAL_STREAM_NAMED(kLog,
                           "model '" << parent->GetName() << "' gets no controllers: " << e.what());
  }
}

void GazeboRosControlPlugin::readControlPeriod() {
  const double step = parent_model_->GetWorld()->Physics()->GetMaxStepSize();
  physics_step_ = ros::Duration(step);
  control_period_ = physics_step_;
  if (!sdf_->HasElement("controlPeriod")) return;
  const double period = sdf_->Get<double>("controlPeriod");
  if (!std::isfinite(period) || period <= 0.0) {
    ROS_ERROR_STREAM_NAMED(kLog, "controlPeriod "
                                     << period << " s is not a period; the physics step, " << step
                                     << " s, is used");
    return;
  }
  control_period_ = ros::Duration(period);
  if (control_period_ < physics_step_) {
    ROS_ERROR_STREAM_NAMED(kLog, "controlPeriod "
                                     << period << " s is shorter than the physics step; the "
                                     << "controllers run every step, " << step << " s");
  } else if (control_period_ > physics_step_) {
    ROS_WARN_STREAM_NAMED(kLog, "controlPeriod " << period
                                                 << " s is longer than the physics step of " << step
                                                 << " s");
  }
}

std::string GazeboRosControlPlugin::getURDF(std::string param_name) const {
  const ros::WallTime start = ros::WallTime::now();
  ros::WallTime reminder = start + ros::WallDuration(kReminderPeriod);
  std::string problem;
  while (ros::ok()) {
    const std::string urdf = findUrdf(model_nh_, param_name, &problem);
    if (!urdf.empty()) return urdf;
    const ros::WallTime now = ros::WallTime::now();
    if ((now - start).toSec() >= urdf_timeout_) {
      ROS_FATAL_STREAM_NAMED(kLog, "no URDF after " << urdf_timeout_ << " s: " << problem
                                                    << ". Model '" << parent_model_->GetName()
                                                    << "' gets no controllers");
      return "";
    }
    if (now >= reminder) {
      ROS_WARN_STREAM_NAMED(kLog, "still waiting for the URDF: " << problem);
      reminder = now + ros::WallDuration(kReminderPeriod);
    }
    boost::this_thread::sleep_for(  // an interruption point: the destructor need not wait
        boost::chrono::milliseconds(static_cast<int>(kPollPeriod * 1000)));
  }
  return "";
}

bool GazeboRosControlPlugin::parseTransmissionsFromURDF(const std::string& urdf_string) {
  transmissions_.clear();
  transmission_interface::TransmissionParser parser;
  return parser.parse(urdf_string, transmissions_);
}

void GazeboRosControlPlugin::load_robot_hw_sim_srv() {
  robot_hw_sim_loader_.reset(new pluginlib::ClassLoader<RobotHWSim>(
      "gazebo_ros_control", "gazebo_ros_control::RobotHWSim"));
  robot_hw_sim_ = robot_hw_sim_loader_->createInstance(robot_hw_sim_type_str_);
}

bool GazeboRosControlPlugin::activate(const std::string& urdf) {
  const std::string model = "model '" + parent_model_->GetName() + "'";
  // In the deferred case the physics thread is running; it must not step while joints are set up.
  const auto physics = parent_model_->GetWorld()->Physics();
  boost::recursive_mutex::scoped_lock lock(*physics->GetPhysicsUpdateMutex());
  try {
    if (!parseTransmissionsFromURDF(urdf)) {
      ROS_ERROR_STREAM_NAMED(kLog, model << ": no transmissions could be read from the URDF");
    }
    urdf::Model urdf_model;
    const bool parsed = urdf_model.initString(urdf);
    if (!parsed) {
      ROS_WARN_STREAM_NAMED(kLog,
                            model << ": the URDF cannot be parsed; no limits are taken from it");
    }
    load_robot_hw_sim_srv();
    if (!robot_hw_sim_->initSim(robot_namespace_, model_nh_, parent_model_,
                                parsed ? &urdf_model : nullptr, transmissions_)) {
      ROS_FATAL_STREAM_NAMED(kLog, model << " gets no controllers: its " << robot_hw_sim_type_str_
                                         << " could not be set up (see above)");
      robot_hw_sim_.reset();
      return false;
    }
    controller_manager_.reset(
        new controller_manager::ControllerManager(robot_hw_sim_.get(), model_nh_));
  } catch (const pluginlib::PluginlibException& e) {
    std::string known;
    if (robot_hw_sim_loader_) {
      for (const std::string& name : robot_hw_sim_loader_->getDeclaredClasses())
        known += " " + name;
    }
    ROS_FATAL_STREAM_NAMED(kLog,
                           model << " gets no controllers: robotSimType '" << robot_hw_sim_type_str_
                                 << "' cannot be loaded (known:" << known << "): " << e.what());
    return false;
  } catch (const std::exception& e) {
    ROS_FATAL_STREAM_NAMED(kLog, model << " gets no controllers: " << e.what());
    robot_hw_sim_.reset();
    return false;
  }
  const gazebo::common::Time now = parent_model_->GetWorld()->SimTime();
  startClock(ros::Time(now.sec, now.nsec));
  update_connection_ = gazebo::event::Events::ConnectWorldUpdateBegin(
      boost::bind(&GazeboRosControlPlugin::Update, this));
  ROS_INFO_STREAM_NAMED(kLog, model << ": controllers run in namespace " << model_nh_.getNamespace()
                                    << " every " << std::max(control_period_, physics_step_).toSec()
                                    << " s");
  return true;
}

void GazeboRosControlPlugin::eStopCB(const std_msgs::BoolConstPtr& e_stop_active) {
  e_stop_active_ = e_stop_active->data;
}

GZ_REGISTER_MODEL_PLUGIN(GazeboRosControlPlugin)

}  // namespace gazebo_ros_control
