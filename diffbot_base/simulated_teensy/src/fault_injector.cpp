#include <simulated_teensy/fault_injector.h>

#include <algorithm>
#include <map>
#include <utility>

namespace simulated_teensy {

namespace {

// Not std::uniform_int_distribution: its result differs between standard libraries.
size_t below(std::mt19937* random, size_t bound) { return bound == 0 ? 0 : (*random)() % bound; }

uint8_t randomByte(std::mt19937* random) { return static_cast<uint8_t>((*random)() & 0xFFu); }

// The byte that is hit, or one within the unit when none is given.
size_t position(int at, std::mt19937* random, size_t size) {
  return at >= 0 ? std::min(static_cast<size_t>(at), size - 1) : below(random, size);
}

bool isFrame(const Bytes& unit) {
  return unit.size() >= kFrameOverhead && unit[0] == kSyncByte && unit[1] == kVersion2;
}

int idOf(const Bytes& frame) { return frame[kIdAt] | (frame[kIdAt + 1] << 8); }

Bytes randomBytes(std::mt19937* random, size_t size) {
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = randomByte(random);
  return bytes;
}

constexpr uint64_t kStaleUs = 20000;
constexpr size_t kLongestPayload = 1024;  // no end of this link has a buffer for more

}  // namespace

const ByteFault* byteFaultByName(const std::string& name) {
  static const std::map<std::string, ByteFault> names = {
      {"drop", ByteFault::kDrop},
      {"flip", ByteFault::kFlip},
      {"insert", ByteFault::kInsert},
      {"swap", ByteFault::kSwap},
      {"truncate", ByteFault::kTruncate},
      {"duplicate", ByteFault::kDuplicate},
      {"lose", ByteFault::kLose},
      {"delay", ByteFault::kDelay},
      {"version", ByteFault::kWrongVersion},
      {"oversize", ByteFault::kOversize},
      {"unknown_id", ByteFault::kUnknownId},
      {"double_sync", ByteFault::kDoubleSync},
      {"garbage", ByteFault::kGarbage},
      {"garbage_short", ByteFault::kGarbageShort},
      {"junk", ByteFault::kJunk},
      {"scramble", ByteFault::kScramble},
  };
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

void applyByteFault(const ByteFaultRule& rule, std::mt19937* random, Bytes unit,
                    std::vector<Bytes>* out) {
  if (unit.empty()) return;
  const auto offset = [](size_t index) { return static_cast<std::ptrdiff_t>(index); };
  const size_t at = position(rule.at, random, unit.size());
  switch (rule.fault) {
    case ByteFault::kDrop:
      unit.erase(unit.begin() + offset(at));
      break;
    case ByteFault::kFlip: {
      const size_t bit = rule.bit >= 0 ? static_cast<size_t>(rule.bit) & 7u : below(random, 8);
      unit[at] = static_cast<uint8_t>(unit[at] ^ (1u << bit));
      break;
    }
    case ByteFault::kInsert: {
      const uint8_t byte = rule.value >= 0 ? static_cast<uint8_t>(rule.value) : randomByte(random);
      unit.insert(unit.begin() + offset(at), byte);
      break;
    }
    case ByteFault::kSwap:
      if (unit.size() > 1) {
        const size_t first = std::min(at, unit.size() - 2);
        std::swap(unit[first], unit[first + 1]);
      }
      break;
    case ByteFault::kTruncate:
      unit.resize(rule.bytes >= 0 ? std::min(static_cast<size_t>(rule.bytes), unit.size())
                                  : below(random, unit.size()));
      break;
    case ByteFault::kDuplicate:
      out->push_back(unit);
      break;
    case ByteFault::kLose:
      return;
    case ByteFault::kDelay:
      break;  // the injector's part
    case ByteFault::kWrongVersion:
      if (unit.size() > 1) unit[1] = rule.value >= 0 ? static_cast<uint8_t>(rule.value) : 0xFD;
      break;
    case ByteFault::kOversize:
      if (isFrame(unit)) {
        unit[kLengthAt + 1] |= 0x80u;
        repairChecksums(&unit);
      }
      break;
    case ByteFault::kUnknownId:
      if (isFrame(unit)) {
        const int id = rule.value >= 0 ? rule.value : 999;
        unit[kIdAt] = static_cast<uint8_t>(id & 0xFF);
        unit[kIdAt + 1] = static_cast<uint8_t>(id >> 8);
        repairChecksums(&unit);
      }
      break;
    case ByteFault::kDoubleSync:
      unit.insert(unit.begin(), kSyncByte);
      break;
    case ByteFault::kGarbage:
      if (isFrame(unit)) {
        for (size_t i = kPayloadAt; i + 1 < unit.size(); ++i) unit[i] = randomByte(random);
        repairChecksums(&unit);
      }
      break;
    case ByteFault::kGarbageShort:
      if (isFrame(unit)) {
        Bytes payload(unit.begin() + offset(kPayloadAt), unit.end() - 1);
        payload.resize(payload.size() / 2);
        unit = encodeFrame(static_cast<uint16_t>(idOf(unit)), payload);
      }
      break;
    case ByteFault::kJunk:
      out->push_back(randomBytes(random, rule.bytes >= 0 ? static_cast<size_t>(rule.bytes) : 16));
      break;
    case ByteFault::kScramble:
      unit = randomBytes(random, unit.size());
      break;
  }
  out->push_back(std::move(unit));
}

void FaultInjector::add(const ByteFaultRule& rule, uint64_t now_us) {
  rules_.push_back(Active{rule, std::mt19937(rule.seed), now_us, 0});
}

bool FaultInjector::hit(Active* active, const Bytes& unit, uint64_t now_us) {
  ByteFaultRule& rule = active->rule;
  if (rule.count == 0) return false;
  if (rule.for_us != 0 && now_us - active->added_us > rule.for_us) return false;
  if (rule.id >= 0 && (!isFrame(unit) || idOf(unit) != rule.id)) return false;
  if (active->seen++ < rule.after) return false;
  if (rule.probability < 1.0 &&
      static_cast<double>(active->random()) >= rule.probability * 4294967296.0)
    return false;
  if (rule.count > 0) --rule.count;
  ++hits_;
  return true;
}

void FaultInjector::push(Bytes unit, uint64_t now_us) {
  std::vector<Bytes> units;
  units.push_back(std::move(unit));
  uint64_t due_us = now_us;
  for (Active& active : rules_) {
    std::vector<Bytes> changed;
    for (Bytes& one : units) {
      if (!hit(&active, one, now_us)) {
        changed.push_back(std::move(one));
        continue;
      }
      if (active.rule.fault == ByteFault::kDelay) due_us = now_us + active.rule.delay_us;
      applyByteFault(active.rule, &active.random, std::move(one), &changed);
    }
    units.swap(changed);
  }
  for (Bytes& one : units) {
    if (!one.empty()) delayed_.push_back(Delayed{due_us, std::move(one)});
  }
  forgetFinished(now_us);
  release(now_us);
}

// Strictly in order: what is due behind something that is not, waits.
void FaultInjector::release(uint64_t now_us) {
  while (!delayed_.empty() && delayed_.front().due_us <= now_us) {
    const Bytes bytes = std::move(delayed_.front().bytes);
    delayed_.pop_front();
    sink_(bytes);
  }
}

void FaultInjector::forgetFinished(uint64_t now_us) {
  const auto finished = [now_us](const Active& active) {
    const ByteFaultRule& rule = active.rule;
    return rule.count == 0 || (rule.for_us != 0 && now_us - active.added_us > rule.for_us);
  };
  rules_.erase(std::remove_if(rules_.begin(), rules_.end(), finished), rules_.end());
}

void FrameSplitter::push(const Bytes& bytes, uint64_t now_us) {
  for (const uint8_t byte : bytes) {
    if (!pending_.empty() && pending_[0] != kSyncByte && byte == kSyncByte) flush();
    pending_.push_back(byte);
    if (complete()) flush();
  }
  if (!bytes.empty()) last_us_ = now_us;
  if (!pending_.empty() && pending_[0] != kSyncByte) flush();
}

// A whole frame, or bytes that cannot become one.
bool FrameSplitter::complete() const {
  const size_t size = pending_.size();
  if (pending_[0] != kSyncByte || size < 2) return false;
  if (pending_[1] != kVersion2) return true;
  if (size < kIdAt) return false;
  const size_t length = pending_[kLengthAt] + (static_cast<size_t>(pending_[kLengthAt + 1]) << 8);
  const bool sound =
      pending_[kLengthAt + 2] == checksum(pending_[kLengthAt] + pending_[kLengthAt + 1]);
  return !sound || length > kLongestPayload || size >= length + kFrameOverhead;
}

void FrameSplitter::flushStale(uint64_t now_us) {
  if (now_us - last_us_ >= kStaleUs) flush();
}

void FrameSplitter::flush() {
  if (pending_.empty()) return;
  Bytes unit;
  unit.swap(pending_);
  sink_(std::move(unit));
}

}  // namespace simulated_teensy
