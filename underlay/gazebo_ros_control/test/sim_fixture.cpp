#include "sim_fixture.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <gazebo/gazebo.hh>

namespace gazebo_ros_control_test {

namespace {

const char kWorld[] =
    "<?xml version='1.0'?><sdf version='1.6'><world name='default'>"
    "<physics name='ode' type='ode'><max_step_size>0.001</max_step_size>"
    "<real_time_update_rate>0</real_time_update_rate>"
    "<ode><solver><type>quick</type><iters>50</iters></solver></ode></physics>"
    "<gravity>0 0 0</gravity></world></sdf>";

int freePort() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  const bool ok = bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(fd);
  if (!ok) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

}  // namespace

gazebo::physics::WorldPtr SimTest::world_;
LogRecorder& SimTest::log_ = *new LogRecorder;

void LogRecorder::log(ros::console::Level level, const char* text, const char*, const char*, int) {
  std::lock_guard<std::mutex> lock(mutex_);
  lines_.emplace_back(level, text);
}

void LogRecorder::clear() {
  std::lock_guard<std::mutex> lock(mutex_);
  lines_.clear();
}

std::string LogRecorder::text(ros::console::Level at_least) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::string all;
  for (const auto& line : lines_) {
    if (line.first >= at_least) all += line.second + "\n";
  }
  return all;
}

std::string urdfOf(const std::string& name, const std::vector<TestJoint>& joints,
                   const std::string& more) {
  std::string xml = "<robot name='" + name + "'><link name='world'/>";
  int y = 0;
  for (const TestJoint& joint : joints) {
    // 1 kg; axle z. The other two moments satisfy the triangle inequality.
    xml +=
        "<link name='" + joint.name + "_body'><inertial><mass value='1'/>" +
        "<inertia ixx='0.001' iyy='0.001' izz='0.001' ixy='0' ixz='0' iyz='0'/></inertial></link>" +
        "<joint name='" + joint.name + "' type='" + joint.type + "'>" +
        "<parent link='world'/><child link='" + joint.name + "_body'/>" + "<origin xyz='0 " +
        std::to_string(y++) + " 0'/><axis xyz='0 0 1'/>" + joint.limit +
        "</joint><transmission name='" + joint.name + "_transmission'>" +
        "<type>transmission_interface/SimpleTransmission</type><joint name='" + joint.name + "'>" +
        "<hardwareInterface>" + joint.interface + "</hardwareInterface></joint>" +
        "<actuator name='" + joint.name + "_motor'/></transmission>";
  }
  return xml + more + "</robot>";
}

void SimTest::startServer() {
  setenv("GAZEBO_MASTER_URI", ("http://localhost:" + std::to_string(freePort())).c_str(), 1);
  setenv("GAZEBO_MODEL_DATABASE_URI", "file:///none", 1);
  ros::console::register_appender(&log_);
  char path[] = "/tmp/gazebo_ros_control_XXXXXX";
  const int fd = mkstemp(path);
  if (fd < 0) throw std::runtime_error("no temporary file for the world");
  close(fd);
  std::ofstream(path) << kWorld;
  if (!gazebo::setupServer()) throw std::runtime_error("the Gazebo server does not start");
  world_ = gazebo::loadWorld(path);
  unlink(path);
  if (!world_) throw std::runtime_error("the world cannot be loaded");
  step();
}

void SimTest::stopServer() {
  world_.reset();
  gazebo::shutdown();
}

void SimTest::SetUp() {
  ns_ = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  log_.clear();
}

void SimTest::TearDown() {
  if (!model_) return;
  model_.reset();
  world_->RemoveModel(ns_);
}

void SimTest::step(unsigned int steps) { gazebo::runWorld(world_, steps); }

double SimTest::simTime() { return world_->SimTime().Double(); }

gazebo::physics::ModelPtr SimTest::insert(const std::vector<TestJoint>& joints,
                                          const std::string& more) {
  const std::string urdf = urdfOf(ns_, joints, more);
  setParam("robot_description", urdf);
  world_->InsertModelString(urdf);
  // Gazebo looks for new models every now and then, in wall time.
  for (int i = 0; i < 10000 && !model_; ++i) {
    step();
    model_ = world_->ModelByName(ns_);
    if (!model_) usleep(1000);
  }
  if (!model_) throw std::runtime_error("model " + ns_ + " does not appear in the world");
  return model_;
}

}  // namespace gazebo_ros_control_test
