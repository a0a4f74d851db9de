#pragma once

// A controller manager on the rig, whose cycles the test runs one by one.

#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <controller_manager/controller_manager.h>
#include <gtest/gtest.h>
#include <ros/ros.h>

#include "captured_log.h"
#include "rig.h"
#include "test_controllers.h"

namespace controller_manager_test {

using Names = std::vector<std::string>;
using Request = controller_manager_msgs::SwitchController::Request;
constexpr int STRICT = Request::STRICT;
constexpr int BEST_EFFORT = Request::BEST_EFFORT;

/// Makes the test controllers without plugins, and counts how it is used.
class FakeLoader : public controller_manager::ControllerLoaderInterface {
 public:
  using Pointer = controller_interface::ControllerBaseSharedPtr;

  FakeLoader() : ControllerLoaderInterface("fake_base") {
    add<Effort>("fake/Effort");
    add<Velocity>("fake/Velocity");
    add<StateReader>("fake/StateReader");
    add<EffortAndVelocity>("fake/EffortAndVelocity");
    add<NeedsPosVel>("fake/NeedsPosVel");
    add<InitFails>("fake/InitFails");
    add<SecondInitFails>("fake/SecondInitFails");
    add<InitThrows>("fake/InitThrows");
    add<InitThrowsInt>("fake/InitThrowsInt");
    add<ConstructorThrows>("fake/ConstructorThrows");
    factories_["fake/Null"] = [] { return Pointer(); };
  }

  Pointer createInstance(const std::string& type) override { return factories_.at(type)(); }

  std::vector<std::string> getDeclaredClasses() override {
    ++declared_calls;
    Names types;
    for (const auto& factory : factories_) {
      types.push_back(factory.first);
    }
    return types;
  }

  void reload() override { ++reload_calls; }

  int declared_calls = 0;
  int reload_calls = 0;

 private:
  template <class T>
  void add(const std::string& type) {
    factories_[type] = [] { return std::make_shared<T>(); };
  }
  std::map<std::string, std::function<Pointer()>> factories_;
};

class ManagerTest : public testing::Test {
 protected:
  ManagerTest() {
    manager->registerControllerLoader(loader);
    ros::param::del("/robot");
  }

  /// Run cycles, in this thread.
  void cycle(int count = 1) {
    for (int i = 0; i < count; ++i) {
      now += period;
      manager->update(now, period);
    }
  }

  /// Call `meanwhile` again and again until a call in another thread returns; returns its result.
  /// \throw std::runtime_error, which fails the test, if it does not return
  bool finish(std::future<bool>& result, const std::function<void()>& meanwhile) {
    const auto begin = std::chrono::steady_clock::now();
    while (result.wait_for(std::chrono::microseconds(200)) != std::future_status::ready) {
      if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(30)) {
        manager.reset();  // ends the call
        throw std::runtime_error("a call of the controller manager did not return within 30 s");
      }
      meanwhile();
    }
    return result.get();
  }
  bool finish(std::future<bool>& result) {
    return finish(result, [] {});
  }

  /// Run `call` in another thread, and cycles in this one until it returns.
  bool whileCycling(const std::function<bool()>& call) {
    std::future<bool> result = std::async(std::launch::async, call);
    return finish(result, [this] { cycle(); });
  }

  /// Call `step` until the controller is in the state; fails if it never is.
  void stepUntil(const std::string& name, const std::string& wanted,
                 const std::function<void()>& step) {
    const auto begin = std::chrono::steady_clock::now();
    while (state(name) != wanted) {
      ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30))
          << name << " is " << state(name) << " instead of " << wanted;
      step();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
  void cycleUntil(const std::string& name, const std::string& wanted) {
    stepUntil(name, wanted, [this] { cycle(); });
  }

  /// Load controllers of one type, with their parameter `type`.
  void load(const Names& names, const std::string& type) {
    for (const std::string& name : names) {
      setType(name, type);
      ASSERT_TRUE(manager->loadController(name)) << name;
    }
  }

  void setType(const std::string& name, const std::string& type) {
    nh.setParam(name + "/type", type);
  }

  bool switchTo(const Names& start, const Names& stop, int strictness = STRICT,
                bool start_asap = false, double timeout = 0.0) {
    return whileCycling(
        [&] { return manager->switchController(start, stop, strictness, start_asap, timeout); });
  }

  /// The state of a controller as list_controllers gives it; "" if it is not loaded.
  std::string state(const std::string& name) {
    const auto* controller = manager->getControllerByName(name);
    if (!controller) {
      return "";
    }
    return controller->isInitialized() ? "initialized"
           : controller->isRunning()   ? "running"
           : controller->isStopped()   ? "stopped"
           : controller->isWaiting()   ? "waiting"
           : controller->isAborted()   ? "aborted"
                                       : "unknown";
  }

  template <class T>
  T& controller(const std::string& name) {
    return dynamic_cast<T&>(*manager->getControllerByName(name));
  }
  const Calls& calls(const std::string& name) { return controller<Effort>(name).calls; }

  Rig rig;
  ros::NodeHandle nh{"/robot"};
  std::shared_ptr<FakeLoader> loader = std::make_shared<FakeLoader>();
  std::unique_ptr<controller_manager::ControllerManager> manager =
      std::make_unique<controller_manager::ControllerManager>(&rig, nh);
  ros::Time now{100.0};
  const ros::Duration period{0.01};
};

/// Whether `text` contains all `parts`.
inline testing::AssertionResult hasAll(const std::string& text, const Names& parts) {
  for (const std::string& part : parts) {
    if (text.find(part) == std::string::npos) {
      return testing::AssertionFailure() << "'" << part << "' is not in: " << text;
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace controller_manager_test
