#include "api/step_gate.h"

#include <chrono>
#include <stdexcept>

namespace gazebo_ros {

void StepGate::beginStep() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (guests_ > 0) changed_.wait(lock, [this] { return guests_ == 0; });
  stepping_ = true;
}

void StepGate::endStep() {
  std::lock_guard<std::mutex> lock(mutex_);
  stepping_ = false;
  if (guests_ > 0) changed_.notify_all();
}

StepGate::Exclusive::Exclusive(StepGate& gate) : gate_(gate) {
  std::unique_lock<std::mutex> lock(gate_.mutex_);
  ++gate_.guests_;
  if (!gate_.changed_.wait_for(lock, std::chrono::seconds(10),
                               [&gate] { return !gate.stepping_ && !gate.inside_; })) {
    --gate_.guests_;
    gate_.changed_.notify_all();
    throw std::runtime_error(
        "the physics step in progress did not end within 10 s (does a plugin block?)");
  }
  gate_.inside_ = true;
}

StepGate::Exclusive::~Exclusive() {
  std::lock_guard<std::mutex> lock(gate_.mutex_);
  gate_.inside_ = false;
  --gate_.guests_;
  gate_.changed_.notify_all();
}

}  // namespace gazebo_ros
