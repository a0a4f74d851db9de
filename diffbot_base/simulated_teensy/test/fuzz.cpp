#include "fuzz.h"

#include <simulated_teensy/simulated_teensy.h>

#include <cmath>
#include <random>
#include <vector>

#include "samples.h"

using namespace simulated_teensy;

namespace {

constexpr size_t kByteFaults = 16;

class Source {
 public:
  explicit Source(uint32_t seed) : random_(seed) {}

  Bytes next() {
    switch (below(4)) {
      case 0:
        return noise();
      case 1:
        return encodeFrame(static_cast<uint16_t>(below(2) != 0 ? below(130) : random_()), noise());
      case 2:
        return damaged();
      default:
        return changed();
    }
  }

 private:
  size_t below(size_t bound) { return random_() % bound; }
  uint8_t byte() { return static_cast<uint8_t>(random_()); }

  Bytes noise() {
    Bytes bytes(below(80));
    for (uint8_t& one : bytes) one = byte();
    return bytes;
  }

  const Bytes& known() {
    static const std::vector<Bytes> all = {
        samples::requestTopics(),   samples::txStop(),       samples::timeRequest(),
        samples::timeReply(),       samples::wheelCommand(), samples::replyEncoderResolution542(),
        samples::jointState(),      encodeFrame(101, {}),    encodeFrame(102, zeros(28)),
        encodeFrame(103, zeros(28))};
    return all[below(all.size())];
  }

  Bytes damaged() {
    Bytes bytes = known();
    for (size_t n = below(4); n > 0; --n) {
      ByteFaultRule rule;
      rule.fault = static_cast<ByteFault>(below(kByteFaults));
      std::vector<Bytes> units;
      applyByteFault(rule, &random_, bytes, &units);
      bytes.clear();
      for (const Bytes& unit : units) bytes = join(bytes, unit);
    }
    return bytes;
  }

  Bytes changed() {
    Bytes bytes = known();
    for (size_t n = 1 + below(4); n > 0 && bytes.size() > kFrameOverhead; --n)
      bytes[kPayloadAt + below(bytes.size() - kFrameOverhead)] = byte();
    repairChecksums(&bytes);
    return bytes;
  }

  std::mt19937 random_;
};

const char* wrong(const SimulatedTeensy& teensy) {
  const auto& base = teensy.firmware().base();
  for (const auto* wheel : {&base.left(), &base.right()}) {
    if (!(std::fabs(wheel->setpoint()) <= base.config().max_wheel_speed + 1e-3f))
      return "a setpoint beyond the limit";
    if (wheel->pwm() > 255 || wheel->pwm() < -255) return "a duty cycle beyond the limit";
    if (!std::isfinite(wheel->speed()) || !std::isfinite(wheel->angle()))
      return "a measurement that is no number";
  }
  return nullptr;
}

}  // namespace

FuzzResult fuzz(uint64_t strings, uint32_t seed) {
  FuzzResult result;
  Source source(seed);
  FrameParser host(DeviceSession::kBufferSize);
  uint64_t now_us = 0;
  SimulatedTeensy teensy(
      TeensyOptions(),
      [&host](const Bytes& sent) {
        for (const uint8_t byte : sent) host.push(byte);
      },
      now_us);
  for (uint64_t i = 0; i < strings && result.failure.empty(); ++i) {
    const Bytes bytes = source.next();
    result.bytes += bytes.size();
    teensy.step(bytes, now_us += 1000);
    const char* failure = wrong(teensy);
    if (host.counters().bad() != 0 || host.counters().skipped_bytes != 0)
      failure = "the device sent a broken frame";
    if (failure != nullptr)
      result.failure =
          std::string(failure) + " after string " + std::to_string(i) + ": " + toHex(bytes);
  }
  const auto& base = teensy.firmware().base();
  result.received = teensy.firmware().session().received();
  result.session = teensy.firmware().session().counters();
  result.commands_accepted = base.counters().commands_accepted;
  if (!result.failure.empty()) return result;
  teensy.step({}, now_us += 50000);  // a cut frame times out
  teensy.step(join(samples::requestTopics(), samples::wheelCommand()), now_us += 2000);
  if (base.counters().commands_accepted != result.commands_accepted + 1)
    result.failure = "a good command was not taken at the end";
  return result;
}
