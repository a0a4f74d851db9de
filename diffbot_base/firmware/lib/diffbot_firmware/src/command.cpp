#include <diffbot_firmware/command.h>
#include <diffbot_firmware/finite.h>

namespace diffbot_firmware {

namespace {
float absolute(float value) { return value < 0.0f ? -value : value; }
}  // namespace

CommandVerdict readCommand(const float* joint, size_t count, float limit, WheelSpeeds* out) {
  if (joint == nullptr || count != 2) return CommandVerdict::kWrongCount;
  if (!isFinite(joint[0]) || !isFinite(joint[1])) return CommandVerdict::kNotFinite;
  const float left = absolute(joint[0]);
  const float right = absolute(joint[1]);
  const float fastest = left > right ? left : right;
  // Divide first: the product of two large floats would overflow.
  out->left = fastest > limit ? joint[0] / fastest * limit : joint[0];
  out->right = fastest > limit ? joint[1] / fastest * limit : joint[1];
  return CommandVerdict::kAccepted;
}

}  // namespace diffbot_firmware
