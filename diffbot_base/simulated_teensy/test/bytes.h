// Bytes for tests, written as they are in the wire contract.
#pragma once

#include <simulated_teensy/frame.h>

#include <cstdlib>
#include <sstream>
#include <string>

// "FF FE 00 00 FF" to bytes.
inline simulated_teensy::Bytes hex(const std::string& text) {
  simulated_teensy::Bytes bytes;
  std::istringstream stream(text);
  for (std::string word; stream >> word;)
    bytes.push_back(static_cast<uint8_t>(std::strtoul(word.c_str(), nullptr, 16)));
  return bytes;
}

inline simulated_teensy::Bytes chars(const std::string& text) {
  return simulated_teensy::Bytes(text.begin(), text.end());
}

inline simulated_teensy::Bytes zeros(size_t count) { return simulated_teensy::Bytes(count, 0); }

template <class... More>
simulated_teensy::Bytes join(simulated_teensy::Bytes first, const More&... more) {
  const simulated_teensy::Bytes parts[] = {more...};
  for (const auto& part : parts) first.insert(first.end(), part.begin(), part.end());
  return first;
}

// For messages of failed checks.
inline std::string toHex(const simulated_teensy::Bytes& bytes) {
  static const char digits[] = "0123456789ABCDEF";
  std::string text;
  for (const uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
    text += ' ';
  }
  return text;
}
