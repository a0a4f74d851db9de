#pragma once

namespace std_msgs {
struct Empty {};
}  // namespace std_msgs
