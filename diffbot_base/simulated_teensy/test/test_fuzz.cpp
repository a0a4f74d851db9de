#include <gtest/gtest.h>

#include "fuzz.h"

namespace {

// The long run is the program fuzz_parser.
TEST(Fuzz, a_device_that_is_told_nonsense_stays_within_its_limits) {
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    const FuzzResult result = fuzz(5000, seed);
    EXPECT_EQ("", result.failure) << "seed " << seed;
    // The strings got everywhere.
    EXPECT_GT(result.received.good, 1000u);
    EXPECT_GT(result.received.bad_version, 100u);
    EXPECT_GT(result.received.bad_length, 10u);
    EXPECT_GT(result.received.oversize, 10u);
    EXPECT_GT(result.received.bad_data, 10u);
    EXPECT_GT(result.session.unknown_ids, 100u);
    EXPECT_GT(result.session.malformed, 10u);
    EXPECT_GT(result.commands_accepted, 10u);
  }
}

}  // namespace
