#pragma once

#include <simulated_teensy/simulated_teensy.h>

#include <string>
#include <vector>

namespace simulated_teensy {

struct CommandLine {
  TeensyOptions teensy;
  std::string link;
  std::string control;   // socket; empty: none
  std::string script;    // file; empty: none
  std::string counters;  // file; empty: none
  bool standard_input = false;
  bool has_start_ticks = false;
  int32_t start_ticks = 0;
  bool help = false;
};

extern const char kUsage[];

// `arguments` without the program's name. What roslaunch appends (name:=value) is skipped. Throws
// std::runtime_error that names the argument.
CommandLine parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace simulated_teensy
