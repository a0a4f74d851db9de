// Gives random byte strings to a whole simulated device and prints what it made of them.
//   fuzz_parser [--n STRINGS] [--seed SEED]
// Ends with 1 and the string when something went wrong.

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz.h"

int main(int argc, char** argv) {
  uint64_t strings = 1000000;
  uint32_t seed = 1;
  for (int i = 1; i < argc; i += 2) {
    char* end = nullptr;
    const uint64_t value = i + 1 < argc ? std::strtoull(argv[i + 1], &end, 10) : 0;
    const bool given = end != nullptr && end != argv[i + 1] && *end == '\0';
    if (given && std::strcmp(argv[i], "--n") == 0) {
      strings = value;
    } else if (given && std::strcmp(argv[i], "--seed") == 0) {
      seed = static_cast<uint32_t>(value);
    } else {
      std::fprintf(stderr, "fuzz_parser [--n STRINGS] [--seed SEED]\n");
      return 2;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const FuzzResult result = fuzz(strings, seed);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("strings %" PRIu64 ", seed %u, bytes %" PRIu64 ", %.1f s, %.0f strings/s\n", strings,
              seed, result.bytes, took.count(), static_cast<double>(strings) / took.count());
  std::printf("frames good %" PRIu64 "; bad version %" PRIu64 ", length %" PRIu64
              ", oversize %" PRIu64 ", data %" PRIu64 ", cut %" PRIu64 "; resyncs %" PRIu64 "\n",
              result.received.good, result.received.bad_version, result.received.bad_length,
              result.received.oversize, result.received.bad_data, result.received.timeouts,
              result.received.resyncs);
  std::printf("unknown ids %" PRIu64 ", malformed %" PRIu64 ", commands accepted %u\n",
              result.session.unknown_ids, result.session.malformed, result.commands_accepted);
  if (result.failure.empty()) return 0;
  std::fprintf(stderr, "fuzz_parser: %s\n", result.failure.c_str());
  return 1;
}
