// ROS 1 serialization: little endian, strings and arrays behind a 32-bit count.
#pragma once

#include <simulated_teensy/frame.h>

#include <cstdint>
#include <string>
#include <vector>

namespace simulated_teensy {

class WireWriter {
 public:
  void u8(uint8_t value) { bytes_.push_back(value); }
  void u16(uint16_t value) { integer(value, 2); }
  void u32(uint32_t value) { integer(value, 4); }
  void f64(double value);
  void string(const std::string& value);
  void f64Array(const std::vector<double>& values);

  const Bytes& bytes() const { return bytes_; }

 private:
  void integer(uint64_t value, int size);

  Bytes bytes_;
};

// Reads from a payload; after a read past its end, ok() is false and all further reads give 0.
class WireReader {
 public:
  explicit WireReader(const Bytes& bytes) : bytes_(bytes) {}

  uint8_t u8() { return static_cast<uint8_t>(integer(1)); }
  uint16_t u16() { return static_cast<uint16_t>(integer(2)); }
  uint32_t u32() { return static_cast<uint32_t>(integer(4)); }
  float f32();
  double f64();
  std::string string();

  // A count of items of `item_size` bytes; 0 and not ok when there are not as many bytes left.
  uint32_t count(uint32_t item_size);

  bool ok() const { return ok_; }
  // Everything was read, and nothing is left over.
  bool complete() const { return ok_ && at_ == bytes_.size(); }

 private:
  uint64_t integer(size_t size);

  const Bytes& bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace simulated_teensy
