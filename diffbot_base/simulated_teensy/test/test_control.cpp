#include <gtest/gtest.h>
#include <simulated_teensy/command_line.h>
#include <simulated_teensy/control.h>
#include <simulated_teensy/json_writer.h>
#include <simulated_teensy/status_json.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "test_host.h"

using namespace simulated_teensy;

namespace {

class FakePort : public Port {
 public:
  void plug() override {
    if (broken) throw std::runtime_error("no terminal left");
    plugged_ = true;
  }
  void unplug() override { plugged_ = false; }
  bool plugged() const override { return plugged_; }
  bool hostOpen() const override { return false; }
  const PortCounters& counters() const override { return counters_; }
  bool broken = false;

 private:
  bool plugged_ = true;
  PortCounters counters_;
};

class ControlTest : public testing::Test {
 protected:
  bool ok(const std::string& line) {
    answer = control.execute(line);
    return answer.compare(0, 10, "{\"ok\":true") == 0;
  }
  bool says(const std::string& text) { return answer.find(text) != std::string::npos; }

  Rig rig;
  FakePort port;
  Control control{&rig.teensy, &port};
  std::string answer;
};

TEST_F(ControlTest, understands_every_command) {
  for (const char* line : {"fault to_host lose",
                           "fault to_device flip id=100 after=2 count=3 at=5 bit=7",
                           "fault to_host drop p=0.01 seed=42 count=forever",
                           "fault to_host delay ms=300 for=1000",
                           "fault to_host insert value=255",
                           "fault to_host truncate bytes=3",
                           "silence both 500",
                           "silence to_host",
                           "measure nan",
                           "measure elements value=3 count=2 field=position",
                           "measure offset value=-1.5 wheel=left for=100",
                           "clear",
                           "reboot",
                           "reboot boot=50 order=reversed",
                           "stall 100",
                           "unplug",
                           "plug",
                           "ticks both 2147483647",
                           "ticks left -2147483648 angle=set",
                           "encoder left frozen",
                           "encoder right reversed",
                           "encoder both ok",
                           "wheel left blocked",
                           "wheel both free",
                           "announce reset md5=0 type=std_msgs/String",
                           "counters",
                           "history",
                           "mark",
                           "help"})
    EXPECT_TRUE(ok(line)) << line << " -> " << answer;
}

TEST_F(ControlTest, says_what_it_does_not_understand) {
  const struct {
    const char* line;
    const char* why;
  } table[] = {
      {"", "missing: a command"},
      {"nonsense", "no such command: 'nonsense'"},
      {"fault", "missing: to_host or to_device"},
      {"fault sideways lose", "not to_host or to_device: 'sideways'"},
      {"fault to_host nonsense", "no such fault: 'nonsense'"},
      {"fault to_host lose 3", "not expected: '3'"},
      {"fault to_host lose cont=3", "no such option: 'cont'"},
      {"fault to_host lose count=x", "not a number in range: 'x'"},
      {"fault to_host lose p=1.5", "not a number in range: '1.5'"},
      {"fault to_host flip bit=8", "not a number in range: '8'"},
      {"measure elements", "missing: value="},
      {"measure offset", "missing: value="},
      {"measure nan field=effort", "not position or velocity: 'effort'"},
      {"measure nan wheel=rear", "not left, right or both: 'rear'"},
      {"silence", "missing: to_host, to_device or both"},
      {"reboot order=random", "not normal or reversed: 'random'"},
      {"stall", "missing: milliseconds"},
      {"stall nan", "not a number in range: 'nan'"},
      {"ticks both 2147483648", "not a number in range: '2147483648'"},
      {"ticks both 1 angle=turn", "not keep or set: 'turn'"},
      {"encoder both broken", "not ok, frozen or reversed: 'broken'"},
      {"wheel both stuck", "not free or blocked: 'stuck'"},
      {"announce reset", "missing: md5= or type="},
      {"announce nothing md5=0", "no such topic: 'nothing'"},
      {"clear now", "not expected: 'now'"},
  };
  for (const auto& c : table) {
    EXPECT_FALSE(ok(c.line)) << c.line;
    EXPECT_TRUE(says(c.why)) << c.line << " -> " << answer;
  }
  EXPECT_EQ(0u, rig.teensy.toHost().activeRules());
  EXPECT_EQ(0u, rig.teensy.measurements().activeRules());
}

TEST_F(ControlTest, faults_do_what_they_say) {
  rig.connect();
  ASSERT_TRUE(ok("fault to_host lose id=126 count=5"));
  rig.host.states.clear();
  rig.run(1000);
  EXPECT_EQ(15u, rig.host.states.size());
  ASSERT_TRUE(ok("silence both 500"));
  rig.host.states.clear();
  rig.run(1000);
  EXPECT_NEAR(10.0, static_cast<double>(rig.host.states.size()), 1.0);
  ASSERT_TRUE(ok("ticks left 100 angle=set"));
  rig.run(100);
  EXPECT_NEAR(100 * 2 * M_PI / 542, rig.host.states.back().position[0], 1e-6);
  ASSERT_TRUE(ok("encoder left frozen"));
  ASSERT_TRUE(ok("measure reversed"));
  rig.run(100);
  EXPECT_NEAR(100 * 2 * M_PI / 542, rig.host.states.back().position[1], 1e-6);
  ASSERT_TRUE(ok("clear"));
  rig.run(100);
  EXPECT_NEAR(100 * 2 * M_PI / 542, rig.host.states.back().position[0], 1e-6);
}

TEST_F(ControlTest, pulls_the_plug_and_tells_when_it_cannot_be_put_back) {
  EXPECT_TRUE(ok("unplug"));
  EXPECT_FALSE(port.plugged());
  port.broken = true;
  EXPECT_FALSE(ok("plug"));
  EXPECT_TRUE(says("no terminal left"));
  port.broken = false;
  EXPECT_TRUE(ok("plug"));
  EXPECT_TRUE(port.plugged());
}

TEST_F(ControlTest, quits) {
  EXPECT_FALSE(control.quitRequested());
  EXPECT_TRUE(ok("quit"));
  EXPECT_TRUE(control.quitRequested());
}

TEST_F(ControlTest, counters_are_one_line_of_json_with_the_pose_when_it_is_known) {
  rig.connect();
  rig.drive(100, 1, 2);
  ASSERT_TRUE(ok("counters"));
  EXPECT_EQ(std::string::npos, answer.find('\n'));
  EXPECT_TRUE(says("\"accepted\":5")) << answer;
  EXPECT_TRUE(says("\"pose\":null")) << answer;
  TeensyOptions options;
  options.wheel_radius = 0.05;
  options.wheel_separation = 0.2;
  Rig known(options);
  EXPECT_NE(std::string::npos, statusJson(known.teensy, port).find("\"pose\":{\"x\":0,"));
}

TEST_F(ControlTest, history_holds_a_nan_as_null) {
  rig.connect();
  rig.drive(100, std::numeric_limits<float>::quiet_NaN(), 2);
  ASSERT_TRUE(ok("history"));
  EXPECT_TRUE(says(",null,2]]")) << answer;
}

TEST(Script, is_sorted_by_time_and_skips_comments) {
  const auto entries =
      parseScript("# faults\n2.5 clear\n\n 0.5  fault to_host lose # one\n2.5 mark\n");
  ASSERT_EQ(3u, entries.size());
  EXPECT_EQ(500000u, entries[0].at_us);
  EXPECT_EQ("lose", splitLine(entries[0].command).words[2]);
  EXPECT_EQ("clear", entries[1].command);
  EXPECT_EQ("mark", entries[2].command);
}

TEST(Script, names_the_line_that_is_wrong) {
  for (const char* text :
       {"1 clear\nclear", "1 clear\n-1 clear", "1 clear\n1clear", "#\nnan clear"}) {
    try {
      parseScript(text);
      FAIL() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(0u, std::string(error.what()).find("line 2 ")) << error.what();
    }
  }
}

TEST(CommandLine, takes_every_argument_and_skips_what_roslaunch_adds) {
  const CommandLine line = parseCommandLine({"--link",
                                             "/l",
                                             "--control",
                                             "/c",
                                             "--stdin",
                                             "--faults",
                                             "/f",
                                             "--counters",
                                             "/n",
                                             "--wheel-radius",
                                             "0.05",
                                             "--wheel-separation",
                                             "0.2",
                                             "--start-ticks",
                                             "-5",
                                             "--clock-start",
                                             "4294967295",
                                             "--control-rate",
                                             "50",
                                             "--no-parameters",
                                             "--publish-ticks",
                                             "--reversed-order",
                                             "--no-load-speed",
                                             "15",
                                             "--time-constant",
                                             "0.1",
                                             "--friction",
                                             "1",
                                             "__name:=teensy",
                                             "__log:=/x"});
  EXPECT_EQ("/l", line.link);
  EXPECT_EQ("/c", line.control);
  EXPECT_EQ("/f", line.script);
  EXPECT_EQ("/n", line.counters);
  EXPECT_TRUE(line.standard_input);
  EXPECT_EQ(0.05, line.teensy.wheel_radius);
  EXPECT_EQ(0.2, line.teensy.wheel_separation);
  EXPECT_TRUE(line.has_start_ticks);
  EXPECT_EQ(-5, line.start_ticks);
  EXPECT_EQ(4294967295u, line.teensy.clock_start_us);
  EXPECT_EQ(50.0f, line.teensy.firmware.config.control_rate_hz);
  EXPECT_FALSE(line.teensy.firmware.ask_parameters);
  EXPECT_TRUE(line.teensy.firmware.publish_ticks);
  EXPECT_TRUE(line.teensy.firmware.reversed_order);
  EXPECT_EQ(15.0, line.teensy.motor.no_load_speed);
  EXPECT_EQ(0.1, line.teensy.motor.time_constant);
  EXPECT_EQ(1.0, line.teensy.motor.friction);
}

TEST(CommandLine, names_what_is_wrong) {
  const struct {
    std::vector<std::string> arguments;
    const char* why;
  } table[] = {{{}, "--link is missing"},
               {{"--link"}, "--link wants a value"},
               {{"--link", "/l", "--nonsense"}, "no such argument: --nonsense"},
               {{"--link", "/l", "--friction", "much"}, "--friction wants a number"},
               {{"--link", "/l", "--control-rate", "0"}, "--control-rate wants a number from 1"},
               {{"--link", "/l", "--wheel-radius", "0.05"}, "go together"}};
  for (const auto& c : table) {
    try {
      parseCommandLine(c.arguments);
      FAIL() << c.why;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string::npos, std::string(error.what()).find(c.why)) << error.what();
    }
  }
}

TEST(Json, writes_what_a_parser_reads) {
  JsonWriter json;
  json.add("text", "a \"b\" \\ \n\xFF");
  json.add("none", std::numeric_limits<double>::quiet_NaN());
  json.add("big", uint64_t{18446744073709551615u});
  json.add("small", int64_t{-5});
  json.add("real", 0.1);
  json.add("yes", true);
  json.beginObject("inner");
  json.beginArray("list");
  json.item(1);
  json.beginItem();
  json.item(2);
  json.endItem();
  json.endArray();
  json.addNull("null");
  json.endObject();
  EXPECT_EQ(
      "{\"text\":\"a \\\"b\\\" \\\\ \\u000a\\u00ff\",\"none\":null,\"big\":18446744073709551615,"
      "\"small\":-5,\"real\":0.1,\"yes\":true,\"inner\":{\"list\":[1,[2]],\"null\":null}}",
      json.finish());
}

}  // namespace
