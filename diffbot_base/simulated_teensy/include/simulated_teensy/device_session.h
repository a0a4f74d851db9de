#pragma once

#include <simulated_teensy/frame_parser.h>
#include <simulated_teensy/messages.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulated_teensy {

struct Topic {
  std::string name;
  std::string type;
  std::string md5;
};

struct SessionCounters {
  uint64_t frames_sent = 0;
  uint64_t messages_published = 0;
  uint64_t publish_unconnected = 0;  // silently not sent
  uint64_t publish_too_large = 0;    // an error was logged instead
  uint64_t logs_sent = 0;
  uint64_t topics_requests = 0;
  uint64_t time_requests = 0;
  uint64_t time_replies = 0;
  uint64_t parameter_requests = 0;
  uint64_t parameter_replies = 0;
  uint64_t tx_stops = 0;
  uint64_t lost_connections = 0;  // 11 s without a word from the host
  uint64_t unknown_ids = 0;
  uint64_t malformed = 0;  // good checksum, but no message of its type
};

// The device's end of the protocol as the Arduino client library speaks it: announces its topics
// when asked, keeps a clock in step with the host, dispatches frames. Two of the library's holes
// are closed, and what falls in is counted: ids beyond the subscribers, payloads beyond the buffer.
// Knows nothing of wheels, of ports or of the real time; `now_us` is the device's own clock.
class DeviceSession {
 public:
  static constexpr size_t kMaxSubscribers = 25;  // so publisher ids start at 125
  static constexpr size_t kBufferSize = 512;     // each way
  static constexpr uint64_t kSyncPeriodUs = 2500000;
  static constexpr uint64_t kLostUs = 11000000;

  struct Handlers {
    std::function<void(Bytes frame)> send;
    // Index as in `subscribers`. False: the payload was no message of this topic's type.
    std::function<bool(size_t subscriber, const Bytes& payload)> message;
    std::function<void(const ParamReply& reply)> parameter;
  };

  DeviceSession(std::vector<Topic> publishers, std::vector<Topic> subscribers, Handlers handlers);

  // One pass of the library's spinOnce: takes what has arrived (or nothing) and keeps the timers.
  void spin(const Bytes& received, uint64_t now_us);

  // Sends a message of publisher `index`; false when unconnected or too large.
  bool publish(size_t index, const Bytes& payload);

  // Goes out whether connected or not.
  void log(uint8_t level, const std::string& text);

  void requestParameter(const std::string& name);

  // What the next announcement says of a topic; false when there is no such topic.
  bool setMd5(const std::string& topic, const std::string& md5);
  bool setType(const std::string& topic, const std::string& type);

  bool connected() const { return connected_; }
  // Host time as far as the device knows it; steps with each reply, in milliseconds.
  Time hostTime(uint64_t now_us) const;

  uint16_t publisherId(size_t index) const;
  uint16_t subscriberId(size_t index) const;
  const ParserCounters& received() const { return parser_.counters(); }
  const SessionCounters& counters() const { return counters_; }

 private:
  void dispatch(const Frame& frame, uint64_t now_us);
  void announce(uint64_t now_us);
  void announceTopic(uint16_t kind, uint16_t id, const Topic& topic);
  void requestTime(uint64_t now_us);
  void acceptTime(const Bytes& payload, uint64_t now_us);
  bool send(uint16_t id, const Bytes& payload);
  Topic* find(const std::string& topic);

  std::vector<Topic> publishers_;
  std::vector<Topic> subscribers_;
  Handlers handlers_;
  FrameParser parser_{kBufferSize};
  SessionCounters counters_;
  bool connected_ = false;
  uint64_t heard_us_ = 0;      // last TIME reply or topics request
  uint64_t requested_us_ = 0;  // last TIME request
  uint64_t host_ns_ = 0;       // host time at synced_ms_
  uint64_t synced_ms_ = 0;
};

}  // namespace simulated_teensy
