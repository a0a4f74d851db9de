// The simulated Teensy as a program: a pseudo-terminal, the real time, control lines, counters.

#include <poll.h>
#include <signal.h>
#include <simulated_teensy/command_line.h>
#include <simulated_teensy/control.h>
#include <simulated_teensy/control_server.h>
#include <simulated_teensy/port.h>
#include <simulated_teensy/simulated_teensy.h>
#include <simulated_teensy/status_json.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

using namespace simulated_teensy;

constexpr uint64_t kCountersPeriodUs = 500000;
constexpr int kPassMs = 2;  // longest wait; bytes from the host end it

volatile sig_atomic_t stop_requested = 0;
void requestStop(int) { stop_requested = 1; }

// The clock that Python calls time.monotonic(), so that a test can compare times.
uint64_t nowUs() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

std::string readFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Renamed into place: whoever reads it finds a whole object.
void writeFile(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".new";
  {
    std::ofstream file(temporary);
    file << text << '\n';
    if (!file) throw std::runtime_error("cannot write " + temporary);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0)
    throw std::runtime_error("cannot write " + path);
}

int run(const CommandLine& line) {
  std::vector<ScriptEntry> script;
  if (!line.script.empty()) script = parseScript(readFile(line.script));

  PtyPort port(line.link);
  const uint64_t started_us = nowUs();
  SimulatedTeensy teensy(
      line.teensy, [&port](const Bytes& bytes) { port.write(bytes); }, started_us);
  if (line.has_start_ticks) {
    teensy.presetTicks(true, line.start_ticks, true);
    teensy.presetTicks(false, line.start_ticks, true);
  }
  Control control(&teensy, &port);
  ControlServer server([&control](const std::string& text) { return control.execute(text); },
                       [&]() { return statusJson(teensy, port); });
  if (!line.control.empty()) server.listen(line.control);
  if (line.standard_input) server.useStandardInput();
  port.plug();
  std::fprintf(stderr, "simulated Teensy on %s\n", line.link.c_str());

  size_t next_entry = 0;
  uint64_t counters_due_us = started_us;
  while (stop_requested == 0 && !control.quitRequested()) {
    const uint64_t now_us = nowUs();
    teensy.step(port.read(now_us), now_us);
    for (; next_entry < script.size() && script[next_entry].at_us <= now_us - started_us;
         ++next_entry) {
      const std::string& command = script[next_entry].command;
      const std::string answer = control.execute(command);
      std::fprintf(stderr, "script: %s -> %s\n", command.c_str(), answer.c_str());
    }
    server.serve(now_us);
    if (!line.counters.empty() && now_us >= counters_due_us) {
      counters_due_us = now_us + kCountersPeriodUs;
      writeFile(line.counters, statusJson(teensy, port));
    }
    std::vector<struct pollfd> entries = {{port.pollable(), POLLIN, 0}};
    server.addTo(&entries);
    ::poll(entries.data(), entries.size(), kPassMs);
  }
  if (!line.counters.empty()) writeFile(line.counters, statusJson(teensy, port));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const CommandLine line = parseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
    if (line.help) {
      std::fputs(kUsage, stdout);
      return 0;
    }
    ::signal(SIGINT, requestStop);
    ::signal(SIGTERM, requestStop);
    ::signal(SIGPIPE, SIG_IGN);
    return run(line);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulated_teensy: %s\n", error.what());
    return 1;
  }
}
