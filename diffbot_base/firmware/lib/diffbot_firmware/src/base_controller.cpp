#include <diffbot_firmware/base_controller.h>

namespace diffbot_firmware {

namespace {
uint32_t microseconds(float seconds) { return static_cast<uint32_t>(seconds * 1e6f + 0.5f); }
}  // namespace

BaseController::BaseController(Clock& clock, Encoder& left_encoder, Encoder& right_encoder,
                               MotorDriver& left_motor, MotorDriver& right_motor,
                               const Config& config)
    : clock_(clock),
      config_(config),
      left_(left_encoder, left_motor, config_),
      right_(right_encoder, right_motor, config_),
      watchdog_(microseconds(config.command_timeout_s)),
      gate_(microseconds(1.0f / config.control_rate_hz)) {}

void BaseController::begin() {
  stop();
  left_.start();
  right_.start();
  gate_.start(clock_.micros());
}

bool BaseController::spinOnce() {
  const uint32_t now = clock_.micros();
  if (watchdog_.expired(now) && !expired_) {
    expired_ = true;
    ++counters_.watchdog_stops;
    stop();
  }
  if (!gate_.due(now)) return false;
  const float dt = static_cast<float>(gate_.elapsed()) * 1e-6f;
  const bool was_stalled = stalled();
  left_.measure(dt);
  right_.measure(dt);
  if (!stalled()) {
    left_.control(dt);
    right_.control(dt);
  } else if (!was_stalled) {
    ++counters_.stall_stops;
    stop();  // and no braking: with an encoder that counts backwards it would be a push
  }
  ++counters_.control_steps;
  return true;
}

CommandVerdict BaseController::command(const float* joint, size_t count) {
  WheelSpeeds speeds = {0.0f, 0.0f};
  const CommandVerdict verdict = readCommand(joint, count, config_.max_wheel_speed, &speeds);
  switch (verdict) {
    case CommandVerdict::kWrongCount:
      ++counters_.commands_wrong_count;
      return verdict;
    case CommandVerdict::kNotFinite:
      ++counters_.commands_not_finite;
      return verdict;
    case CommandVerdict::kAccepted:
      break;
  }
  ++counters_.commands_accepted;
  watchdog_.feed(clock_.micros());
  expired_ = false;
  if (stalled()) {
    if (speeds.left != 0.0f || speeds.right != 0.0f) {
      ++counters_.commands_while_stalled;
      return verdict;
    }
    left_.clearStall();
    right_.clearStall();
  }
  left_.setSetpoint(speeds.left);
  right_.setSetpoint(speeds.right);
  return verdict;
}

void BaseController::resetAngles() {
  left_.zeroAngle();
  right_.zeroAngle();
}

bool BaseController::setTicksPerTurn(int32_t ticks_per_turn) {
  if (ticks_per_turn <= 0) return false;
  config_.ticks_per_turn = ticks_per_turn;
  return true;
}

void BaseController::stop() {
  left_.setSetpoint(0.0f);
  right_.setSetpoint(0.0f);
  left_.release();
  right_.release();
}

bool BaseController::setPid(Wheel& wheel, const PidGains& gains) {
  if (wheel.pid().setGains(gains)) return true;
  ++counters_.pid_rejected;
  return false;
}

}  // namespace diffbot_firmware
