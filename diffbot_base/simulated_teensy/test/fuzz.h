#pragma once

#include <simulated_teensy/device_session.h>

#include <cstdint>
#include <string>

// What became of random byte strings that were given to a whole simulated device, 1 ms apart.
struct FuzzResult {
  std::string failure;  // empty: nothing went wrong
  uint64_t bytes = 0;
  simulated_teensy::ParserCounters received;
  simulated_teensy::SessionCounters session;
  uint32_t commands_accepted = 0;
};

// Random bytes, good frames of random content, damaged known frames, and known frames with a
// changed payload and good checksums. After each string: setpoints and duty cycles within their
// limits, measurements finite, and only whole frames back to the host. At the end a good command
// must still be taken. The same seed gives the same strings.
FuzzResult fuzz(uint64_t strings, uint32_t seed);
