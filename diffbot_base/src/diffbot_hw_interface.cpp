#include <diffbot_base/diffbot_hw_interface.h>
#include <diffbot_base/parameters.h>

namespace diffbot_base {

DiffBotHWInterface::DiffBotHWInterface(WheelLink* link) : link_(link) {}

bool DiffBotHWInterface::init(ros::NodeHandle& root_nh, ros::NodeHandle& /*robot_hw_nh*/) {
  Settings settings;
  std::vector<std::string> wrong = readSettings(root_nh, &settings);
  if (wrong.empty()) wrong = checkDescription(root_nh, settings);
  for (const std::string& text : wrong) ROS_FATAL_STREAM(text);
  if (wrong.empty()) configure(settings);
  return wrong.empty();
}

void DiffBotHWInterface::configure(const Settings& settings) {
  settings_ = settings;
  filter_ = MeasurementFilter(settings.measurementLimits());
  shaper_ = CommandShaper(settings.commandSettings());
  gate_ = DriveGate(settings.gateSettings());
  for (size_t i = 0; i < 2; ++i) {
    const hardware_interface::JointStateHandle state(settings.joints[i], &position_[i],
                                                     &velocity_[i], &effort_[i]);
    joint_states_.registerHandle(state);
    velocity_joints_.registerHandle(hardware_interface::JointHandle(state, &command_[i]));
  }
  registerInterface(&joint_states_);
  registerInterface(&velocity_joints_);
}

void DiffBotHWInterface::beginCycle(double steady_s, bool clock_stepped) {
  now_s_ = steady_s;
  clock_stepped_ = clock_stepped;
}

void DiffBotHWInterface::read(const ros::Time& /*time*/, const ros::Duration& period) {
  Measurement measurement;
  while (link_->receive(&measurement)) {
    if (filter_.take(measurement) == Verdict::kFirst) follower_.start(filter_.position());
  }
  if (!filter_.hasState()) return;
  age_s_ = now_s_ - filter_.lastUsed();
  // A missing measurement is no speed: while it is stale the wheels have none that we know of.
  const WheelPair velocity = age_s_ > settings_.staleAfter() ? WheelPair() : filter_.velocity();
  // A controller that is reset takes the positions of that cycle for its beginning, so a step in
  // that cycle would be missing from the odometry.
  if (!gate_.resetDue() && !clock_stepped_)
    follower_.step(filter_.position(), velocity, period.toSec());
  position_[0] = follower_.position().left;
  position_[1] = follower_.position().right;
  velocity_[0] = velocity.left;
  velocity_[1] = velocity.right;
}

void DiffBotHWInterface::write(const ros::Time& /*time*/, const ros::Duration& /*period*/) {
  GateInput input;
  input.now_s = now_s_;
  input.age_s = filter_.hasState() ? age_s_ : settings_.staleAfter() + 1.0;
  input.emergency = link_->emergencyStop();
  input.wrong_firmware = link_->wrongFirmware();
  input.clock_stepped = clock_stepped_;
  input.commands_received = link_->commandsReceived();
  input.requested = {command_[0], command_[1]};
  input.sent = sent_;
  input.measured = filter_.velocity();
  part_ = gate_.update(input);
  sent_ = shaper_.shape(input.requested, part_);
  link_->send(sent_);
}

void DiffBotHWInterface::stop() {
  command_[0] = command_[1] = 0.0;
  part_ = 0.0;
  sent_ = WheelPair();
  link_->send(sent_);
}

DiffBotHWInterface::State DiffBotHWInterface::state() const {
  State state;
  state.requested = {command_[0], command_[1]};
  state.sent = sent_;
  state.position = {position_[0], position_[1]};
  state.velocity = {velocity_[0], velocity_[1]};
  state.age_s = age_s_;
  state.part = part_;
  state.hold_reasons = gate_.reasons();
  state.holds = gate_.holds();
  state.used = filter_.used();
  state.rejected = filter_.rejected();
  state.device_resets = filter_.count(Verdict::kDeviceReset);
  state.new_references = filter_.count(Verdict::kNewReference);
  state.last_rejection = filter_.lastRejection();
  state.commands_not_finite = shaper_.notFinite();
  state.commands_saturated = shaper_.saturated();
  return state;
}

}  // namespace diffbot_base
