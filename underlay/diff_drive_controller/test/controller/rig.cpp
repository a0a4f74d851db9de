#include "rig.h"

Rig::Rig(std::size_t wheels_per_side) : wheels(2 * wheels_per_side) {
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    Wheel& wheel = wheels[i];
    wheel.name = i < wheels_per_side ? "left_" + std::to_string(i + 1)
                                     : "right_" + std::to_string(i + 1 - wheels_per_side);
    const hardware_interface::JointStateHandle state(wheel.name, &wheel.position, &wheel.velocity,
                                                     &wheel.effort);
    states_.registerHandle(state);
    velocities_.registerHandle(hardware_interface::JointHandle(state, &wheel.command));
  }
  registerInterface(&states_);
  registerInterface(&velocities_);
}

void Rig::move(double duration) {
  for (Wheel& wheel : wheels) {
    const double speed = blocked ? 0.0 : wheel.command;
    wheel.angle += speed * duration;
    wheel.velocity = speed + feedback_fault;
    wheel.position = wheel.angle + wheel.offset + feedback_fault;
  }
}
