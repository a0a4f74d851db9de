#include <simulated_teensy/frame.h>

namespace simulated_teensy {

Bytes encodeFrame(uint16_t id, const Bytes& payload) {
  Bytes frame(payload.size() + kFrameOverhead);
  frame[0] = kSyncByte;
  frame[1] = kVersion2;
  frame[kLengthAt] = static_cast<uint8_t>(payload.size() & 0xFFu);
  frame[kLengthAt + 1] = static_cast<uint8_t>(payload.size() >> 8);
  frame[kIdAt] = static_cast<uint8_t>(id & 0xFFu);
  frame[kIdAt + 1] = static_cast<uint8_t>(id >> 8);
  for (size_t i = 0; i < payload.size(); ++i) frame[kPayloadAt + i] = payload[i];
  repairChecksums(&frame);
  return frame;
}

void repairChecksums(Bytes* frame) {
  Bytes& bytes = *frame;
  if (bytes.size() < kFrameOverhead) return;
  bytes[kLengthAt + 2] = checksum(bytes[kLengthAt] + bytes[kLengthAt + 1]);
  unsigned sum = 0;
  for (size_t i = kIdAt; i + 1 < bytes.size(); ++i) sum += bytes[i];
  bytes.back() = checksum(sum);
}

}  // namespace simulated_teensy
