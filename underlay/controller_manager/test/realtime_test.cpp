// update() allocates nothing, whatever it is doing.

#include <cstdlib>
#include <memory>
#include <new>

#include "manager_fixture.h"

namespace {
thread_local int allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace controller_manager_test {

/// A robot whose hooks allocate nothing themselves.
class RealtimeTest : public ManagerTest {
 protected:
  /// As whileCycling(), counting what update() allocates in this thread.
  int allocationsWhile(const std::function<bool()>& call) {
    std::future<bool> result = std::async(std::launch::async, call);
    int count = 0;
    EXPECT_TRUE(finish(result, [&] {
      now += period;
      const int before = allocations;
      manager->update(now, period);
      count += allocations - before;
    }));
    return count;
  }
};

TEST_F(RealtimeTest, theCounterCounts) {
  const int before = allocations;
  const auto kept = std::make_unique<int>(7);
  EXPECT_EQ(7, *kept);  // looked at by gtest: a compiler may leave out an allocation nobody sees
  EXPECT_LT(before, allocations);
}

TEST_F(RealtimeTest, updateAllocatesNothing) {
  load({"a", "b", "c"}, "fake/StateReader");
  const auto start = [&](bool asap) {
    return [=] { return manager->switchController({"a", "b"}, {}, STRICT, asap); };
  };
  const auto stop = [&] { return manager->switchController({"c"}, {"a", "b"}, STRICT); };
  EXPECT_EQ(0, allocationsWhile(start(false)));
  EXPECT_EQ(0, allocationsWhile(stop));
  ASSERT_TRUE(switchTo({}, {"c"}));
  EXPECT_EQ(0, allocationsWhile(start(true)));

  setType("d", "fake/Effort");
  EXPECT_EQ(0, allocationsWhile([&] { return manager->loadController("d"); }));
  EXPECT_EQ(0, allocationsWhile([&] { return manager->unloadController("d"); }));

  const int before = allocations;
  for (int i = 0; i < 1000; ++i) {
    manager->update(now, period, i % 2 == 0);
  }
  EXPECT_EQ(before, allocations);
}

}  // namespace controller_manager_test
