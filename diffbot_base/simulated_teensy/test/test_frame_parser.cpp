#include <gtest/gtest.h>
#include <simulated_teensy/frame_parser.h>

#include <random>
#include <vector>

#include "samples.h"

using namespace simulated_teensy;

namespace {

using Event = FrameParser::Event;
constexpr size_t kMaxPayload = 512;

struct Received {
  std::vector<Frame> frames;
  ParserCounters counters;
};

Received parse(const Bytes& bytes) {
  Received result;
  FrameParser parser(kMaxPayload);
  for (const uint8_t byte : bytes)
    if (parser.push(byte) == Event::kFrame) result.frames.push_back(parser.frame());
  result.counters = parser.counters();
  return result;
}

bool isSample(const Frame& frame) {
  return encodeFrame(frame.id, frame.payload) == samples::wheelCommand();
}

TEST(Parser, accepts_every_sample_of_the_contract) {
  const Bytes all[] = {samples::requestTopics(),
                       samples::txStop(),
                       samples::timeRequest(),
                       samples::timeReply(),
                       samples::topicInfoMeasuredJointStates(),
                       samples::topicInfoWheelCommand(),
                       samples::jointState(),
                       samples::wheelCommand(),
                       samples::logInfoHi(),
                       samples::requestEncoderResolution(),
                       samples::replyEncoderResolution542()};
  Bytes stream;
  for (const Bytes& sample : all) stream = join(stream, sample);
  const Received received = parse(stream);
  ASSERT_EQ(11u, received.frames.size());
  for (size_t i = 0; i < 11; ++i)
    EXPECT_EQ(toHex(all[i]), toHex(encodeFrame(received.frames[i].id, received.frames[i].payload)));
  EXPECT_EQ(0u, received.counters.bad());
  EXPECT_EQ(0u, received.counters.resyncs);
  EXPECT_EQ(stream.size(), received.counters.bytes);
}

struct StreamCase {
  const char* name;
  Bytes before;                        // comes between two good frames
  size_t frames;                       // good ones of the two
  uint64_t ParserCounters::* counted;  // where the trouble is counted
};

class Trouble : public testing::TestWithParam<StreamCase> {};

TEST_P(Trouble, is_counted_and_survived) {
  const StreamCase& c = GetParam();
  const Bytes good = samples::wheelCommand();
  const Received received = parse(join(good, c.before, good));
  EXPECT_EQ(c.frames, received.frames.size()) << c.name;
  for (const Frame& frame : received.frames) EXPECT_TRUE(isSample(frame)) << c.name;
  EXPECT_EQ(1u, received.counters.*(c.counted)) << c.name;
  // And the next one is read in any case.
  const Received longer = parse(join(good, c.before, good, good));
  EXPECT_EQ(c.frames + 1, longer.frames.size()) << c.name;
  EXPECT_EQ(1u, longer.counters.resyncs) << c.name;
}

Bytes changed(size_t at, uint8_t value) {
  Bytes frame = samples::wheelCommand();
  frame[at] = value;
  return frame;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Trouble,
    testing::Values(
        StreamCase{"version 1", changed(1, 0xFF), 2, &ParserCounters::bad_version},
        StreamCase{"version 3", changed(1, 0xFD), 2, &ParserCounters::bad_version},
        StreamCase{"checksum of the length", changed(4, 0x00), 2, &ParserCounters::bad_length},
        StreamCase{"checksum of the data", changed(35, 0x00), 2, &ParserCounters::bad_data},
        StreamCase{"a byte of the payload", changed(20, 0x77), 2, &ParserCounters::bad_data},
        StreamCase{"a byte of the id", changed(5, 0x65), 2, &ParserCounters::bad_data},
        StreamCase{"length 513", hex("FF FE 01 02 FC"), 2, &ParserCounters::oversize},
        StreamCase{"length 65535", hex("FF FE FF FF 01"), 2, &ParserCounters::oversize},
        StreamCase{"bit 15 of the length", hex("FF FE 1C 80 63"), 2, &ParserCounters::oversize},
        StreamCase{"one byte of junk", hex("12"), 2, &ParserCounters::skipped_bytes},
        // As the library in the field: the second FF is taken for a version, the frame is lost.
        StreamCase{"sync byte twice", hex("FF"), 1, &ParserCounters::bad_version}));

TEST(Parser, takes_a_payload_of_exactly_its_buffer) {
  const Received received = parse(encodeFrame(101, zeros(kMaxPayload)));
  ASSERT_EQ(1u, received.frames.size());
  EXPECT_EQ(kMaxPayload, received.frames[0].payload.size());
  EXPECT_EQ(1u, parse(encodeFrame(101, zeros(kMaxPayload + 1))).counters.oversize);
}

TEST(Parser, does_not_care_how_the_stream_is_cut) {
  const Bytes stream = join(samples::wheelCommand(), samples::jointState());
  for (size_t cut = 0; cut <= stream.size(); ++cut) {
    FrameParser parser(kMaxPayload);
    int frames = 0;
    for (size_t i = 0; i < stream.size(); ++i) {
      if (i == cut) parser.beginPass(FrameParser::kDeadlineUs);
      if (parser.push(stream[i]) == Event::kFrame) ++frames;
    }
    EXPECT_EQ(2, frames) << "cut at " << cut;
  }
}

TEST(Parser, drops_a_part_of_a_frame_after_20_ms) {
  const Bytes good = samples::wheelCommand();
  FrameParser parser(kMaxPayload);
  parser.beginPass(1000000);
  for (size_t i = 0; i < 20; ++i) parser.push(good[i]);
  parser.beginPass(1020000);
  EXPECT_TRUE(parser.insideFrame());
  parser.beginPass(1020001);
  EXPECT_FALSE(parser.insideFrame());
  EXPECT_EQ(1u, parser.counters().timeouts);
  int frames = 0;
  for (const uint8_t byte : good) frames += parser.push(byte) == Event::kFrame;
  EXPECT_EQ(1, frames);
}

// One damage to one of five frames: how many are lost, and is a wrong one ever accepted?
class Damage : public testing::Test {
 protected:
  static constexpr size_t kHit = 1;  // the second frame

  void check(const Bytes& damaged, const std::string& what) {
    const Bytes good = samples::wheelCommand();
    const Received received = parse(join(good, damaged, good, good, good));
    for (const Frame& frame : received.frames) ASSERT_TRUE(isSample(frame)) << what;
    ASSERT_GE(received.frames.size(), 3u) << what;  // at most two of five lost
    worst_ = std::min(worst_, received.frames.size());
  }

  size_t worst_ = 5;
};

TEST_F(Damage, every_single_wrong_byte_costs_two_frames_at_most_and_never_gives_a_wrong_one) {
  for (size_t at = 0; at < samples::wheelCommand().size(); ++at) {
    for (int value = 0; value < 256; ++value)
      check(changed(at, static_cast<uint8_t>(value)),
            "byte " + std::to_string(at) + " = " + std::to_string(value));
  }
}

TEST_F(Damage, every_missing_byte_costs_two_frames_at_most) {
  for (size_t at = 0; at < samples::wheelCommand().size(); ++at) {
    Bytes frame = samples::wheelCommand();
    frame.erase(frame.begin() + static_cast<std::ptrdiff_t>(at));
    check(frame, "without byte " + std::to_string(at));
  }
}

TEST_F(Damage, every_cut_frame_costs_two_frames_at_most) {
  for (size_t size = 0; size < samples::wheelCommand().size(); ++size) {
    Bytes frame = samples::wheelCommand();
    frame.resize(size);
    check(frame, "cut to " + std::to_string(size));
  }
}

TEST(Parser, survives_random_bytes) {
  std::mt19937 random(20240607);
  FrameParser parser(kMaxPayload);
  uint64_t bytes = 0;
  uint64_t frames = 0;
  for (int i = 0; i < 20000; ++i) {
    parser.beginPass(static_cast<uint64_t>(i) * 1000);
    for (size_t n = random() % 64; n > 0; --n, ++bytes) {
      // Sync bytes often enough to get past the first states.
      const uint8_t byte = random() % 8 == 0   ? kSyncByte
                           : random() % 8 == 0 ? kVersion2
                                               : static_cast<uint8_t>(random());
      if (parser.push(byte) != Event::kFrame) continue;
      ++frames;
      ASSERT_LE(parser.frame().payload.size(), kMaxPayload);
    }
  }
  EXPECT_EQ(bytes, parser.counters().bytes);
  EXPECT_EQ(frames, parser.counters().good);
  EXPECT_GT(parser.counters().bad_version, 0u);
  EXPECT_GT(parser.counters().bad_length, 0u);
}

}  // namespace
