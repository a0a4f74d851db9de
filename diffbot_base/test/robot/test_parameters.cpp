#include <diffbot_base/parameters.h>
#include <diffbot_firmware/config.h>
#include <gtest/gtest.h>

#include <limits>

using namespace diffbot_base;

namespace {

std::string all(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += text + "\n";
  return joined;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Settings, defaults_are_right_and_fit_the_firmware) {
  const Settings settings;
  EXPECT_EQ(all(problems(settings)), "");
  const diffbot_firmware::Config firmware;
  EXPECT_LE(settings.max_wheel_speed, static_cast<double>(firmware.max_wheel_speed));
  EXPECT_EQ(settings.firmware_rate, static_cast<double>(firmware.control_rate_hz));
  EXPECT_EQ(settings.encoder_resolution, firmware.ticks_per_turn);
  // the firmware stops before the next cycle of the loop could have been missed for long
  EXPECT_LE(firmware.command_timeout_s, 0.25f);
  EXPECT_GT(firmware.command_timeout_s, 4.0 / settings.loop_rate);
}

TEST(Settings, every_bad_value_is_named) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    const char* name;
    void (*set)(Settings*);
  } table[] = {
      {"encoder_resolution is 0", [](Settings* s) { s->encoder_resolution = 0; }},
      {"encoder_resolution is -5", [](Settings* s) { s->encoder_resolution = -5; }},
      {"gain is 0", [](Settings* s) { s->gain = 0.0; }},
      {"motor_constant is -1", [](Settings* s) { s->motor_constant = -1.0; }},
      {"pwm_limit is 1.5", [](Settings* s) { s->pwm_limit = 1.5; }},
      {"trim must be smaller than gain", [](Settings* s) { s->trim = -1.0; }},
      {"hardware_interface/loop_rate is 0", [](Settings* s) { s->loop_rate = 0.0; }},
      {"firmware_rate is 5000", [](Settings* s) { s->firmware_rate = 5000.0; }},
      {"stale_periods is 1,", [](Settings* s) { s->stale_periods = 1.0; }},
      {"start_timeout is 0", [](Settings* s) { s->start_timeout = 0.0; }},
      {"max_wheel_speed is -18", [](Settings* s) { s->max_wheel_speed = -18.0; }},
      {"max_wheel_acceleration is 0", [](Settings* s) { s->max_wheel_acceleration = 0.0; }},
      {"recovery_ramp is -1", [](Settings* s) { s->recovery_ramp = -1.0; }},
      {"no_motion_timeout is 0", [](Settings* s) { s->no_motion_timeout = 0.0; }},
      {"real_time_priority is 100", [](Settings* s) { s->real_time_priority = 100; }},
      {"two different joints", [](Settings* s) { s->joints[0] = s->joints[1]; }},
      {"two different joints", [](Settings* s) { s->joints[0] = ""; }},
  };
  for (const auto& row : table) {
    Settings settings;
    row.set(&settings);
    EXPECT_TRUE(has(all(problems(settings)), row.name))
        << row.name << ": " << all(problems(settings));
  }
  Settings settings;
  settings.gain = settings.loop_rate = settings.max_wheel_speed = nan;
  EXPECT_GE(problems(settings).size(), 3u);
}

std::string urdf(const std::string& left_y, const std::string& right_y,
                 const std::string& type = "continuous") {
  const auto joint = [&](const std::string& name, const std::string& y) {
    return "<link name='" + name + "_link'/><joint name='" + name + "' type='" + type +
           "'><parent link='base'/><child link='" + name + "_link'/><origin xyz='0 " + y +
           " 0'/><axis xyz='0 1 0'/></joint>";
  };
  return "<robot name='r'><link name='base'/>" + joint("front_left_wheel_joint", left_y) +
         joint("front_right_wheel_joint", right_y) + "</robot>";
}

TEST(Description, right_one_passes) {
  EXPECT_EQ(all(checkUrdf(urdf("0.07", "-0.07"), "/d/robot_description", Settings())), "");
}

TEST(Description, what_does_not_fit_is_named) {
  Settings settings;
  EXPECT_TRUE(has(all(checkUrdf("nonsense", "/d/robot_description", settings)),
                  "/d/robot_description holds no URDF"));
  EXPECT_TRUE(has(all(checkUrdf(urdf("-0.07", "0.07"), "/d", settings)), "are swapped"));
  EXPECT_TRUE(has(all(checkUrdf(urdf("0.07", "-0.07", "fixed"), "/d", settings)),
                  "\"front_left_wheel_joint\" in /d is no continuous joint"));
  settings.joints[0] = "left_wheel";
  const std::string text = all(checkUrdf(urdf("0.07", "-0.07"), "/d", settings));
  EXPECT_TRUE(has(text, "joint \"left_wheel\" of hardware_interface/joints is not in /d")) << text;
  EXPECT_TRUE(has(text, "whose joints are: front_left_wheel_joint, front_right_wheel_joint"))
      << text;
}

}  // namespace
