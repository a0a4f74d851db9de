#include <gtest/gtest.h>
#include <simulated_teensy/fault_injector.h>
#include <simulated_teensy/frame_parser.h>

#include <set>

#include "samples.h"

using namespace simulated_teensy;

namespace {

const Bytes kTime = samples::timeRequest();  // FF FE 08 00 F7 0A 00 00*8 F5, 16 bytes

struct FaultCase {
  const char* name;
  const char* fault;
  int at;
  int bit;
  int value;
  int bytes;
  Bytes result;
};

class Fault : public testing::TestWithParam<FaultCase> {};

TEST_P(Fault, changes_the_bytes_it_names) {
  const FaultCase& c = GetParam();
  const ByteFault* const fault = byteFaultByName(c.fault);
  ASSERT_NE(nullptr, fault);
  ByteFaultRule rule;
  rule.fault = *fault;
  rule.at = c.at;
  rule.bit = c.bit;
  rule.value = c.value;
  rule.bytes = c.bytes;
  Bytes out;
  FaultInjector injector([&out](const Bytes& bytes) { out = join(out, bytes); });
  injector.add(rule, 0);
  injector.push(kTime, 0);
  EXPECT_EQ(toHex(c.result), toHex(out)) << c.name;
  EXPECT_EQ(1u, injector.hits());
  out.clear();
  injector.push(kTime, 0);  // once was enough
  EXPECT_EQ(toHex(kTime), toHex(out)) << c.name;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Fault,
    testing::Values(FaultCase{"drop", "drop", 2, -1, -1, -1,
                              hex("FF FE 00 F7 0A 00 00 00 00 00 00 00 00 00 F5")},
                    FaultCase{"flip", "flip", 5, 0, -1, -1,
                              hex("FF FE 08 00 F7 0B 00 00 00 00 00 00 00 00 00 F5")},
                    FaultCase{"insert", "insert", 0, -1, 0x12, -1, join(hex("12"), kTime)},
                    FaultCase{"swap", "swap", 4, -1, -1, -1,
                              hex("FF FE 08 00 0A F7 00 00 00 00 00 00 00 00 00 F5")},
                    FaultCase{"swap at the end", "swap", 15, -1, -1, -1,
                              hex("FF FE 08 00 F7 0A 00 00 00 00 00 00 00 00 F5 00")},
                    FaultCase{"truncate", "truncate", -1, -1, -1, 3, hex("FF FE 08")},
                    FaultCase{"truncate to nothing", "truncate", -1, -1, -1, 0, Bytes()},
                    FaultCase{"duplicate", "duplicate", -1, -1, -1, -1, join(kTime, kTime)},
                    FaultCase{"lose", "lose", -1, -1, -1, -1, Bytes()},
                    FaultCase{"version", "version", -1, -1, 0xFF, -1,
                              hex("FF FF 08 00 F7 0A 00 00 00 00 00 00 00 00 00 F5")},
                    FaultCase{"oversize", "oversize", -1, -1, -1, -1,
                              hex("FF FE 08 80 77 0A 00 00 00 00 00 00 00 00 00 F5")},
                    FaultCase{"unknown id", "unknown_id", -1, -1, 999, -1,
                              hex("FF FE 08 00 F7 E7 03 00 00 00 00 00 00 00 00 15")},
                    FaultCase{"double sync", "double_sync", -1, -1, -1, -1, join(hex("FF"), kTime)},
                    FaultCase{"garbage, short", "garbage_short", -1, -1, -1, -1,
                              hex("FF FE 04 00 FB 0A 00 00 00 00 00 F5")},
                    FaultCase{"no junk", "junk", -1, -1, -1, 0, kTime}));

class Injector : public testing::Test {
 protected:
  Injector() : injector([this](const Bytes& bytes) { out.push_back(bytes); }) {}

  ByteFaultRule rule(const char* fault) {
    ByteFaultRule result;
    result.fault = *byteFaultByName(fault);
    return result;
  }

  std::vector<Bytes> out;
  FaultInjector injector;
};

TEST_F(Injector, passes_everything_on_by_default) {
  injector.push(kTime, 0);
  injector.push(hex("01 02"), 0);
  ASSERT_EQ(2u, out.size());
  EXPECT_EQ(toHex(kTime), toHex(out[0]));
}

TEST_F(Injector, hits_the_frames_it_was_told_to) {
  ByteFaultRule lose = rule("lose");
  lose.id = 100;
  lose.after = 2;
  lose.count = 3;
  injector.add(lose, 0);
  std::string got;
  for (uint8_t i = 0; i < 8; ++i) {
    injector.push(encodeFrame(100, {i}), 0);
    injector.push(encodeFrame(101, {i}), 0);  // another id is left alone
  }
  for (const Bytes& frame : out)
    if (frame[kIdAt] == 100) got += std::to_string(frame[kPayloadAt]);
  EXPECT_EQ("01567", got);
  EXPECT_EQ(13u, out.size());
  EXPECT_EQ(3u, injector.hits());
  EXPECT_EQ(0u, injector.activeRules());
}

TEST_F(Injector, garbage_has_good_checksums_and_its_length) {
  ByteFaultRule garbage = rule("garbage");
  garbage.count = 5;
  injector.add(garbage, 0);
  std::set<std::string> different;
  for (int i = 0; i < 5; ++i) injector.push(samples::jointState(), 0);
  FrameParser parser(512);
  for (const Bytes& frame : out) {
    different.insert(toHex(frame));
    EXPECT_EQ(72u, frame.size());
    for (const uint8_t byte : frame) parser.push(byte);
  }
  EXPECT_EQ(5u, parser.counters().good);
  EXPECT_EQ(5u, different.size());
}

TEST_F(Injector, junk_comes_before_the_frame) {
  ByteFaultRule junk = rule("junk");
  junk.bytes = 7;
  injector.add(junk, 0);
  injector.push(kTime, 0);
  ASSERT_EQ(2u, out.size());
  EXPECT_EQ(7u, out[0].size());
  EXPECT_EQ(toHex(kTime), toHex(out[1]));
}

TEST_F(Injector, scrambles_every_byte_but_not_their_number) {
  injector.add(rule("scramble"), 0);
  injector.push(samples::jointState(), 0);
  ASSERT_EQ(1u, out.size());
  EXPECT_EQ(72u, out[0].size());
  int same = 0;
  for (size_t i = 0; i < 72; ++i) same += out[0][i] == samples::jointState()[i];
  EXPECT_LT(same, 5);
}

TEST_F(Injector, delays_and_keeps_the_order) {
  ByteFaultRule delay = rule("delay");
  delay.delay_us = 300000;
  injector.add(delay, 0);
  for (uint8_t i = 0; i < 4; ++i) injector.push({i}, 50000u * i);
  EXPECT_TRUE(out.empty());
  injector.release(299999);
  EXPECT_TRUE(out.empty());
  injector.release(300000);
  ASSERT_EQ(4u, out.size());  // a burst
  for (uint8_t i = 0; i < 4; ++i) EXPECT_EQ(i, out[i][0]);
  injector.push({9}, 300001);
  EXPECT_EQ(5u, out.size());
  EXPECT_EQ(1u, injector.hits());
}

TEST_F(Injector, ends_after_its_time) {
  ByteFaultRule lose = rule("lose");
  lose.count = -1;
  lose.for_us = 1000000;
  injector.add(lose, 500000);
  injector.push(kTime, 1500000);
  EXPECT_TRUE(out.empty());
  injector.push(kTime, 1500001);
  EXPECT_EQ(1u, out.size());
}

TEST_F(Injector, ends_when_cleared) {
  ByteFaultRule lose = rule("lose");
  lose.count = -1;
  injector.add(lose, 0);
  injector.push(kTime, 0);
  injector.clear();
  injector.push(kTime, 0);
  EXPECT_EQ(1u, out.size());
}

TEST_F(Injector, is_random_in_the_same_way_every_time) {
  std::vector<Bytes> runs[3];
  for (int run = 0; run < 3; ++run) {
    FaultInjector one([&](const Bytes& bytes) { runs[run].push_back(bytes); });
    ByteFaultRule flip = rule("flip");
    flip.count = -1;
    flip.probability = 0.25;
    flip.seed = run == 2 ? 8 : 7;
    one.add(flip, 0);
    for (int i = 0; i < 1000; ++i) one.push(samples::jointState(), 0);
    EXPECT_NEAR(250.0, static_cast<double>(one.hits()), 60.0);
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_NE(runs[0], runs[2]);
}

TEST_F(Injector, applies_rules_one_after_the_other) {
  injector.add(rule("duplicate"), 0);
  ByteFaultRule lose = rule("lose");
  lose.after = 1;
  injector.add(lose, 0);
  injector.push(kTime, 0);
  EXPECT_EQ(1u, out.size());
}

TEST_F(Injector, leaves_alone_what_is_no_frame) {
  for (const char* name : {"oversize", "unknown_id", "garbage", "garbage_short"})
    injector.add(rule(name), 0);
  injector.push(hex("FF FE 01"), 0);
  ASSERT_EQ(1u, out.size());
  EXPECT_EQ(toHex(hex("FF FE 01")), toHex(out[0]));
  EXPECT_EQ(nullptr, byteFaultByName("nonsense"));
}

class Splitter : public testing::Test {
 protected:
  Splitter() : splitter([this](Bytes unit) { out.push_back(std::move(unit)); }) {}
  std::vector<Bytes> out;
  FrameSplitter splitter;
};

TEST_F(Splitter, gives_whole_frames_however_the_bytes_come) {
  const Bytes stream = join(kTime, samples::wheelCommand(), samples::requestTopics());
  for (const uint8_t byte : stream) splitter.push({byte}, 0);
  splitter.push(stream, 0);
  ASSERT_EQ(6u, out.size());
  for (size_t i = 0; i < 6; i += 3) {
    EXPECT_EQ(toHex(kTime), toHex(out[i]));
    EXPECT_EQ(toHex(samples::wheelCommand()), toHex(out[i + 1]));
    EXPECT_EQ(toHex(samples::requestTopics()), toHex(out[i + 2]));
  }
}

TEST_F(Splitter, loses_no_byte_of_anything_else) {
  const Bytes stream = join(hex("01 02 FF FF FE 03"), kTime, hex("FF FE 08 00 00 05"), kTime,
                            hex("FF FE 08 00 F7 0A"));
  splitter.push(stream, 0);
  splitter.flushStale(19999);
  const size_t units = out.size();
  splitter.flushStale(20000);
  EXPECT_EQ(units + 1, out.size());
  Bytes all;
  for (const Bytes& unit : out) all = join(all, unit);
  EXPECT_EQ(toHex(stream), toHex(all));
}

}  // namespace
