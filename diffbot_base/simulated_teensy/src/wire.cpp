#include <simulated_teensy/wire.h>

#include <cstring>

namespace simulated_teensy {

void WireWriter::integer(uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

void WireWriter::f64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  integer(bits, 8);
}

void WireWriter::string(const std::string& value) {
  u32(static_cast<uint32_t>(value.size()));
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

void WireWriter::f64Array(const std::vector<double>& values) {
  u32(static_cast<uint32_t>(values.size()));
  for (const double value : values) f64(value);
}

uint64_t WireReader::integer(size_t size) {
  if (!ok_ || bytes_.size() - at_ < size) {
    ok_ = false;
    return 0;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) value |= static_cast<uint64_t>(bytes_[at_ + i]) << (8 * i);
  at_ += size;
  return value;
}

float WireReader::f32() {
  const uint32_t bits = u32();
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

double WireReader::f64() {
  const uint64_t bits = integer(8);
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t WireReader::count(uint32_t item_size) {
  const uint32_t items = u32();
  if (static_cast<uint64_t>(items) * item_size > bytes_.size() - at_) {
    ok_ = false;
    return 0;
  }
  return items;
}

std::string WireReader::string() {
  const uint32_t size = count(1);
  if (!ok_) return std::string();
  const std::string value(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                          bytes_.begin() + static_cast<std::ptrdiff_t>(at_ + size));
  at_ += size;
  return value;
}

}  // namespace simulated_teensy
