// Stand-ins for what the sketch uses of the board's toolchain, so that the compiler reads the
// sketch on a PC. They do nothing; that the sketch runs on a board is not shown by them.
#pragma once

#include <stdint.h>
#include <stdio.h>

inline uint32_t micros() { return 0; }
