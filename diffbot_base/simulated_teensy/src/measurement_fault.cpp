#include <simulated_teensy/measurement_fault.h>

#include <algorithm>
#include <limits>
#include <map>

namespace simulated_teensy {

namespace {

template <class Change>
void changeValues(const MeasurementFaultRule& rule, JointState* state, Change change) {
  for (std::vector<double>* values : {&state->position, &state->velocity}) {
    if (values == &state->position ? !rule.position : !rule.velocity) continue;
    for (size_t i = 0; i < values->size(); ++i) {
      if (i == 0 ? rule.left : rule.right) (*values)[i] = change((*values)[i]);
    }
  }
}

void setValues(const MeasurementFaultRule& rule, JointState* state, double value) {
  changeValues(rule, state, [value](double) { return value; });
}

Time shifted(const Time& time, double seconds) {
  const double sum = time.sec + 1e-9 * time.nsec + seconds;
  Time result;
  if (sum <= 0.0) return result;
  result.sec = static_cast<uint32_t>(sum);
  result.nsec = static_cast<uint32_t>((sum - result.sec) * 1e9);
  return result;
}

}  // namespace

const MeasurementFault* measurementFaultByName(const std::string& name) {
  static const std::map<std::string, MeasurementFault> names = {
      {"nan", MeasurementFault::kNan},           {"inf", MeasurementFault::kInf},
      {"-inf", MeasurementFault::kNegativeInf},  {"huge", MeasurementFault::kHuge},
      {"elements", MeasurementFault::kElements}, {"reversed", MeasurementFault::kReversed},
      {"frozen", MeasurementFault::kFrozen},     {"offset", MeasurementFault::kOffset},
      {"stamp", MeasurementFault::kStamp},       {"mute", MeasurementFault::kMute},
  };
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

void MeasurementFaults::add(const MeasurementFaultRule& rule, uint64_t now_us) {
  rules_.push_back(Active{rule, now_us, JointState(), false});
}

bool MeasurementFaults::apply(JointState* state, const Time& host_time, uint64_t now_us) {
  const auto finished = [now_us](const Active& active) {
    const MeasurementFaultRule& rule = active.rule;
    return rule.count == 0 || (rule.for_us != 0 && now_us - active.added_us > rule.for_us);
  };
  rules_.erase(std::remove_if(rules_.begin(), rules_.end(), finished), rules_.end());

  bool send = true;
  for (Active& active : rules_) {
    MeasurementFaultRule& rule = active.rule;
    if (rule.count > 0) --rule.count;
    ++hits_;
    switch (rule.fault) {
      case MeasurementFault::kNan:
        setValues(rule, state, std::numeric_limits<double>::quiet_NaN());
        break;
      case MeasurementFault::kInf:
        setValues(rule, state, std::numeric_limits<double>::infinity());
        break;
      case MeasurementFault::kNegativeInf:
        setValues(rule, state, -std::numeric_limits<double>::infinity());
        break;
      case MeasurementFault::kHuge:
        setValues(rule, state, 1e308);
        break;
      case MeasurementFault::kElements:
        if (rule.position) state->position.resize(static_cast<size_t>(rule.value));
        if (rule.velocity) state->velocity.resize(static_cast<size_t>(rule.value));
        break;
      case MeasurementFault::kReversed:
        std::reverse(state->position.begin(), state->position.end());
        std::reverse(state->velocity.begin(), state->velocity.end());
        break;
      case MeasurementFault::kFrozen:
        if (!active.has_frozen) active.frozen = *state;
        active.has_frozen = true;
        *state = active.frozen;
        break;
      case MeasurementFault::kOffset:
        changeValues(rule, state, [&rule](double value) { return value + rule.value; });
        break;
      case MeasurementFault::kStamp:
        state->header.stamp = shifted(host_time, rule.value);
        break;
      case MeasurementFault::kMute:
        send = false;
        break;
    }
  }
  return send;
}

}  // namespace simulated_teensy
