#pragma once

#include <simulated_teensy/frame.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace simulated_teensy {

enum class ByteFault {
  kDrop,          // one byte is missing
  kFlip,          // one bit of a byte
  kInsert,        // one byte more
  kSwap,          // a byte and its successor change places
  kTruncate,      // only the first bytes come
  kDuplicate,     // the frame comes twice
  kLose,          // the frame does not come
  kDelay,         // it comes later, and so do all after it: a gap, then a burst
  kWrongVersion,  // second byte; checksums do not cover it
  kOversize,      // bit 15 of the length set, checksums right
  kUnknownId,     // another id, checksums right
  kDoubleSync,    // a second FF in front
  kGarbage,       // random payload of the same length, checksums right
  kGarbageShort,  // payload cut to half, checksums right
  kJunk,          // random bytes in front of the frame
  kScramble,      // every byte is another one, as with a wrong baud rate
};

// nullptr when no fault has this name: drop, flip, insert, swap, truncate, duplicate, lose, delay,
// version, oversize, unknown_id, double_sync, garbage, garbage_short, junk, scramble.
const ByteFault* byteFaultByName(const std::string& name);

// One entry of a fault script for one direction.
struct ByteFaultRule {
  ByteFault fault = ByteFault::kLose;
  int id = -1;                 // frames of this id only; -1: any, and bytes that are no frame
  uint64_t after = 0;          // lets this many matching frames pass first
  int64_t count = 1;           // frames to be hit; negative: no end
  double probability = 1.0;    // of being hit, per matching frame
  uint32_t seed = 1;           // of everything that is random in this rule
  uint64_t for_us = 0;         // ends this long after it was added; 0: no end
  int at = -1;                 // byte that is hit; -1: a random one
  int bit = -1;                // flip: bit 0 to 7; -1: a random one
  int value = -1;              // insert: the byte; version: the byte; unknown_id: the id
  int bytes = -1;              // truncate: bytes left; junk: bytes put in front
  uint64_t delay_us = 100000;  // delay
};

// One direction of the link. Takes whole frames (or runs of bytes that are none) and hands out what
// the other end gets to see, in order. Every random choice comes from a rule's seed, so the same
// frames and rules give the same bytes.
class FaultInjector {
 public:
  using Sink = std::function<void(const Bytes& bytes)>;

  explicit FaultInjector(Sink sink) : sink_(std::move(sink)) {}

  void add(const ByteFaultRule& rule, uint64_t now_us);
  void clear() { rules_.clear(); }

  void push(Bytes unit, uint64_t now_us);
  // Hands out what was delayed long enough.
  void release(uint64_t now_us);

  uint64_t hits() const { return hits_; }
  size_t activeRules() const { return rules_.size(); }

 private:
  struct Active {
    ByteFaultRule rule;
    std::mt19937 random;
    uint64_t added_us;
    uint64_t seen;
  };
  struct Delayed {
    uint64_t due_us;
    Bytes bytes;
  };

  bool hit(Active* active, const Bytes& unit, uint64_t now_us);
  void forgetFinished(uint64_t now_us);

  Sink sink_;
  std::vector<Active> rules_;
  std::deque<Delayed> delayed_;
  uint64_t hits_ = 0;
};

// Changes `unit` as the rule says; units to be sent instead of it are appended to `out`.
void applyByteFault(const ByteFaultRule& rule, std::mt19937* random, Bytes unit,
                    std::vector<Bytes>* out);

// Cuts a stream of bytes into frames for the injector, by sync, version and length alone. Bytes
// that start no frame, and a frame that is not whole 20 ms after its last byte, come out as they
// are.
class FrameSplitter {
 public:
  using Sink = std::function<void(Bytes unit)>;

  explicit FrameSplitter(Sink sink) : sink_(std::move(sink)) {}

  void push(const Bytes& bytes, uint64_t now_us);
  void flushStale(uint64_t now_us);

 private:
  bool complete() const;
  void flush();

  Sink sink_;
  Bytes pending_;
  uint64_t last_us_ = 0;
};

}  // namespace simulated_teensy
