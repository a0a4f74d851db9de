#include <simulated_teensy/command_line.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>

namespace simulated_teensy {

const char kUsage[] =
    "simulated_teensy --link PATH [options]: the robot's micro controller on a pseudo-terminal\n"
    "  --link PATH              symbolic link to the terminal; what the host opens\n"
    "  --control PATH           Unix socket for control lines (try the line: help)\n"
    "  --stdin                  control lines from standard input, answers to standard output\n"
    "  --faults FILE            script: SECONDS COMMAND per line, from the start on\n"
    "  --counters FILE          JSON, rewritten every 0.5 s and at the end\n"
    "  --wheel-radius M         with --wheel-separation: the true pose is kept\n"
    "  --wheel-separation M\n"
    "  --start-ticks N          both encoders, with the angle of that many ticks\n"
    "  --clock-start US         microsecond clock of the board at power-on (it wraps at 2^32)\n"
    "  --control-rate HZ        of the wheel controllers and the joint states (20)\n"
    "  --no-parameters          does not ask the host for parameters\n"
    "  --publish-ticks          sends encoder_ticks too\n"
    "  --reversed-order         registers its topics the other way round: other ids\n"
    "  --no-load-speed RAD_S    of the motors (20)\n"
    "  --time-constant S        of the motors (0.06)\n"
    "  --friction RAD_S         speed that dry friction costs (0.75)\n";

namespace {

double number(const std::string& name, const std::string& text, double low, double high) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= low && value <= high))
    throw std::runtime_error(name + " wants a number from " + std::to_string(low) + " to " +
                             std::to_string(high) + ", not '" + text + "'");
  return value;
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine line;
  MotorParameters& motor = line.teensy.motor;
  FirmwareOptions& firmware = line.teensy.firmware;
  const auto real = [](const char* name, double* value, double low, double high) {
    return [=](const std::string& text) { *value = number(name, text, low, high); };
  };
  const auto text = [](std::string* value) {
    return [value](const std::string& given) { *value = given; };
  };
  const std::map<std::string, std::function<void(const std::string&)>> with_value = {
      {"--link", text(&line.link)},
      {"--control", text(&line.control)},
      {"--faults", text(&line.script)},
      {"--counters", text(&line.counters)},
      {"--wheel-radius", real("--wheel-radius", &line.teensy.wheel_radius, 1e-3, 1.0)},
      {"--wheel-separation", real("--wheel-separation", &line.teensy.wheel_separation, 1e-3, 5.0)},
      {"--no-load-speed", real("--no-load-speed", &motor.no_load_speed, 0.1, 1000.0)},
      {"--time-constant", real("--time-constant", &motor.time_constant, 1e-3, 10.0)},
      {"--friction", real("--friction", &motor.friction, 0.0, 1000.0)},
      {"--control-rate",
       [&](const std::string& given) {
         firmware.config.control_rate_hz =
             static_cast<float>(number("--control-rate", given, 1.0, 500.0));
       }},
      {"--start-ticks",
       [&](const std::string& given) {
         line.has_start_ticks = true;
         line.start_ticks =
             static_cast<int32_t>(number("--start-ticks", given, -2147483648.0, 2147483647.0));
       }},
      {"--clock-start",
       [&](const std::string& given) {
         line.teensy.clock_start_us =
             static_cast<uint32_t>(number("--clock-start", given, 0.0, 4294967295.0));
       }},
  };
  const std::map<std::string, bool*> switches = {{"--stdin", &line.standard_input},
                                                 {"--publish-ticks", &firmware.publish_ticks},
                                                 {"--reversed-order", &firmware.reversed_order},
                                                 {"--help", &line.help},
                                                 {"-h", &line.help}};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name.find(":=") != std::string::npos) continue;
    if (switches.count(name) != 0) {
      *switches.at(name) = true;
      continue;
    }
    if (name == "--no-parameters") {
      firmware.ask_parameters = false;
      continue;
    }
    if (with_value.count(name) == 0) throw std::runtime_error("no such argument: " + name);
    if (++i == arguments.size()) throw std::runtime_error(name + " wants a value");
    with_value.at(name)(arguments[i]);
  }
  if (line.help) return line;
  if (line.link.empty()) throw std::runtime_error("--link is missing");
  if ((line.teensy.wheel_radius > 0) != (line.teensy.wheel_separation > 0))
    throw std::runtime_error("--wheel-radius and --wheel-separation go together");
  return line;
}

}  // namespace simulated_teensy
