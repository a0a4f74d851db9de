#pragma once

#include <simulated_teensy/port.h>
#include <simulated_teensy/simulated_teensy.h>

#include <string>

namespace simulated_teensy {

// Everything that can be counted or known, as one line of JSON. Angles in rad, speeds in rad/s,
// lengths in m, times in s on the clock that SimulatedTeensy::step was given.
std::string statusJson(const SimulatedTeensy& teensy, const Port& port);

// {"ok": true, "history": [[time, left, right, ...], ...]}: wheel commands as they came.
std::string historyJson(const SimulatedTeensy& teensy);

}  // namespace simulated_teensy
