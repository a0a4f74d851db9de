#pragma once

// What this process holds, to be compared before and after: exact, but for memory and sockets.

#include <cstddef>
#include <map>
#include <string>

namespace third_party_test {

/// name -> number: living objects of the plugin library, threads, open files, sockets, mappings of
/// the plugin library, and each topic and service of this node at the master.
using Holdings = std::map<std::string, int>;

Holdings holdings();

/// roscpp keeps some connections to the master and to other nodes for later use, and opens more
/// when several threads want one at once: so many more sockets are no leak, if they do not grow
/// further.
constexpr int SOCKETS_MORE = 4;

/// What there is more of than before, in words; empty if there is nothing.
std::string growth(const Holdings& before, const Holdings& after);

/// Bytes that are allocated in this process.
std::size_t allocatedBytes();

}  // namespace third_party_test
