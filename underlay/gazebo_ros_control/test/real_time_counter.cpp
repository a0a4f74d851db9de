#include "real_time_counter.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

thread_local bool counting = false;
thread_local int allocations = 0;
thread_local int locks = 0;

void run(const std::function<void()>& work) {
  allocations = 0;
  locks = 0;
  counting = true;
  work();
  counting = false;
}

}  // namespace

void* operator new(std::size_t size) {
  if (counting) ++allocations;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

/// Takes the place of the C library's function in all libraries; std::mutex and boost::mutex use
/// it.
extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) {
  using Function = int (*)(pthread_mutex_t*);
  static std::atomic<Function> original{nullptr};
  if (original == nullptr) {
    original = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  }
  if (counting) ++locks;
  return original.load()(mutex);
}

namespace gazebo_ros_control_test {

int allocationsOf(const std::function<void()>& work) {
  run(work);
  return allocations;
}

int locksOf(const std::function<void()>& work) {
  run(work);
  return locks;
}

}  // namespace gazebo_ros_control_test
