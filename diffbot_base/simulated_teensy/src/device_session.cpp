#include <simulated_teensy/device_session.h>

#include <utility>

namespace simulated_teensy {

constexpr size_t DeviceSession::kMaxSubscribers;
constexpr size_t DeviceSession::kBufferSize;
constexpr uint64_t DeviceSession::kSyncPeriodUs;
constexpr uint64_t DeviceSession::kLostUs;

namespace {
constexpr uint8_t kLogError = 3;
constexpr uint64_t kNsPerSec = 1000000000;
constexpr uint64_t kNsPerMs = 1000000;
}  // namespace

DeviceSession::DeviceSession(std::vector<Topic> publishers, std::vector<Topic> subscribers,
                             Handlers handlers)
    : publishers_(std::move(publishers)),
      subscribers_(std::move(subscribers)),
      handlers_(std::move(handlers)) {}

void DeviceSession::spin(const Bytes& received, uint64_t now_us) {
  if (connected_ && now_us - heard_us_ > kLostUs) {
    connected_ = false;
    ++counters_.lost_connections;
  }
  parser_.beginPass(now_us);
  for (const uint8_t byte : received) {
    const FrameParser::Event event = parser_.push(byte);
    if (event == FrameParser::Event::kFrame) dispatch(parser_.frame(), now_us);
    // Tells a host of another protocol version which one this end speaks.
    if (event == FrameParser::Event::kBadVersion && !connected_) requestTime(now_us);
  }
  if (connected_ && now_us - requested_us_ > kSyncPeriodUs) requestTime(now_us);
}

void DeviceSession::dispatch(const Frame& frame, uint64_t now_us) {
  switch (frame.id) {
    case kIdPublisher:
      announce(now_us);
      return;
    case kIdTime:
      acceptTime(frame.payload, now_us);
      return;
    case kIdParameterRequest: {
      ParamReply reply;
      if (!decode(frame.payload, &reply)) {
        ++counters_.malformed;
        return;
      }
      ++counters_.parameter_replies;
      handlers_.parameter(reply);
      return;
    }
    case kIdTxStop:
      ++counters_.tx_stops;
      connected_ = false;
      return;
    default:
      break;
  }
  if (frame.id < kFirstTopicId || frame.id - kFirstTopicId >= static_cast<int>(subscribers_.size()))
    ++counters_.unknown_ids;
  else if (!handlers_.message(static_cast<size_t>(frame.id - kFirstTopicId), frame.payload))
    ++counters_.malformed;
}

void DeviceSession::announce(uint64_t now_us) {
  ++counters_.topics_requests;
  requestTime(now_us);
  for (size_t i = 0; i < publishers_.size(); ++i)
    announceTopic(kIdPublisher, publisherId(i), publishers_[i]);
  for (size_t i = 0; i < subscribers_.size(); ++i)
    announceTopic(kIdSubscriber, subscriberId(i), subscribers_[i]);
  connected_ = true;
  heard_us_ = now_us;
}

void DeviceSession::announceTopic(uint16_t kind, uint16_t id, const Topic& topic) {
  TopicInfo info;
  info.topic_id = id;
  info.topic_name = topic.name;
  info.message_type = topic.type;
  info.md5sum = topic.md5;
  info.buffer_size = kBufferSize;
  send(kind, encode(info));
}

void DeviceSession::requestTime(uint64_t now_us) {
  ++counters_.time_requests;
  requested_us_ = now_us;
  send(kIdTime, encode(Time()));
}

void DeviceSession::acceptTime(const Bytes& payload, uint64_t now_us) {
  Time time;
  if (!decode(payload, &time)) {
    ++counters_.malformed;
    return;
  }
  ++counters_.time_replies;
  heard_us_ = now_us;
  synced_ms_ = now_us / 1000;
  host_ns_ = time.sec * kNsPerSec + time.nsec + (synced_ms_ - requested_us_ / 1000) * kNsPerMs;
}

Time DeviceSession::hostTime(uint64_t now_us) const {
  const uint64_t ns = host_ns_ + (now_us / 1000 - synced_ms_) * kNsPerMs;
  Time time;
  time.sec = static_cast<uint32_t>(ns / kNsPerSec);
  time.nsec = static_cast<uint32_t>(ns % kNsPerSec);
  return time;
}

bool DeviceSession::publish(size_t index, const Bytes& payload) {
  if (!connected_) {
    ++counters_.publish_unconnected;
    return false;
  }
  if (!send(publisherId(index), payload)) return false;
  ++counters_.messages_published;
  return true;
}

void DeviceSession::log(uint8_t level, const std::string& text) {
  ++counters_.logs_sent;
  send(kIdLog, encodeLog(level, text));
}

void DeviceSession::requestParameter(const std::string& name) {
  ++counters_.parameter_requests;
  send(kIdParameterRequest, encodeString(name));
}

bool DeviceSession::send(uint16_t id, const Bytes& payload) {
  if (payload.size() + kFrameOverhead > kBufferSize) {
    ++counters_.publish_too_large;
    if (id != kIdLog) log(kLogError, "message is larger than the output buffer: not sent");
    return false;
  }
  ++counters_.frames_sent;
  handlers_.send(encodeFrame(id, payload));
  return true;
}

Topic* DeviceSession::find(const std::string& topic) {
  for (Topic& candidate : publishers_)
    if (candidate.name == topic) return &candidate;
  for (Topic& candidate : subscribers_)
    if (candidate.name == topic) return &candidate;
  return nullptr;
}

bool DeviceSession::setMd5(const std::string& topic, const std::string& md5) {
  Topic* found = find(topic);
  if (found != nullptr) found->md5 = md5;
  return found != nullptr;
}

bool DeviceSession::setType(const std::string& topic, const std::string& type) {
  Topic* found = find(topic);
  if (found != nullptr) found->type = type;
  return found != nullptr;
}

uint16_t DeviceSession::publisherId(size_t index) const {
  return static_cast<uint16_t>(kFirstTopicId + kMaxSubscribers + index);
}

uint16_t DeviceSession::subscriberId(size_t index) const {
  return static_cast<uint16_t>(kFirstTopicId + index);
}

}  // namespace simulated_teensy
