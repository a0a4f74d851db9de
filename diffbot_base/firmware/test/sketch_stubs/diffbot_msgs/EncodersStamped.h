#pragma once

namespace diffbot_msgs {
struct EncodersStamped {};
}  // namespace diffbot_msgs
