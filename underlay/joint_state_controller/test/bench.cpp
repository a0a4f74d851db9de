#include "bench.h"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

namespace {

int benches = 0;

struct Entry {
  ros::console::Level level;
  std::string text;
};

/// Never taken off again: rosconsole's deregister_appender() crashes.
class Recorder : public ros::console::LogAppender {
 public:
  void log(ros::console::Level level, const char* text, const char*, const char*, int) override {
    std::lock_guard<std::mutex> lock(mutex);
    entries.push_back({level, text});
  }
  std::mutex mutex;
  std::vector<Entry> entries;
};

Recorder& recorder() {
  static Recorder* instance = [] {
    auto* created = new Recorder();
    ros::console::register_appender(created);
    return created;
  }();
  return *instance;
}

std::vector<Entry> logged() {
  std::lock_guard<std::mutex> lock(recorder().mutex);
  return recorder().entries;
}

}  // namespace

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

LogCapture::LogCapture() : first_(logged().size()) {}

void LogCapture::expect(ros::console::Level level, const std::string& part) const {
  const auto entries = logged();
  std::string all;
  for (std::size_t i = first_; i < entries.size(); ++i) {
    if (entries[i].level == level && entries[i].text.find(part) != std::string::npos) return;
    all += entries[i].text + "\n";
  }
  ADD_FAILURE() << "not in the log: " << part << "\nlog:\n" << all;
}

void LogCapture::expectError(const std::string& part) const {
  expect(ros::console::levels::Error, part);
}
void LogCapture::expectWarning(const std::string& part) const {
  expect(ros::console::levels::Warn, part);
}
void LogCapture::expectInfo(const std::string& part) const {
  expect(ros::console::levels::Info, part);
}
void LogCapture::expectNoProblems() const {
  const auto entries = logged();
  for (std::size_t i = first_; i < entries.size(); ++i) {
    EXPECT_LT(entries[i].level, ros::console::levels::Warn) << entries[i].text;
  }
}

Bench::Bench()
    : name_space("/bench_" + std::to_string(++benches)),
      root_nh(name_space),
      nh(root_nh, "states"),
      time(10000.0 * benches) {
  const char* names[] = {"b", "a", "c"};
  for (int i = 0; i < 3; ++i) {
    hardware.registerHandle(
        hardware_interface::JointStateHandle(names[i], &position[i], &velocity[i], &effort[i]));
  }
  nh.setParam("type", "joint_state_controller/JointStateController");
  nh.setParam("publish_rate", 50);
}

Bench::~Bench() {
  subscriber_.shutdown();
  ros::param::del(name_space);
}

bool Bench::init() { return controller.init(&hardware, root_nh, nh); }

void Bench::begin() {
  ASSERT_TRUE(init()) << "the controller refused to start";
  subscriber_ = root_nh.subscribe<sensor_msgs::JointState>(
      "joint_states", 10000,
      [this](const sensor_msgs::JointState::ConstPtr& message) { messages.push_back(*message); });
  waitUntil([this] { return subscriber_.getNumPublishers() == 1; }, "joint_states");
  start();
}

// The test calls the controller itself; the manager's states are not needed here.
void Bench::start() { controller.starting(time); }
void Bench::stop() { controller.stopping(time); }

void Bench::step(int cycles, double period) {
  for (int i = 0; i < cycles; ++i) {
    time += ros::Duration(period);
    controller.update(time, ros::Duration(period));
  }
}

void Bench::waitFor(std::size_t n) {
  waitUntil([&] { return messages.size() >= n; }, std::to_string(n) + " joint states");
}

std::vector<int> Bench::cyclesSince(const ros::Time& start) const {
  std::vector<int> cycles;
  for (const auto& message : messages) {
    cycles.push_back(static_cast<int>(std::round((message.header.stamp - start).toSec() / 0.01)));
  }
  return cycles;
}
