#pragma once

#include <stdint.h>

class Encoder {
 public:
  Encoder(uint8_t, uint8_t) {}
  int32_t read() { return 0; }
};
