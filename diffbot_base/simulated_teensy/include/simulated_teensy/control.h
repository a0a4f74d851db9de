#pragma once

#include <simulated_teensy/port.h>
#include <simulated_teensy/simulated_teensy.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace simulated_teensy {

// Words of a control line: "fault to_host flip id=126 count=3" has three words and two options.
struct ControlLine {
  std::vector<std::string> words;
  std::map<std::string, std::string> options;
};
ControlLine splitLine(const std::string& line);

// The control language, one line per command, one line of JSON back. README.md lists the commands;
// "help" prints them. A line that is not understood changes nothing and says why:
// {"ok":false,"error":"..."}.
class Control {
 public:
  Control(SimulatedTeensy* teensy, Port* port) : teensy_(teensy), port_(port) {}

  std::string execute(const std::string& line);
  bool quitRequested() const { return quit_; }

 private:
  using Handler = void (Control::*)(const ControlLine&);

  void fault(const ControlLine& line);
  void silence(const ControlLine& line);
  void measure(const ControlLine& line);
  void clear(const ControlLine& line);
  void reboot(const ControlLine& line);
  void stall(const ControlLine& line);
  void plug(const ControlLine& line);
  void unplug(const ControlLine& line);
  void ticks(const ControlLine& line);
  void encoder(const ControlLine& line);
  void wheel(const ControlLine& line);
  void announce(const ControlLine& line);
  void mark(const ControlLine& line);
  void quit(const ControlLine& line);

  SimulatedTeensy* teensy_;
  Port* port_;
  bool quit_ = false;
};

// A script of "SECONDS COMMAND..." lines; # starts a comment, empty lines are skipped. Throws
// std::runtime_error that names the line.
struct ScriptEntry {
  uint64_t at_us = 0;  // after the start
  std::string command;
};
std::vector<ScriptEntry> parseScript(const std::string& text);

}  // namespace simulated_teensy
