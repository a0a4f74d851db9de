#ifndef GAZEBO_ROS_API_STEP_GATE_H
#define GAZEBO_ROS_API_STEP_GATE_H

#include <condition_variable>
#include <mutex>

namespace gazebo_ros {

/// Keeps service calls and physics steps apart: a service works between two whole steps.
///
/// Gazebo's own way to get there, pausing the world, does not stop steps that World::Step(n) asked
/// for, and everybody sees the world pause and go on. The gate needs no pause. It costs a step two
/// uncontended locks, and lets a waiting service in before the next step, however fast the steps
/// follow each other.
///
/// Inside the gate nothing may be called that takes the world's update mutex (World::SetPaused,
/// World::Reset): the physics thread holds that mutex while it waits here.
class StepGate {
 public:
  /// Physics thread, world update begin. Waits until no service is inside or asks to come in.
  void beginStep();
  /// Physics thread, world update end.
  void endStep();

  /// Scope in which no physics step runs. Throws std::runtime_error if a step does not end within
  /// 10 s of wall time (a plugin that blocks in its update).
  class Exclusive {
   public:
    explicit Exclusive(StepGate& gate);
    ~Exclusive();
    Exclusive(const Exclusive&) = delete;
    Exclusive& operator=(const Exclusive&) = delete;

   private:
    StepGate& gate_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int guests_ = 0;       // services inside or waiting
  bool inside_ = false;  // one service at a time
  bool stepping_ = false;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_STEP_GATE_H
