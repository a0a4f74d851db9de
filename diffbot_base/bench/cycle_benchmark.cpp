// An hour's worth of cycles of the hardware interface as fast as the machine can, without ROS
// around it: time per cycle, heap allocations in them, growth of memory. Exit code 1 when anything
// was allocated.

#include <diffbot_base/diffbot_hw_interface.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "percentiles.h"

namespace {

unsigned long allocations = 0;

using namespace diffbot_base;

// Wheels that turn as commanded, measured at 20 Hz.
class LoopBack : public WheelLink {
 public:
  void advance(double period_s, double now_s) {
    angle_ = angle_ + period_s * speed_;
    now_s_ = now_s;
    since_s_ += period_s;
  }
  bool receive(Measurement* measurement) override {
    if (since_s_ < 0.05) return false;
    since_s_ -= 0.05;
    measurement->time_s = now_s_;
    measurement->positions = measurement->velocities = 2;
    measurement->position = angle_;
    measurement->velocity = speed_;
    return true;
  }
  void send(const WheelPair& speeds) override { speed_ = speeds; }
  bool emergencyStop() const override { return false; }
  bool wrongFirmware() const override { return false; }
  uint64_t commandsReceived() const override { return 0; }

 private:
  WheelPair angle_;
  WheelPair speed_;
  double now_s_ = 0.0;
  double since_s_ = 0.0;
};

}  // namespace

// Counts what is allocated in the program.
void* operator new(size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

int main(int argc, char** argv) {
  const int cycles = argc > 1 ? std::atoi(argv[1]) : 50 * 3600;
  constexpr double kPeriod = 0.02;
  LoopBack link;
  DiffBotHWInterface robot(&link);
  robot.configure(Settings());
  auto* const joints = robot.get<hardware_interface::VelocityJointInterface>();
  auto left = joints->getHandle("front_left_wheel_joint");
  auto right = joints->getHandle("front_right_wheel_joint");
  std::vector<double> cycle_us(static_cast<size_t>(cycles));
  double now_s = 1000.0;
  const unsigned long before = allocations;
  for (int i = 0; i < cycles; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    now_s += kPeriod;
    link.advance(kPeriod, now_s);
    robot.beginCycle(now_s, false);
    robot.read(ros::Time(now_s), ros::Duration(kPeriod));
    left.setCommand(9.0 * std::sin(0.001 * i));
    right.setCommand(9.0 * std::cos(0.001 * i));
    robot.takeControllerReset();
    robot.write(ros::Time(now_s), ros::Duration(kPeriod));
    robot.state();
    cycle_us[static_cast<size_t>(i)] =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  }
  const unsigned long allocated = allocations - before;
  std::printf(
      "%d cycles of the hardware interface: p50 %.2f us, p99.9 %.2f us, max %.2f us; "
      "%lu allocations; %lu measurements used, %lu rejected\n",
      cycles, percentile(&cycle_us, 0.5), percentile(&cycle_us, 0.999), percentile(&cycle_us, 1.0),
      allocated, static_cast<unsigned long>(robot.state().used),
      static_cast<unsigned long>(robot.state().rejected));
  return allocated == 0 && robot.state().rejected == 0 ? 0 : 1;
}
