#include <simulated_teensy/simulated_teensy.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace simulated_teensy {

namespace fw = diffbot_firmware;

namespace {
constexpr uint64_t kStepUs = 1000;
constexpr size_t kInboxLimit = 4096;  // what a USB stack holds for a board that does not read
constexpr size_t kHistoryLimit = 200;

// By bytes, because a NaN differs from itself.
bool sameBytes(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}
}  // namespace

// The board's pins, as the firmware sees them.
class SimulatedTeensy::BoardParts {
 public:
  explicit BoardParts(SimulatedTeensy* teensy)
      : clock(teensy),
        left_encoder(&teensy->left_),
        right_encoder(&teensy->right_),
        left_motor(&teensy->left_),
        right_motor(&teensy->right_) {}

  Board board() { return {clock, left_encoder, right_encoder, left_motor, right_motor}; }

 private:
  struct Clock : fw::Clock {
    explicit Clock(const SimulatedTeensy* owner) : teensy(owner) {}
    uint32_t micros() override {
      return static_cast<uint32_t>(teensy->time_us_ - teensy->booted_us_) +
             teensy->options_.clock_start_us;
    }
    const SimulatedTeensy* teensy;
  };
  struct Encoder : fw::Encoder {
    explicit Encoder(Side* owner) : side(owner) {}
    int32_t read() override { return side->encoder.read(side->wheel.ticks()); }
    Side* side;
  };
  struct Motor : fw::MotorDriver {
    explicit Motor(Side* owner) : side(owner) {}
    void drive(int16_t pwm) override { side->pwm = pwm; }
    Side* side;
  };

  Clock clock;
  Encoder left_encoder;
  Encoder right_encoder;
  Motor left_motor;
  Motor right_motor;
};

SimulatedTeensy::SimulatedTeensy(const TeensyOptions& options, Sink to_host, uint64_t now_us)
    : options_(options),
      sink_(std::move(to_host)),
      to_host_([this](const Bytes& bytes) { sink_(bytes); }),
      to_device_([this](const Bytes& bytes) {
        inbox_.insert(inbox_.end(), bytes.begin(), bytes.end());
        if (inbox_.size() > kInboxLimit) inbox_.resize(kInboxLimit);
      }),
      splitter_([this](Bytes unit) { to_device_.push(std::move(unit), time_us_); }),
      left_{WheelModel(options.motor), EncoderModel(), 0},
      right_{WheelModel(options.motor), EncoderModel(), 0},
      time_us_(now_us),
      booted_us_(now_us),
      listens_from_us_(now_us),
      stalled_until_us_(now_us),
      parts_(new BoardParts(this)) {
  boot(options_.firmware.reversed_order);
}

SimulatedTeensy::~SimulatedTeensy() = default;

// Nobody counts before the board is up.
void SimulatedTeensy::startEncoders() {
  left_.encoder.preset(left_.wheel.ticks(), 0);
  right_.encoder.preset(right_.wheel.ticks(), 0);
}

void SimulatedTeensy::boot(bool reversed_order) {
  startEncoders();
  FirmwareOptions options = options_.firmware;
  options.reversed_order = reversed_order;
  firmware_.reset(new DeviceFirmware(
      parts_->board(), options,
      {[this](Bytes frame) { to_host_.push(std::move(frame), time_us_); },
       [this](JointState* state) {
         const uint64_t uptime_us = time_us_ - booted_us_;
         return measurements_.apply(state, firmware_->session().hostTime(uptime_us), time_us_);
       }}));
}

void SimulatedTeensy::reboot(uint64_t boot_us, bool reversed_order) {
  ++reboots_;
  booted_us_ = time_us_;
  listens_from_us_ = time_us_ + boot_us;
  stalled_until_us_ = time_us_;
  inbox_.clear();
  left_.pwm = 0;
  right_.pwm = 0;
  recorded_commands_ = 0;
  boot(reversed_order);
}

void SimulatedTeensy::step(const Bytes& from_host, uint64_t now_us) {
  splitter_.push(from_host, time_us_);
  while (time_us_ < now_us) {
    const uint64_t dt_us = std::min(kStepUs, now_us - time_us_);
    time_us_ += dt_us;
    advance(dt_us);
    splitter_.flushStale(time_us_);
    to_device_.release(time_us_);
    to_host_.release(time_us_);
    if (time_us_ < listens_from_us_) {
      inbox_.clear();
      startEncoders();
      continue;
    }
    if (time_us_ < stalled_until_us_) continue;
    Bytes received;
    received.swap(inbox_);
    firmware_->spin(received, time_us_ - booted_us_);
    recordCommand();
  }
}

void SimulatedTeensy::advance(uint64_t dt_us) {
  const double dt = 1e-6 * static_cast<double>(dt_us);
  const double left_angle = left_.wheel.angle();
  const double right_angle = right_.wheel.angle();
  left_.wheel.advance(dt, left_.pwm);
  right_.wheel.advance(dt, right_.pwm);
  const double left_m = (left_.wheel.angle() - left_angle) * options_.wheel_radius;
  const double right_m = (right_.wheel.angle() - right_angle) * options_.wheel_radius;
  motion_.add(1e-6 * static_cast<double>(time_us_), left_.wheel.speed(), right_.wheel.speed(),
              0.5 * (left_m + right_m));
  if (knowsPose()) roll(&pose_, left_m, right_m, options_.wheel_separation);
}

void SimulatedTeensy::presetTicks(bool left, int32_t count, bool with_angle) {
  Side& one = side(left);
  fw::Wheel& wheel = left ? firmware_->base().left() : firmware_->base().right();
  const int32_t before = one.encoder.read(one.wheel.ticks());
  one.encoder.preset(one.wheel.ticks(), count);
  wheel.shiftCount(fw::tickDifference(count, before), with_angle ? count - wheel.ticks() : 0);
}

void SimulatedTeensy::setEncoderFault(bool left, EncoderModel::Fault fault) {
  Side& one = side(left);
  one.encoder.setFault(one.wheel.ticks(), fault);
}

void SimulatedTeensy::clearFaults() {
  to_host_.clear();
  to_device_.clear();
  measurements_.clear();
  for (const bool left : {true, false}) {
    setEncoderFault(left, EncoderModel::Fault::kNone);
    side(left).wheel.setBlocked(false);
  }
}

double SimulatedTeensy::uptime() const { return 1e-6 * static_cast<double>(time_us_ - booted_us_); }

void SimulatedTeensy::recordCommand() {
  const std::vector<float>& joint = firmware_->lastCommand();
  if (firmware_->commandsReceived() == recorded_commands_) return;
  recorded_commands_ = firmware_->commandsReceived();
  if (!history_.empty() && sameBytes(history_.back().joint, joint)) return;
  history_.push_back({1e-6 * static_cast<double>(time_us_), joint});
  if (history_.size() > kHistoryLimit) history_.pop_front();
}

}  // namespace simulated_teensy
