#include <simulated_teensy/control.h>
#include <simulated_teensy/json_writer.h>
#include <simulated_teensy/status_json.h>

#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

namespace simulated_teensy {

namespace {

const char kHelp[] =
    "fault to_host|to_device drop|flip|insert|swap|truncate|duplicate|lose|delay|version|oversize|"
    "unknown_id|double_sync|garbage|garbage_short|junk|scramble [id=N] [after=N] [count=N|forever] "
    "[p=0..1] "
    "[seed=N] [for=MS] [at=BYTE] [bit=N] [value=N] [bytes=N] [ms=N]; "
    "silence to_host|to_device|both [MS]; "
    "measure nan|inf|-inf|huge|elements|reversed|frozen|offset|stamp|mute [value=X] [count=N] "
    "[for=MS] [field=position|velocity] [wheel=left|right]; "
    "clear; reboot [boot=MS] [order=reversed]; stall MS; unplug; plug; "
    "ticks left|right|both COUNT [angle=keep|set]; encoder left|right|both ok|frozen|reversed; "
    "wheel left|right|both free|blocked; announce TOPIC [md5=SUM] [type=TYPE]; "
    "counters; history; mark; help; quit";

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }

double number(const std::string& text, double low, double high) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= low && value <= high))
    refuse("not a number in range: '" + text + "'");
  return value;
}

const std::string& word(const ControlLine& line, size_t index, const char* what) {
  if (index >= line.words.size()) refuse(std::string("missing: ") + what);
  return line.words[index];
}

// A typo must not pass for a default.
void allow(const ControlLine& line, size_t words, const std::set<std::string>& options) {
  if (line.words.size() > words) refuse("not expected: '" + line.words[words] + "'");
  for (const auto& option : line.options)
    if (options.count(option.first) == 0) refuse("no such option: '" + option.first + "'");
}

class Options {
 public:
  explicit Options(const ControlLine& line) : line_(line) {}

  bool has(const char* name) const { return line_.options.count(name) != 0; }
  std::string text(const char* name, const char* fallback) const {
    return has(name) ? line_.options.at(name) : fallback;
  }
  double real(const char* name, double fallback, double low, double high) const {
    return has(name) ? number(line_.options.at(name), low, high) : fallback;
  }
  int64_t integer(const char* name, int64_t fallback, double low = 0.0, double high = 1e9) const {
    return static_cast<int64_t>(real(name, static_cast<double>(fallback), low, high));
  }
  uint64_t microseconds(const char* name, uint64_t fallback) const {
    return static_cast<uint64_t>(integer(name, static_cast<int64_t>(fallback / 1000))) * 1000;
  }
  int64_t count(int64_t fallback) const {
    return text("count", "") == "forever" ? -1 : integer("count", fallback);
  }

 private:
  const ControlLine& line_;
};

// Which of (left, right) a word means.
std::vector<bool> sides(const std::string& text) {
  if (text == "left") return {true};
  if (text == "right") return {false};
  if (text == "both") return {true, false};
  refuse("not left, right or both: '" + text + "'");
}

}  // namespace

std::string Control::execute(const std::string& text) {
  static const std::map<std::string, Handler> handlers = {
      {"fault", &Control::fault},     {"silence", &Control::silence},
      {"measure", &Control::measure}, {"clear", &Control::clear},
      {"reboot", &Control::reboot},   {"stall", &Control::stall},
      {"plug", &Control::plug},       {"unplug", &Control::unplug},
      {"ticks", &Control::ticks},     {"encoder", &Control::encoder},
      {"wheel", &Control::wheel},     {"announce", &Control::announce},
      {"mark", &Control::mark},       {"quit", &Control::quit}};
  JsonWriter json;
  try {
    const ControlLine line = splitLine(text);
    const std::string& name = word(line, 0, "a command; try help");
    if (name == "counters") return statusJson(*teensy_, *port_);
    if (name == "history") return historyJson(*teensy_);
    if (name == "help") {
      json.add("ok", true);
      json.add("help", kHelp);
      return json.finish();
    }
    const auto handler = handlers.find(name);
    if (handler == handlers.end()) refuse("no such command: '" + name + "'; try help");
    (this->*handler->second)(line);
    json.add("ok", true);
    json.add("time", 1e-6 * static_cast<double>(teensy_->timeUs()));
  } catch (const std::runtime_error& error) {
    json = JsonWriter();
    json.add("ok", false);
    json.add("error", error.what());
  }
  return json.finish();
}

void Control::fault(const ControlLine& line) {
  allow(line, 3, {"id", "after", "count", "p", "seed", "for", "at", "bit", "value", "bytes", "ms"});
  const std::string& direction = word(line, 1, "to_host or to_device");
  if (direction != "to_host" && direction != "to_device")
    refuse("not to_host or to_device: '" + direction + "'");
  const ByteFault* const fault = byteFaultByName(word(line, 2, "a fault"));
  if (fault == nullptr) refuse("no such fault: '" + line.words[2] + "'");
  const Options options(line);
  ByteFaultRule rule;
  rule.fault = *fault;
  rule.id = static_cast<int>(options.integer("id", rule.id, 0, 65535));
  rule.after = static_cast<uint64_t>(options.integer("after", 0));
  rule.probability = options.real("p", 1.0, 0.0, 1.0);
  // With a probability or an end in time, the natural number of hits is "as many as there are".
  rule.count = options.count(options.has("p") || options.has("for") ? -1 : 1);
  rule.seed = static_cast<uint32_t>(options.integer("seed", rule.seed, 0, 4294967295.0));
  rule.for_us = options.microseconds("for", 0);
  rule.at = static_cast<int>(options.integer("at", rule.at));
  rule.bit = static_cast<int>(options.integer("bit", rule.bit, 0, 7));
  rule.value = static_cast<int>(options.integer("value", rule.value, 0, 65535));
  rule.bytes = static_cast<int>(options.integer("bytes", rule.bytes, 0, 65535));
  rule.delay_us = options.microseconds("ms", rule.delay_us);
  (direction == "to_host" ? teensy_->toHost() : teensy_->toDevice()).add(rule, teensy_->timeUs());
}

void Control::silence(const ControlLine& line) {
  allow(line, 3, {});
  const std::string& direction = word(line, 1, "to_host, to_device or both");
  ByteFaultRule rule;
  rule.fault = ByteFault::kLose;
  rule.count = -1;
  if (line.words.size() > 2)
    rule.for_us = static_cast<uint64_t>(number(line.words[2], 1, 1e9)) * 1000;
  const bool both = direction == "both";
  if (!both && direction != "to_host" && direction != "to_device")
    refuse("not to_host, to_device or both: '" + direction + "'");
  if (both || direction == "to_host") teensy_->toHost().add(rule, teensy_->timeUs());
  if (both || direction == "to_device") teensy_->toDevice().add(rule, teensy_->timeUs());
}

void Control::measure(const ControlLine& line) {
  allow(line, 2, {"value", "count", "for", "field", "wheel"});
  const MeasurementFault* const fault = measurementFaultByName(word(line, 1, "a fault"));
  if (fault == nullptr) refuse("no such measurement fault: '" + line.words[1] + "'");
  const Options options(line);
  MeasurementFaultRule rule;
  rule.fault = *fault;
  const bool elements = *fault == MeasurementFault::kElements;
  if (!options.has("value") &&
      (elements || *fault == MeasurementFault::kOffset || *fault == MeasurementFault::kStamp))
    refuse("missing: value=");
  rule.value = elements ? options.real("value", 0, 0, 50) : options.real("value", 0, -1e308, 1e308);
  rule.count = options.count(-1);
  rule.for_us = options.microseconds("for", 0);
  const std::string field = options.text("field", "both");
  if (field != "both" && field != "position" && field != "velocity")
    refuse("not position or velocity: '" + field + "'");
  rule.position = field != "velocity";
  rule.velocity = field != "position";
  const std::vector<bool> wheels = sides(options.text("wheel", "both"));
  rule.left = wheels.size() == 2 || wheels[0];
  rule.right = wheels.size() == 2 || !wheels[0];
  teensy_->measurements().add(rule, teensy_->timeUs());
}

void Control::clear(const ControlLine& line) {
  allow(line, 1, {});
  teensy_->clearFaults();
}

void Control::reboot(const ControlLine& line) {
  allow(line, 1, {"boot", "order"});
  const Options options(line);
  const std::string order = options.text("order", "normal");
  if (order != "normal" && order != "reversed") refuse("not normal or reversed: '" + order + "'");
  teensy_->reboot(options.microseconds("boot", 300000), order == "reversed");
}

void Control::stall(const ControlLine& line) {
  allow(line, 2, {});
  const double ms = number(word(line, 1, "milliseconds"), 1, 1e6);
  teensy_->stall(static_cast<uint64_t>(ms) * 1000);
}

void Control::plug(const ControlLine& line) {
  allow(line, 1, {});
  port_->plug();
}

void Control::unplug(const ControlLine& line) {
  allow(line, 1, {});
  port_->unplug();
}

void Control::ticks(const ControlLine& line) {
  allow(line, 3, {"angle"});
  const std::vector<bool> which = sides(word(line, 1, "left, right or both"));
  const double count = number(word(line, 2, "a count"), -2147483648.0, 2147483647.0);
  const std::string angle = Options(line).text("angle", "keep");
  if (angle != "keep" && angle != "set") refuse("not keep or set: '" + angle + "'");
  for (const bool left : which)
    teensy_->presetTicks(left, static_cast<int32_t>(count), angle == "set");
}

void Control::encoder(const ControlLine& line) {
  allow(line, 3, {});
  static const std::map<std::string, EncoderModel::Fault> faults = {
      {"ok", EncoderModel::Fault::kNone},
      {"frozen", EncoderModel::Fault::kFrozen},
      {"reversed", EncoderModel::Fault::kReversed}};
  const std::vector<bool> which = sides(word(line, 1, "left, right or both"));
  const auto fault = faults.find(word(line, 2, "ok, frozen or reversed"));
  if (fault == faults.end()) refuse("not ok, frozen or reversed: '" + line.words[2] + "'");
  for (const bool left : which) teensy_->setEncoderFault(left, fault->second);
}

void Control::wheel(const ControlLine& line) {
  allow(line, 3, {});
  const std::vector<bool> which = sides(word(line, 1, "left, right or both"));
  const std::string& state = word(line, 2, "free or blocked");
  if (state != "free" && state != "blocked") refuse("not free or blocked: '" + state + "'");
  for (const bool left : which)
    (left ? teensy_->left() : teensy_->right()).wheel.setBlocked(state == "blocked");
}

void Control::announce(const ControlLine& line) {
  allow(line, 2, {"md5", "type"});
  const std::string& topic = word(line, 1, "a topic");
  const Options options(line);
  if (!options.has("md5") && !options.has("type")) refuse("missing: md5= or type=");
  DeviceSession& session = teensy_->firmware().session();
  bool known = true;
  if (options.has("md5")) known = session.setMd5(topic, options.text("md5", ""));
  if (options.has("type")) known = session.setType(topic, options.text("type", "")) && known;
  if (!known) refuse("no such topic: '" + topic + "'");
}

void Control::mark(const ControlLine& line) {
  allow(line, 1, {});
  teensy_->markMotion();
}

void Control::quit(const ControlLine& line) {
  allow(line, 1, {});
  quit_ = true;
}

}  // namespace simulated_teensy
