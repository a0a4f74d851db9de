#include <diffbot_firmware/command.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace diffbot_firmware;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInf = std::numeric_limits<float>::infinity();
const float kHuge = std::numeric_limits<float>::max();
constexpr float kLimit = 18.0f;

struct CommandCase {
  const char* name;
  std::vector<float> joint;
  CommandVerdict verdict;
  WheelSpeeds speeds;
};

class Command : public testing::TestWithParam<CommandCase> {};

TEST_P(Command, is_checked_and_limited) {
  const CommandCase& c = GetParam();
  const WheelSpeeds untouched = {-123.0f, 456.0f};
  WheelSpeeds out = untouched;
  EXPECT_EQ(c.verdict, readCommand(c.joint.data(), c.joint.size(), kLimit, &out)) << c.name;
  const WheelSpeeds& expected = c.verdict == CommandVerdict::kAccepted ? c.speeds : untouched;
  EXPECT_NEAR(expected.left, out.left, 1e-5f) << c.name;
  EXPECT_NEAR(expected.right, out.right, 1e-5f) << c.name;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Command,
    testing::Values(
        CommandCase{"left is [0]", {6, -3}, CommandVerdict::kAccepted, {6, -3}},
        CommandCase{"zero", {0, 0}, CommandVerdict::kAccepted, {0, 0}},
        CommandCase{"at the limit", {18, -18}, CommandVerdict::kAccepted, {18, -18}},
        CommandCase{"both scaled", {36, 9}, CommandVerdict::kAccepted, {18, 4.5f}},
        CommandCase{
            "both scaled by the right one", {9, -36}, CommandVerdict::kAccepted, {4.5f, -18}},
        CommandCase{"largest float", {kHuge, kHuge}, CommandVerdict::kAccepted, {18, 18}},
        CommandCase{"largest float, one", {-kHuge, 1}, CommandVerdict::kAccepted, {-18, 0}},
        CommandCase{"nothing", {}, CommandVerdict::kWrongCount, {}},
        CommandCase{"one", {1}, CommandVerdict::kWrongCount, {}},
        CommandCase{"three", {1, 2, 3}, CommandVerdict::kWrongCount, {}},
        CommandCase{"NaN left", {kNan, 1}, CommandVerdict::kNotFinite, {}},
        CommandCase{"NaN right", {1, kNan}, CommandVerdict::kNotFinite, {}},
        CommandCase{"infinite left", {kInf, 1}, CommandVerdict::kNotFinite, {}},
        CommandCase{"infinite right", {1, -kInf}, CommandVerdict::kNotFinite, {}},
        CommandCase{"three with NaN", {kNan, 1, 1}, CommandVerdict::kWrongCount, {}}));

TEST(Command, a_missing_array_is_no_command) {
  WheelSpeeds out = {0, 0};
  EXPECT_EQ(CommandVerdict::kWrongCount, readCommand(nullptr, 2, kLimit, &out));
}

}  // namespace
