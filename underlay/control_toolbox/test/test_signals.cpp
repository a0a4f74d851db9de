#include <gtest/gtest.h>
#include <tinyxml.h>

#include <cmath>
#include <limits>
#include <set>

#include "control_toolbox/dither.h"
#include "control_toolbox/filters.h"
#include "control_toolbox/sine_sweep.h"
#include "control_toolbox/sinusoid.h"

using control_toolbox::Dither;
using control_toolbox::SineSweep;
using control_toolbox::Sinusoid;

namespace {
const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();
}  // namespace

TEST(Filters, Clamp) {
  EXPECT_EQ(1.0, filters::clamp(0.5, 1.0, 2.0));
  EXPECT_EQ(1.5, filters::clamp(1.5, 1.0, 2.0));
  EXPECT_EQ(2.0, filters::clamp(2.5, 1.0, 2.0));
  EXPECT_EQ(3, filters::clamp(7, 1, 3));
}

TEST(Filters, ExponentialSmoothing) {
  EXPECT_EQ(2.0, filters::exponentialSmoothing(10.0, 2.0, 0.0));
  EXPECT_EQ(10.0, filters::exponentialSmoothing(10.0, 2.0, 1.0));
  EXPECT_DOUBLE_EQ(4.0, filters::exponentialSmoothing(10.0, 2.0, 0.25));
}

TEST(DitherTest, IsGaussianWithGivenDeviation) {
  Dither dither;
  EXPECT_EQ(0.0, dither.update()) << "silent before init";
  ASSERT_TRUE(dither.init(2.0, 1.0));
  const int kSamples = 100000;
  double sum = 0.0, squares = 0.0, product = 0.0, previous = 0.0;
  int beyond = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double value = dither.update();
    sum += value;
    squares += value * value;
    product += value * previous;
    beyond += std::abs(value) > 2.0;
    previous = value;
  }
  EXPECT_NEAR(0.0, sum / kSamples, 0.03);
  EXPECT_NEAR(4.0, squares / kSamples, 0.1);
  EXPECT_NEAR(0.0, product / kSamples, 0.1) << "white: no correlation";
  EXPECT_NEAR(0.3173, static_cast<double>(beyond) / kSamples, 0.01) << "beyond one deviation";
}

TEST(DitherTest, SeedDecidesTheSequence) {
  Dither one, same, other;
  one.init(1.0, 0.25);
  same.init(1.0, 0.25);
  other.init(1.0, 0.75);
  bool differs = false;
  for (int i = 0; i < 9; ++i) {
    const double value = one.update();
    EXPECT_EQ(value, same.update());
    differs = differs || value != other.update();
  }
  EXPECT_TRUE(differs);
  one.init(1.0, 0.25);
  same.init(1.0, 0.25);
  EXPECT_EQ(one.update(), same.update()) << "init starts again";

  std::set<double> seeds;
  for (int i = 0; i < 10; ++i) {
    seeds.insert(Dither::generateRandomSeed());
  }
  EXPECT_GT(seeds.size(), 1u);
}

TEST(DitherTest, RefusesBadValues) {
  Dither dither;
  EXPECT_FALSE(dither.init(-1.0, 1.0));
  EXPECT_FALSE(dither.init(kNan, 1.0));
  EXPECT_FALSE(dither.init(1.0, kInf));
  EXPECT_EQ(0.0, dither.update()) << "unchanged";
  EXPECT_TRUE(dither.init(0.0, 1.0));
}

TEST(SinusoidTest, GivesValueAndDerivatives) {
  Sinusoid sinusoid(1.0, 2.0, 0.5, 0.3);
  const double h = 1e-4;
  for (double t = -1.0; t < 3.0; t += 0.1) {
    double speed, acceleration, ignored;
    const double value = sinusoid.update(t, speed, acceleration);
    const double after = sinusoid.update(t + h, ignored, ignored);
    const double before = sinusoid.update(t - h, ignored, ignored);
    EXPECT_DOUBLE_EQ(1.0 + 2.0 * std::sin(M_PI * t + 0.3), value);
    EXPECT_NEAR((after - before) / (2 * h), speed, 1e-5);
    EXPECT_NEAR((after - 2 * value + before) / (h * h), acceleration, 1e-5);
  }
}

TEST(SinusoidTest, ReadsXml) {
  TiXmlDocument xml;
  xml.Parse("<sine offset='1' amplitude='2' frequency='0.5' phase='0.3'/>");
  Sinusoid sinusoid;
  double speed, acceleration;
  EXPECT_EQ(0.0, sinusoid.update(1.0, speed, acceleration)) << "silent by default";
  ASSERT_TRUE(sinusoid.initXml(xml.RootElement()));
  EXPECT_DOUBLE_EQ(1.0 + 2.0 * std::sin(M_PI * 0.2 + 0.3),
                   sinusoid.update(0.2, speed, acceleration));
  sinusoid.debug();

  TiXmlDocument bad;
  bad.Parse("<sine offset='5' amplitude='big'/>");
  EXPECT_FALSE(sinusoid.initXml(bad.RootElement()));
  EXPECT_FALSE(sinusoid.initXml(nullptr));
  EXPECT_DOUBLE_EQ(1.0 + 2.0 * std::sin(0.3), sinusoid.update(0.0, speed, acceleration))
      << "unchanged";
}

// The phase, unwrapped from the quadrant changes, must grow as the integral of the frequency.
TEST(SineSweepTest, SweepsExponentiallyFromStartToEnd) {
  for (const double end : {8.0, 0.5, 2.0}) {
    SineSweep sweep;
    ASSERT_TRUE(sweep.init(2.0, end, 4.0, 3.0));
    const double dt = 1e-3;
    double phase = 0.0;
    for (int step = 0; step < 4000; ++step) {
      const double middle = (step + 0.5) * dt;  // midpoint rule
      phase += 2.0 * M_PI * 2.0 * std::pow(end / 2.0, middle / 4.0) * dt;
      ASSERT_NEAR(3.0 * std::sin(phase), sweep.update(ros::Duration(dt)), 1e-3) << step;
    }
    EXPECT_EQ(0.0, sweep.update(ros::Duration(0.1))) << "silent after the end";
  }
}

TEST(SineSweepTest, RefusesBadValues) {
  SineSweep sweep;
  EXPECT_EQ(0.0, sweep.update(ros::Duration(0.0))) << "silent before init";
  EXPECT_FALSE(sweep.init(0.0, 1.0, 1.0, 1.0));
  EXPECT_FALSE(sweep.init(1.0, -1.0, 1.0, 1.0));
  EXPECT_FALSE(sweep.init(1.0, 2.0, 0.0, 1.0));
  EXPECT_FALSE(sweep.init(1.0, 2.0, 1.0, -1.0));
  EXPECT_FALSE(sweep.init(kNan, 2.0, 1.0, 1.0));
  EXPECT_FALSE(sweep.init(1.0, 2.0, kInf, 1.0));
  EXPECT_EQ(0.0, sweep.update(ros::Duration(0.1)));
}
