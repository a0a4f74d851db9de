// Counts the heap allocations of the calling thread. Include it in one file of an executable.
#ifndef CONTROL_TOOLBOX_TEST_ALLOCATION_COUNTER_H
#define CONTROL_TOOLBOX_TEST_ALLOCATION_COUNTER_H

#include <cstddef>
#include <cstdlib>
#include <new>

namespace allocation_counter {
thread_local std::size_t count = 0;
}  // namespace allocation_counter

void* operator new(std::size_t size) {
  ++allocation_counter::count;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif  // CONTROL_TOOLBOX_TEST_ALLOCATION_COUNTER_H
