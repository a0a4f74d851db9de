// Changing parameters while the controller runs.

#include <diff_drive_controller/DiffDriveControllerConfig.h>
#include <dynamic_reconfigure/ConfigDescription.h>
#include <dynamic_reconfigure/Reconfigure.h>
#include <gtest/gtest.h>

#include <cmath>
#include <future>
#include <limits>

#include "bench.h"
#include "log_capture.h"

namespace {

using Request = std::vector<std::pair<std::string, double>>;

dynamic_reconfigure::Config configure(Bench& bench, const Request& doubles,
                                      const std::vector<std::pair<std::string, bool>>& bools = {}) {
  dynamic_reconfigure::Reconfigure call;
  for (const auto& value : doubles) {
    dynamic_reconfigure::DoubleParameter parameter;
    parameter.name = value.first;
    parameter.value = value.second;
    call.request.config.doubles.push_back(parameter);
  }
  for (const auto& value : bools) {
    dynamic_reconfigure::BoolParameter parameter;
    parameter.name = value.first;
    parameter.value = value.second;
    call.request.config.bools.push_back(parameter);
  }
  // The service is served by this process's callbacks, so another thread has to call it.
  auto done = std::async(std::launch::async, [&] {
    return ros::service::call(bench.name_space + "/base/set_parameters", call);
  });
  waitUntil([&] { return done.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
            "the answer of set_parameters");
  EXPECT_TRUE(done.get());
  return call.response.config;
}

double valueOf(const dynamic_reconfigure::Config& config, const std::string& name) {
  for (const auto& parameter : config.doubles) {
    if (parameter.name == name) return parameter.value;
  }
  ADD_FAILURE() << "no '" << name << "' in the answer";
  return NAN;
}

TEST(Dynamic, ParametersTheirOrderRangesAndDefaults) {
  const auto description =
      diff_drive_controller::DiffDriveControllerConfig::__getDescriptionMessage__();
  const std::vector<std::string> names = {
      "left_wheel_radius_multiplier", "right_wheel_radius_multiplier",
      "wheel_separation_multiplier", "publish_rate", "enable_odom_tf"};
  ASSERT_EQ(1u, description.groups.size());
  ASSERT_EQ(5u, description.groups[0].parameters.size());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(names[i], description.groups[0].parameters[i].name);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(0.5, valueOf(description.min, names[i]));
    EXPECT_EQ(1.5, valueOf(description.max, names[i]));
    EXPECT_EQ(1.0, valueOf(description.dflt, names[i]));
  }
  EXPECT_EQ(0.0, valueOf(description.min, "publish_rate"));
  EXPECT_EQ(2000.0, valueOf(description.max, "publish_rate"));
  EXPECT_EQ(50.0, valueOf(description.dflt, "publish_rate"));
  EXPECT_TRUE(description.dflt.bools.at(0).value);
}

TEST(Dynamic, AnEmptyRequestIsAQuery) {
  Bench bench;
  bench.set("wheel_separation_multiplier", 1.1);
  bench.set("enable_odom_tf", false);
  bench.begin();
  const auto config = configure(bench, {});
  EXPECT_EQ(1.1, valueOf(config, "wheel_separation_multiplier"));
  EXPECT_EQ(1.0, valueOf(config, "left_wheel_radius_multiplier"));
  EXPECT_EQ(200.0, valueOf(config, "publish_rate"));
  ASSERT_EQ(1u, config.bools.size());
  EXPECT_FALSE(config.bools[0].value);
}

TEST(Dynamic, MultipliersTakeEffectInTheNextUpdateAndOnTheParameterServer) {
  Bench bench;
  bench.begin();
  bench.drive(0.5, 0.5, 2.0);
  const auto before = bench.odomNow();
  bench.rig.blocked = true;
  LogCapture log;
  configure(bench, {{"left_wheel_radius_multiplier", 1.25},
                    {"right_wheel_radius_multiplier", 0.8},
                    {"wheel_separation_multiplier", 0.9}});
  log.expectInfo("/base: multipliers now left radius 1.25, right radius 0.8, separation 0.9");
  bench.command(0.5, 0.5);
  bench.step();
  const double half_turn = 0.5 * 0.5 * 0.9 * Bench::kSeparation;
  EXPECT_NEAR((0.5 - half_turn) / (1.25 * Bench::kRadius), bench.rig.leftCommand(), 1e-12);
  EXPECT_NEAR((0.5 + half_turn) / (0.8 * Bench::kRadius), bench.rig.rightCommand(), 1e-12);
  // The wheels stood still: no jump of the pose, though the radii differ from those of the way
  // here.
  const auto after = bench.odomNow();
  EXPECT_EQ(before.pose.pose.position.x, after.pose.pose.position.x);
  EXPECT_EQ(before.pose.pose.position.y, after.pose.pose.position.y);
  EXPECT_EQ(Bench::yaw(before), Bench::yaw(after));
  double stored = 0.0;
  ASSERT_TRUE(bench.nh.getParam("left_wheel_radius_multiplier", stored));
  EXPECT_EQ(1.25, stored);
  // And the new radii count from here on.
  bench.rig.blocked = false;
  bench.drive(0.5, 0.5, 1.0);
  EXPECT_NEAR(Bench::yaw(after) + 0.5, Bench::yaw(bench.odomNow()), 1e-9);
}

TEST(Dynamic, RequestsAreClampedToTheRange) {
  Bench bench;
  bench.begin();
  auto config = configure(bench, {{"wheel_separation_multiplier", 7.0},
                                  {"left_wheel_radius_multiplier", 0.1},
                                  {"publish_rate", -3.0}});
  EXPECT_EQ(1.5, valueOf(config, "wheel_separation_multiplier"));
  EXPECT_EQ(0.5, valueOf(config, "left_wheel_radius_multiplier"));
  EXPECT_EQ(0.0, valueOf(config, "publish_rate"));
  config = configure(bench, {{"publish_rate", 1e6}});
  EXPECT_EQ(2000.0, valueOf(config, "publish_rate"));
}

TEST(Dynamic, AnInitialValueOutsideTheRangeWidensIt) {
  Bench bench;
  bench.set("wheel_separation_multiplier", 2.3);
  bench.begin();
  EXPECT_EQ(2.3, valueOf(configure(bench, {}), "wheel_separation_multiplier"));
  EXPECT_EQ(2.3,
            valueOf(configure(bench, {{"publish_rate", 150.0}}), "wheel_separation_multiplier"));
  EXPECT_EQ(2.0, valueOf(configure(bench, {{"wheel_separation_multiplier", 2.0}}),
                         "wheel_separation_multiplier"));
  EXPECT_EQ(2.3, valueOf(configure(bench, {{"wheel_separation_multiplier", 9.0}}),
                         "wheel_separation_multiplier"));
  EXPECT_EQ(1.5, valueOf(configure(bench, {{"left_wheel_radius_multiplier", 9.0}}),
                         "left_wheel_radius_multiplier"));

  dynamic_reconfigure::ConfigDescription description;
  bool received = false;
  const ros::Subscriber subscriber = bench.nh.subscribe<dynamic_reconfigure::ConfigDescription>(
      "parameter_descriptions", 1,
      [&](const dynamic_reconfigure::ConfigDescription::ConstPtr& message) {
        description = *message;
        received = true;
      });
  waitUntil([&] { return received; }, "the latched parameter_descriptions");
  EXPECT_EQ(2.3, valueOf(description.max, "wheel_separation_multiplier"));
}

TEST(Dynamic, ValuesThatAreNotFiniteAreIgnored) {
  Bench bench;
  bench.begin();
  LogCapture log;
  const auto config =
      configure(bench, {{"wheel_separation_multiplier", std::numeric_limits<double>::quiet_NaN()},
                        {"right_wheel_radius_multiplier", 1.1}});
  log.expectWarning("/base/set_parameters: a value that is not a finite number");
  EXPECT_EQ(1.0, valueOf(config, "wheel_separation_multiplier"));
  EXPECT_EQ(1.1, valueOf(config, "right_wheel_radius_multiplier"));
  bench.command(0.1, 0.1);
  bench.step();
  EXPECT_TRUE(std::isfinite(bench.rig.leftCommand()));
}

TEST(Dynamic, RateZeroSwitchesPublishingOffAndOnAgain) {
  Bench bench;
  bench.begin();
  bench.step(10);
  bench.odomNow();
  configure(bench, {{"publish_rate", 0.0}});
  bench.odoms.clear();
  bench.step(100);
  configure(bench, {{"publish_rate", 50.0}});
  EXPECT_EQ(0u, bench.odoms.size());
  bench.step(21);
  waitUntil([&] { return bench.odoms.size() >= 10; }, "odometry after switching it on");
  EXPECT_LE(bench.odoms.size(), 11u) << "messages of the time without were made up for";
}

TEST(Dynamic, TheTransformCanBeSwitchedOffAndOn) {
  Bench bench;
  bench.begin();
  bench.step(5);
  bench.odomNow();
  waitUntil([&] { return bench.transforms.size() == 5; }, "5 transforms");
  configure(bench, {}, {{"enable_odom_tf", false}});
  bench.step(5);
  bench.odomNow();
  EXPECT_EQ(5u, bench.transforms.size());
  configure(bench, {}, {{"enable_odom_tf", true}});
  bench.step(5);
  waitUntil([&] { return bench.transforms.size() == 10; }, "10 transforms");
}

}  // namespace
