#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "allocation_counter.h"
#include "realtime_tools/realtime_box.h"
#include "realtime_tools/realtime_buffer.h"
#include "realtime_tools/testing/gate.h"

using realtime_tools::RealtimeBox;
using realtime_tools::RealtimeBuffer;
using realtime_tools::testing::Gate;

namespace {

struct Default42 {
  int number = 42;
};

struct NoDefault {
  explicit NoDefault(int n) : number(n) {}
  int number;
};

// Copying one of these into another waits at the gate.
struct SlowToAssign {
  int number = 0;
  static Gate gate;

  SlowToAssign() = default;
  explicit SlowToAssign(int n) : number(n) {}
  SlowToAssign(const SlowToAssign&) = default;
  SlowToAssign& operator=(const SlowToAssign& other) {
    gate.pass();
    number = other.number;
    return *this;
  }
};
Gate SlowToAssign::gate;

}  // namespace

TEST(RealtimeBuffer, DefaultConstructedHoldsDefaultValue) {
  RealtimeBuffer<Default42> buffer;
  EXPECT_EQ(42, buffer.readFromRT()->number);
  EXPECT_EQ(42, buffer.readFromNonRT()->number);
  EXPECT_EQ(0, *RealtimeBuffer<int>().readFromRT());
}

TEST(RealtimeBuffer, InitialValueNeedsNoDefaultConstructor) {
  RealtimeBuffer<NoDefault> buffer(NoDefault(28));
  EXPECT_EQ(28, buffer.readFromRT()->number);
  EXPECT_EQ(28, buffer.readFromNonRT()->number);
}

TEST(RealtimeBuffer, CopyAndAssignmentTakeNewestValue) {
  RealtimeBuffer<int> source(1);
  source.writeFromNonRT(2);  // not yet read by the RT side
  RealtimeBuffer<int> copy(source);
  RealtimeBuffer<int> assigned;
  assigned = source;
  source.writeFromNonRT(3);
  EXPECT_EQ(2, *copy.readFromRT());
  EXPECT_EQ(2, *assigned.readFromNonRT());
  EXPECT_EQ(2, *assigned.readFromRT());

  RealtimeBuffer<int>& self = assigned;
  assigned = self;
  EXPECT_EQ(2, *assigned.readFromRT());
}

TEST(RealtimeBuffer, BothSidesSeeNewestWrite) {
  RealtimeBuffer<int> buffer;
  for (int value = 1; value < 20; ++value) {
    buffer.writeFromNonRT(-value);
    buffer.writeFromNonRT(value);
    EXPECT_EQ(value, *buffer.readFromNonRT());
    EXPECT_EQ(value, *buffer.readFromRT());
    EXPECT_EQ(value, *buffer.readFromRT()) << "second read without a write";
    EXPECT_EQ(value, *buffer.readFromNonRT());
  }
}

TEST(RealtimeBuffer, ValueReadByRtStaysUntilItReadsAgain) {
  RealtimeBuffer<int> buffer;
  int last_written = 0;
  for (int round = 0; round < 5; ++round) {
    const int* value = buffer.readFromRT();
    const int read = last_written;
    for (int i = 0; i < 7; ++i) {
      buffer.writeFromNonRT(++last_written);
      ASSERT_EQ(read, *value) << "after writing " << last_written;
    }
  }
  EXPECT_EQ(last_written, *buffer.readFromRT());
}

TEST(RealtimeBuffer, ValueReadByNonRtSurvivesOneWrite) {
  RealtimeBuffer<int> buffer(1);
  for (int written = 2; written < 9; ++written) {
    const int* value = buffer.readFromNonRT();
    buffer.writeFromNonRT(written);
    ASSERT_EQ(written - 1, *value);
  }
}

TEST(RealtimeBuffer, InitRtSetsBothSides) {
  RealtimeBuffer<int> buffer(1);
  buffer.writeFromNonRT(2);
  buffer.initRT(28);
  EXPECT_EQ(28, *buffer.readFromNonRT());
  EXPECT_EQ(28, *buffer.readFromRT());
}

TEST(RealtimeBuffer, ChangesByRtReachNonRt) {
  RealtimeBuffer<int> buffer;
  buffer.writeFromNonRT(1);
  *buffer.readFromRT() = 5;
  EXPECT_EQ(5, *buffer.readFromNonRT());
  EXPECT_EQ(5, *buffer.readFromRT());
}

TEST(RealtimeBuffer, ReaderDoesNotWaitForWriter) {
  RealtimeBuffer<SlowToAssign> buffer;
  SlowToAssign::gate.close();
  std::thread writer([&] { buffer.writeFromNonRT(SlowToAssign(7)); });
  SlowToAssign::gate.waitForArrivals(1);  // the writer is in the middle of its copy
  EXPECT_EQ(0, buffer.readFromRT()->number);
  EXPECT_EQ(0, buffer.readFromNonRT()->number);
  SlowToAssign::gate.open();
  writer.join();
  EXPECT_EQ(7, buffer.readFromRT()->number);
}

TEST(RealtimeBuffer, ReadingAllocatesNothing) {
  RealtimeBuffer<std::vector<double>> buffer(std::vector<double>(1000, 1.0));
  for (int i = 0; i < 10; ++i) {
    buffer.writeFromNonRT(std::vector<double>(1000, i));
    const std::size_t before = allocation_counter::count;
    const std::vector<double>* value = buffer.readFromRT();
    EXPECT_EQ(before, allocation_counter::count);
    EXPECT_EQ(i, value->back());
  }
}

TEST(RealtimeBuffer, NeverTornNeverOlderAcrossThreads) {
  constexpr int kWrites = 20000;
  using Values = std::array<int, 64>;
  RealtimeBuffer<Values> buffer(Values{});
  std::atomic<bool> torn{false};
  std::atomic<bool> backwards{false};
  std::thread reader([&] {
    int last = 0;
    while (last < kWrites) {
      const Values& values = *buffer.readFromRT();
      for (const int value : values) {
        torn = torn || value != values.front();
      }
      backwards = backwards || values.front() < last;
      last = values.front();
    }
  });
  for (int i = 1; i <= kWrites; ++i) {
    Values values;
    values.fill(i);
    buffer.writeFromNonRT(values);
  }
  reader.join();  // so the last write was seen
  EXPECT_FALSE(torn);
  EXPECT_FALSE(backwards);
}

TEST(RealtimeBuffer, WritersTakeTurns) {
  RealtimeBuffer<int> buffer;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) {
        buffer.writeFromNonRT(n);
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_EQ(999, *buffer.readFromRT());
}

TEST(RealtimeBox, GivesInitialThenLastValue) {
  int value = -1;
  RealtimeBox<int>().get(value);
  EXPECT_EQ(0, value);

  RealtimeBox<int> box(3);
  box.get(value);
  EXPECT_EQ(3, value);
  box.set(4);
  box.get(value);
  EXPECT_EQ(4, value);
}

TEST(RealtimeBox, NeverTorn) {
  constexpr int kSets = 5000;
  using Values = std::array<int, 64>;
  RealtimeBox<Values> box;
  bool torn = false;
  std::thread reader([&] {
    Values values;
    do {
      box.get(values);
      for (const int value : values) {
        torn = torn || value != values.front();
      }
    } while (values.front() < kSets);
  });
  for (int i = 1; i <= kSets; ++i) {
    Values values;
    values.fill(i);
    box.set(values);
  }
  reader.join();
  EXPECT_FALSE(torn);
}
