#include <gtest/gtest.h>
#include <simulated_teensy/measurement_fault.h>

#include <cmath>
#include <limits>

using namespace simulated_teensy;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

JointState state(double left, double right) {
  JointState result;
  result.position = {left, right};
  result.velocity = {10 * left, 10 * right};
  return result;
}

Time hostTime() {
  Time time;
  time.sec = 1000;
  return time;
}

MeasurementFaultRule rule(const char* name) {
  MeasurementFaultRule result;
  result.fault = *measurementFaultByName(name);
  return result;
}

JointState faulty(const MeasurementFaultRule& one) {
  MeasurementFaults faults;
  faults.add(one, 0);
  JointState result = state(1, 2);
  EXPECT_TRUE(faults.apply(&result, hostTime(), 0));
  EXPECT_EQ(1u, faults.hits());
  return result;
}

TEST(MeasurementFault, puts_values_that_are_no_numbers) {
  const struct {
    const char* name;
    double value;
  } table[] = {{"inf", kInf}, {"-inf", -kInf}, {"huge", 1e308}};
  for (const auto& c : table) {
    const JointState result = faulty(rule(c.name));
    EXPECT_EQ((std::vector<double>{c.value, c.value}), result.position) << c.name;
    EXPECT_EQ((std::vector<double>{c.value, c.value}), result.velocity) << c.name;
  }
  const JointState result = faulty(rule("nan"));
  for (const double value :
       {result.position[0], result.position[1], result.velocity[0], result.velocity[1]})
    EXPECT_TRUE(std::isnan(value));
}

TEST(MeasurementFault, hits_the_field_and_the_wheel_it_names) {
  MeasurementFaultRule one = rule("nan");
  one.velocity = false;
  one.right = false;
  const JointState result = faulty(one);
  EXPECT_TRUE(std::isnan(result.position[0]));
  EXPECT_EQ(2.0, result.position[1]);
  EXPECT_EQ((std::vector<double>{10, 20}), result.velocity);
}

TEST(MeasurementFault, changes_the_number_of_elements) {
  for (const size_t count : {0u, 1u, 3u}) {
    MeasurementFaultRule one = rule("elements");
    one.value = static_cast<double>(count);
    const JointState result = faulty(one);
    EXPECT_EQ(count, result.position.size());
    EXPECT_EQ(count, result.velocity.size());
  }
}

TEST(MeasurementFault, reverses_the_wheels) {
  const JointState result = faulty(rule("reversed"));
  EXPECT_EQ((std::vector<double>{2, 1}), result.position);
  EXPECT_EQ((std::vector<double>{20, 10}), result.velocity);
}

TEST(MeasurementFault, adds_an_offset) {
  MeasurementFaultRule one = rule("offset");
  one.velocity = false;
  one.value = -100;
  EXPECT_EQ((std::vector<double>{-99, -98}), faulty(one).position);
}

TEST(MeasurementFault, stamps_in_the_past_and_in_the_future) {
  MeasurementFaultRule one = rule("stamp");
  one.value = -2.5;
  EXPECT_EQ(997u, faulty(one).header.stamp.sec);
  EXPECT_EQ(500000000u, faulty(one).header.stamp.nsec);
  one.value = 3600;
  EXPECT_EQ(4600u, faulty(one).header.stamp.sec);
  one.value = -5000;
  EXPECT_EQ(0u, faulty(one).header.stamp.sec);
}

TEST(MeasurementFault, freezes_the_data) {
  MeasurementFaults faults;
  faults.add(rule("frozen"), 0);
  for (int i = 0; i < 5; ++i) {
    JointState result = state(i, i);
    EXPECT_TRUE(faults.apply(&result, hostTime(), 0));
    EXPECT_EQ((std::vector<double>{0, 0}), result.position);
  }
}

TEST(MeasurementFault, mutes) {
  MeasurementFaults faults;
  faults.add(rule("mute"), 0);
  JointState result = state(1, 2);
  EXPECT_FALSE(faults.apply(&result, hostTime(), 0));
}

TEST(MeasurementFault, ends_by_count_by_time_and_by_clear) {
  MeasurementFaults faults;
  MeasurementFaultRule two = rule("mute");
  two.count = 2;
  faults.add(two, 0);
  JointState result = state(1, 2);
  EXPECT_FALSE(faults.apply(&result, hostTime(), 0));
  EXPECT_FALSE(faults.apply(&result, hostTime(), 0));
  EXPECT_TRUE(faults.apply(&result, hostTime(), 0));

  MeasurementFaultRule timed = rule("mute");
  timed.for_us = 1000;
  faults.add(timed, 5000);
  EXPECT_FALSE(faults.apply(&result, hostTime(), 6000));
  EXPECT_TRUE(faults.apply(&result, hostTime(), 6001));

  faults.add(rule("mute"), 0);
  faults.clear();
  EXPECT_TRUE(faults.apply(&result, hostTime(), 0));
  EXPECT_EQ(nullptr, measurementFaultByName("nonsense"));
}

}  // namespace
