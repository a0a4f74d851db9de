#include <simulated_teensy/json_writer.h>
#include <simulated_teensy/status_json.h>

namespace simulated_teensy {

namespace fw = diffbot_firmware;

namespace {

void addPort(JsonWriter* json, const Port& port) {
  const PortCounters& counters = port.counters();
  json->beginObject("port");
  json->add("plugged", port.plugged());
  json->add("host_open", port.hostOpen());
  json->add("plugs", counters.plugs);
  json->add("host_opens", counters.host_opens);
  json->add("bytes_to_host", counters.bytes_to_host);
  json->add("bytes_from_host", counters.bytes_from_host);
  json->add("bytes_lost", counters.bytes_lost);
  json->add("peak_bytes_per_s_to_host", counters.peak_bytes_to_host);
  json->add("peak_bytes_per_s_from_host", counters.peak_bytes_from_host);
  json->endObject();
}

void addFromHost(JsonWriter* json, const DeviceSession& session) {
  const ParserCounters& received = session.received();
  json->beginObject("from_host");
  json->add("frames_good", received.good);
  json->add("frames_bad", received.bad());
  json->add("bad_version", received.bad_version);
  json->add("bad_length", received.bad_length);
  json->add("oversize", received.oversize);
  json->add("bad_data", received.bad_data);
  json->add("timeouts", received.timeouts);
  json->add("skipped_bytes", received.skipped_bytes);
  json->add("resyncs", received.resyncs);
  json->add("unknown_ids", session.counters().unknown_ids);
  json->add("malformed", session.counters().malformed);
  json->endObject();
}

void addSession(JsonWriter* json, const DeviceSession& session) {
  const SessionCounters& counters = session.counters();
  json->beginObject("to_host");
  json->add("frames", counters.frames_sent);
  json->add("messages", counters.messages_published);
  json->add("logs", counters.logs_sent);
  json->add("not_connected", counters.publish_unconnected);
  json->add("too_large", counters.publish_too_large);
  json->endObject();
  json->beginObject("session");
  json->add("connected", session.connected());
  json->add("topics_requests", counters.topics_requests);
  json->add("time_requests", counters.time_requests);
  json->add("time_replies", counters.time_replies);
  json->add("parameter_requests", counters.parameter_requests);
  json->add("parameter_replies", counters.parameter_replies);
  json->add("tx_stops", counters.tx_stops);
  json->add("lost_connections", counters.lost_connections);
  json->endObject();
}

void addFirmware(JsonWriter* json, const DeviceFirmware& firmware) {
  const fw::BaseController& base = firmware.base();
  const fw::Counters& counters = base.counters();
  json->beginObject("commands");
  json->add("received", firmware.commandsReceived());
  json->add("accepted", uint64_t{counters.commands_accepted});
  json->add("wrong_count", uint64_t{counters.commands_wrong_count});
  json->add("not_finite", uint64_t{counters.commands_not_finite});
  json->add("while_stalled", uint64_t{counters.commands_while_stalled});
  json->add("not_connected", firmware.ignoredUnconnected());
  json->add("pid_rejected", uint64_t{counters.pid_rejected});
  json->add("resets", firmware.resets());
  json->add("expired", base.commandExpired());
  json->endObject();
  json->add("watchdog_stops", uint64_t{counters.watchdog_stops});
  json->add("stall_stops", uint64_t{counters.stall_stops});
  json->add("control_steps", uint64_t{counters.control_steps});
}

void addGains(JsonWriter* json, const fw::PidGains& gains) {
  json->beginArray("pid");
  json->item(static_cast<double>(gains.kp));
  json->item(static_cast<double>(gains.ki));
  json->item(static_cast<double>(gains.kd));
  json->endArray();
}

void addWheel(JsonWriter* json, const char* name, const SimulatedTeensy::Side& side,
              const fw::Wheel& wheel) {
  json->beginObject(name);
  json->add("command", static_cast<double>(wheel.setpoint()));
  json->add("speed", side.wheel.speed());
  json->add("angle", side.wheel.angle());
  json->add("measured_speed", static_cast<double>(wheel.speed()));
  json->add("measured_angle", static_cast<double>(wheel.angle()));
  json->add("ticks", wheel.ticks());
  json->add("raw_count", int64_t{side.encoder.count()});
  json->add("pwm", int64_t{side.pwm});
  json->add("stalled", wheel.stalled());
  addGains(json, wheel.pid().gains());
  json->endObject();
}

void addMotion(JsonWriter* json, const SimulatedTeensy& teensy) {
  if (teensy.knowsPose()) {
    json->beginObject("pose");
    json->add("x", teensy.pose().x);
    json->add("y", teensy.pose().y);
    json->add("yaw", teensy.pose().yaw);
    json->endObject();
  } else {
    json->addNull("pose");
  }
  const MotionRecord& record = teensy.motion();
  if (record.restSince() < 0.0)
    json->addNull("rest_since");
  else
    json->add("rest_since", record.restSince());
  json->beginObject("since_mark");
  json->add("time", record.markedAt());
  json->add("distance", record.distance());
  json->add("peak_wheel_speed", record.peakWheelSpeed());
  json->endObject();
}

void addFaults(JsonWriter* json, const SimulatedTeensy& teensy) {
  json->beginObject("faults");
  json->add("to_host_hits", teensy.toHost().hits());
  json->add("to_device_hits", teensy.toDevice().hits());
  json->add("measurement_hits", teensy.measurements().hits());
  json->add("active",
            static_cast<uint64_t>(teensy.toHost().activeRules() + teensy.toDevice().activeRules() +
                                  teensy.measurements().activeRules()));
  json->endObject();
}

}  // namespace

std::string statusJson(const SimulatedTeensy& teensy, const Port& port) {
  const DeviceFirmware& firmware = teensy.firmware();
  JsonWriter json;
  json.add("ok", true);
  json.add("time", 1e-6 * static_cast<double>(teensy.timeUs()));
  json.add("uptime", teensy.uptime());
  json.add("reboots", teensy.reboots());
  addPort(&json, port);
  addFromHost(&json, firmware.session());
  addSession(&json, firmware.session());
  addFirmware(&json, firmware);
  json.beginObject("wheels");
  addWheel(&json, "left", teensy.left(), firmware.base().left());
  addWheel(&json, "right", teensy.right(), firmware.base().right());
  json.endObject();
  addMotion(&json, teensy);
  addFaults(&json, teensy);
  return json.finish();
}

std::string historyJson(const SimulatedTeensy& teensy) {
  JsonWriter json;
  json.add("ok", true);
  json.beginArray("history");
  for (const SimulatedTeensy::CommandRecord& record : teensy.commandHistory()) {
    json.beginItem();
    json.item(record.time_s);
    for (const float speed : record.joint) json.item(static_cast<double>(speed));
    json.endItem();
  }
  json.endArray();
  return json.finish();
}

}  // namespace simulated_teensy
