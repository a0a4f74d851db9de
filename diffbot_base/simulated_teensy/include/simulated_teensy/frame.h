// Frames of the rosserial protocol, version 2 (hydro to noetic).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simulated_teensy {

using Bytes = std::vector<uint8_t>;

// Ids that carry the protocol itself; topics have ids from 100 on.
enum ReservedId : uint16_t {
  kIdPublisher = 0,   // device -> host: TopicInfo; host -> device, empty: announce your topics
  kIdSubscriber = 1,  // device -> host: TopicInfo
  kIdParameterRequest = 6,
  kIdLog = 7,
  kIdTime = 10,
  kIdTxStop = 11,
};

constexpr uint16_t kFirstTopicId = 100;
constexpr uint8_t kSyncByte = 0xFF;
constexpr uint8_t kVersion2 = 0xFE;

// FF FE lenL lenH lenChk idL idH payload dataChk
constexpr size_t kLengthAt = 2;
constexpr size_t kIdAt = 5;
constexpr size_t kPayloadAt = 7;
constexpr size_t kFrameOverhead = 8;

struct Frame {
  uint16_t id = 0;
  Bytes payload;
};

// Brings the sum of the bytes so far (mod 256) to 255.
inline uint8_t checksum(unsigned sum) { return static_cast<uint8_t>(255u - (sum & 0xFFu)); }

// payload.size() must be below 65536.
Bytes encodeFrame(uint16_t id, const Bytes& payload);

// Makes both checksums of a whole frame right again after its bytes were changed on purpose.
void repairChecksums(Bytes* frame);

}  // namespace simulated_teensy
