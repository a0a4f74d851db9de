// The computation of Pid; no ROS needed.
#include "control_toolbox/pid.h"

#include <gtest/gtest.h>
#include <tinyxml.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "allocation_counter.h"

using control_toolbox::Pid;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();
const double kEps = 1e-12;

double command(Pid& pid, double error, double dt = 1.0) {
  return pid.computeCommand(error, ros::Duration(dt));
}

struct Errors {
  explicit Errors(Pid& pid) { pid.getCurrentPIDErrors(&p, &i, &d); }
  double p, i, d;
};

void expectErrors(Pid& pid, double p, double i, double d) {
  const Errors errors(pid);
  EXPECT_DOUBLE_EQ(p, errors.p);
  EXPECT_DOUBLE_EQ(i, errors.i);
  EXPECT_DOUBLE_EQ(d, errors.d);
}

void expectGains(Pid& pid, double p, double i, double d, double i_max, double i_min,
                 bool antiwindup) {
  const Pid::Gains gains = pid.getGains();
  EXPECT_EQ(p, gains.p_gain_);
  EXPECT_EQ(i, gains.i_gain_);
  EXPECT_EQ(d, gains.d_gain_);
  EXPECT_EQ(i_max, gains.i_max_);
  EXPECT_EQ(i_min, gains.i_min_);
  EXPECT_EQ(antiwindup, gains.antiwindup_);
}

}  // namespace

TEST(PidTerms, Proportional) {
  Pid pid(2.0);
  EXPECT_EQ(-1.0, command(pid, -0.5));
  EXPECT_EQ(-1.0, command(pid, -0.5)) << "nothing adds up";
  EXPECT_EQ(0.0, command(pid, 0.0));
  EXPECT_EQ(3e9, command(pid, 1.5e9)) << "the command has no limit";
}

TEST(PidTerms, Integral) {
  Pid pid(0.0, 1.0, 0.0, 5.0, -5.0);
  EXPECT_EQ(-0.5, command(pid, -0.5)) << "the integral grows before it is used";
  EXPECT_EQ(-1.0, command(pid, -0.5));
  EXPECT_EQ(-1.0, command(pid, 0.0)) << "it stays without error";
  EXPECT_EQ(-0.75, command(pid, 1.0, 0.25));
  EXPECT_EQ(0.25, command(pid, 1.0));
}

TEST(PidTerms, Derivative) {
  Pid pid(0.0, 0.0, 1.0);
  EXPECT_EQ(-0.5, command(pid, -0.5)) << "the previous error is 0 at first";
  EXPECT_EQ(0.0, command(pid, -0.5));
  EXPECT_EQ(0.5, command(pid, 0.0));
  EXPECT_EQ(4.0, command(pid, 1.0, 0.25));
}

TEST(PidTerms, AllTogether) {
  Pid pid(1.0, 1.0, 1.0, 5.0, -5.0);
  EXPECT_DOUBLE_EQ(-1.5, command(pid, -0.5));
  EXPECT_DOUBLE_EQ(-1.5, command(pid, -0.5));  // -0.5 - 1.0 + 0
  EXPECT_DOUBLE_EQ(-0.5, command(pid, 0.0));   // 0 - 1.0 + 0.5
  expectErrors(pid, 0.0, -1.0, 0.5);
  EXPECT_DOUBLE_EQ(-0.5, pid.getCurrentCmd());
}

TEST(PidTerms, GivenDerivative) {
  Pid pid(1.0, 1.0, 2.0, 5.0, -5.0);
  EXPECT_DOUBLE_EQ(0.5 + 0.5 + 2.0 * 3.0, pid.computeCommand(0.5, 3.0, ros::Duration(1.0)));
  expectErrors(pid, 0.5, 0.5, 3.0);
  EXPECT_DOUBLE_EQ(0.5 + 0.5 * 1.5 - 2.0, pid.computeCommand(0.5, -1.0, ros::Duration(0.5)));
}

TEST(PidIntegral, WithoutAntiwindupOnlyTheTermIsBounded) {
  Pid pid(0.0, 2.0, 0.0, 1.0, -3.0);
  EXPECT_EQ(-2.0, command(pid, -1.0));
  EXPECT_EQ(-3.0, command(pid, -1.0));
  EXPECT_EQ(-3.0, command(pid, -1.0));
  EXPECT_EQ(-3.0, Errors(pid).i) << "the integral itself is unbounded";
  EXPECT_EQ(-3.0, command(pid, 1.0));
  EXPECT_EQ(-2.0, command(pid, 1.0)) << "it takes as long to come back";
  EXPECT_EQ(1.0, command(pid, 9.0));
}

TEST(PidIntegral, WithAntiwindupTheIntegralIsBounded) {
  Pid pid(0.0, 2.0, 0.0, 1.0, -3.0, true);
  EXPECT_EQ(-3.0, command(pid, -100.0));
  EXPECT_EQ(-1.5, Errors(pid).i);
  EXPECT_EQ(-2.5, command(pid, 0.25)) << "it comes back at once";
  EXPECT_EQ(1.0, command(pid, 100.0));
  EXPECT_EQ(0.5, Errors(pid).i);
}

TEST(PidIntegral, BoundsAreSortedForNegativeGain) {
  Pid pid(0.0, -2.5, 0.0, 0.2, -0.2, true);
  EXPECT_NEAR(-0.2, command(pid, 0.1), kEps);
  EXPECT_NEAR(-0.2, command(pid, 0.1), kEps);
  EXPECT_NEAR(-0.075, command(pid, -0.05), kEps);
  EXPECT_NEAR(0.2, command(pid, -0.5), kEps);
  EXPECT_NEAR(-0.05, command(pid, 0.1), kEps);
}

TEST(PidIntegral, ZeroGainGivesNoTermWhateverTheBounds) {
  for (const bool antiwindup : {false, true}) {
    Pid pid(0.0, 0.0, 0.0, 1.0, -1.0, antiwindup);
    EXPECT_EQ(0.0, command(pid, -1.0));
    EXPECT_EQ(-1.0, Errors(pid).i);
    EXPECT_EQ(0.0, command(pid, -1.0));
    EXPECT_EQ(-2.0, Errors(pid).i) << "no bound of the integral without gain";
  }
}

TEST(PidIntegral, ZeroBoundsGiveNoTerm) {
  for (const bool antiwindup : {false, true}) {
    Pid pid(1.0, 7.0, 0.0, 0.0, -0.0, antiwindup);
    EXPECT_EQ(3.0, command(pid, 3.0));
    EXPECT_EQ(3.0, command(pid, 3.0));
  }
}

TEST(PidIntegral, BoundsThatMakeNoSenseGiveNumbersAllTheSame) {
  for (const bool antiwindup : {false, true}) {
    for (const double i_gain : {0.0, 1.0, -1.0}) {
      Pid pid(1.0, i_gain, 0.0, -1.0, 0.0, antiwindup);  // i_max below i_min
      for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(std::isfinite(command(pid, -1.0)));
      }
    }
  }
}

TEST(PidRefuses, ZeroTimeAndErrorsThatAreNoNumbers) {
  Pid pid(1.0, 1.0, 1.0, 5.0, -5.0);
  command(pid, 0.5);
  EXPECT_EQ(0.0, command(pid, 3.0, 0.0));
  for (const double bad : {kNan, kInf, -kInf}) {
    EXPECT_EQ(0.0, command(pid, bad)) << bad;
    EXPECT_EQ(0.0, pid.computeCommand(bad, 1.0, ros::Duration(1.0))) << bad;
    EXPECT_EQ(0.0, pid.computeCommand(1.0, bad, ros::Duration(1.0))) << bad;
  }
  EXPECT_EQ(0.0, pid.computeCommand(1.0, 1.0, ros::Duration(0.0)));
  expectErrors(pid, 0.5, 0.5, 0.5);
  EXPECT_EQ(1.5, pid.getCurrentCmd()) << "unchanged as well";
  EXPECT_EQ(0.5 + 1.0 + 0.0, command(pid, 0.5)) << "and goes on as if nothing had been";
}

TEST(PidRefuses, DerivativeThatIsTooLarge) {
  Pid pid(1.0, 0.0, 1.0);
  command(pid, -1e308);
  EXPECT_EQ(0.0, command(pid, 1e308));
  EXPECT_EQ(-1e308, Errors(pid).p) << "unchanged";
  EXPECT_EQ(-1e308, command(pid, -1e308)) << "the refused error is not the previous one";
}

TEST(PidTime, BackwardKeepsDerivativeAndTakesBackIntegral) {
  Pid pid(0.0, 1.0, 1.0, 50.0, -50.0);
  command(pid, 2.0);  // derivative 2, integral 2
  EXPECT_EQ(2.0 + (2.0 - 1.5), command(pid, 3.0, -0.5));
  expectErrors(pid, 3.0, 0.5, 2.0);
  EXPECT_EQ((4.0 - 2.0) + 4.5, command(pid, 4.0)) << "previous error is the one before";
}

TEST(PidReset, ClearsErrorsAndCommandAndKeepsGains) {
  Pid pid(1.0, 2.0, 3.0, 5.0, -5.0, true);
  command(pid, 1.0);
  pid.reset();
  expectErrors(pid, 0.0, 0.0, 0.0);
  EXPECT_EQ(0.0, pid.getCurrentCmd());
  expectGains(pid, 1.0, 2.0, 3.0, 5.0, -5.0, true);
  EXPECT_EQ(1.0 + 2.0 + 3.0, command(pid, 1.0)) << "previous error is 0 again";
}

TEST(PidReset, ToGivenErrorsUsesThemForTheFirstCommand) {
  Pid pid(0.0, 1.0, 1.0, 50.0, -50.0);
  command(pid, 9.0);
  pid.reset(0.25, 10.0);
  expectErrors(pid, 0.0, 10.0, 0.25);
  EXPECT_EQ(0.0, pid.getCurrentCmd());
  EXPECT_EQ(0.25 + 11.0, command(pid, 1.0)) << "no kick by the first error";
  EXPECT_EQ(1.0 + 13.0, command(pid, 2.0)) << "then the derivative as usual";
}

TEST(PidGains, AreZeroByDefault) {
  Pid pid;
  expectGains(pid, 0.0, 0.0, 0.0, 0.0, 0.0, false);
  EXPECT_EQ(0.0, command(pid, 5.0));
  const Pid::Gains gains;
  EXPECT_EQ(0.0, gains.p_gain_ + gains.i_gain_ + gains.d_gain_ + gains.i_max_ + gains.i_min_);
  EXPECT_FALSE(gains.antiwindup_);
}

TEST(PidGains, SettersAndGettersAgree) {
  Pid pid;
  pid.setGains(1.0, 2.0, 3.0, 4.0, -5.0);
  expectGains(pid, 1.0, 2.0, 3.0, 4.0, -5.0, false);
  pid.setGains(Pid::Gains(6.0, 7.0, 8.0, 9.0, -10.0, true));
  expectGains(pid, 6.0, 7.0, 8.0, 9.0, -10.0, true);
  pid.setGains(Pid::Gains(6.0, 7.0, 8.0, 9.0, -10.0));
  expectGains(pid, 6.0, 7.0, 8.0, 9.0, -10.0, false);

  pid.initPid(1.5, 2.5, 3.5, 4.5, -5.5, true);
  double p, i, d, i_max, i_min;
  bool antiwindup = false;
  pid.getGains(p, i, d, i_max, i_min, antiwindup);
  EXPECT_TRUE(antiwindup);
  pid.getGains(p, i, d, i_max, i_min);
  EXPECT_EQ(1.5, p);
  EXPECT_EQ(2.5, i);
  EXPECT_EQ(3.5, d);
  EXPECT_EQ(4.5, i_max);
  EXPECT_EQ(-5.5, i_min);
}

TEST(PidGains, InitResetsAndSetDoesNot) {
  Pid pid(1.0);
  command(pid, 2.0);
  pid.setGains(3.0, 0.0, 0.0, 0.0, 0.0);
  expectErrors(pid, 2.0, 2.0, 2.0);
  EXPECT_EQ(6.0, command(pid, 2.0)) << "used by the next command";
  pid.initPid(1.0, 0.0, 0.0, 0.0, 0.0);
  expectErrors(pid, 0.0, 0.0, 0.0);
}

TEST(PidCopy, TakesGainsAndStartsFromReset) {
  Pid source(1.0, 2.0, 3.0, 4.0, -5.0, true);
  command(source, 1.0);
  Pid copy(source);
  Pid assigned(9.0);
  command(assigned, 1.0);
  assigned = source;
  for (Pid* pid : {&copy, &assigned}) {
    expectGains(*pid, 1.0, 2.0, 3.0, 4.0, -5.0, true);
    expectErrors(*pid, 0.0, 0.0, 0.0);
    EXPECT_EQ(0.0, pid->getCurrentCmd());
  }
  expectErrors(source, 1.0, 1.0, 1.0);
  copy.setGains(0.0, 0.0, 0.0, 0.0, 0.0);
  expectGains(source, 1.0, 2.0, 3.0, 4.0, -5.0, true);

  Pid& self = source;
  source = self;
  expectErrors(source, 1.0, 1.0, 1.0);
}

TEST(PidCopy, LivesInVector) {
  std::vector<Pid> pids(3, Pid(2.0));
  pids.push_back(Pid(3.0));
  EXPECT_EQ(2.0, command(pids[0], 1.0));
  EXPECT_EQ(3.0, command(pids[3], 1.0));
}

TEST(PidCommand, CanBeOverwrittenWithoutEffectOnTheNext) {
  Pid pid(2.0);
  command(pid, 1.0);
  EXPECT_EQ(2.0, pid.getCurrentCmd());
  pid.setCurrentCmd(7.0);
  EXPECT_EQ(7.0, pid.getCurrentCmd());
  EXPECT_EQ(2.0, command(pid, 1.0));
}

TEST(PidCommand, DeprecatedFormHasOppositeSign) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  Pid pid(1.0, 0.0, 2.0);
  EXPECT_EQ(-(0.5 + 2.0 * 0.5), pid.updatePid(0.5, ros::Duration(1.0)));
  EXPECT_EQ(-(0.5 + 2.0 * 3.0), pid.updatePid(0.5, 3.0, ros::Duration(1.0)));
#pragma GCC diagnostic pop
}

TEST(PidXml, ReadsAttributes) {
  TiXmlDocument xml;
  xml.Parse("<gains p='1.5' i='2' d='3' iClamp='-4' antiwindup='true'/>");
  Pid pid;
  ASSERT_TRUE(pid.initXml(xml.RootElement()));
  expectGains(pid, 1.5, 2.0, 3.0, 4.0, -4.0, true);
}

TEST(PidXml, MissingAttributesAreZero) {
  TiXmlDocument xml;
  xml.Parse("<gains p='1.5'/>");
  Pid pid(9.0, 9.0, 9.0, 9.0, -9.0, true);
  ASSERT_TRUE(pid.initXml(xml.RootElement()));
  expectGains(pid, 1.5, 0.0, 0.0, 0.0, 0.0, false);
}

TEST(PidXml, RefusesNoElementAndNoNumber) {
  TiXmlDocument xml;
  xml.Parse("<gains p='1' d='much'/>");
  Pid pid(9.0);
  EXPECT_FALSE(pid.initXml(nullptr));
  EXPECT_FALSE(pid.initXml(xml.RootElement()));
  expectGains(pid, 9.0, 0.0, 0.0, 0.0, 0.0, false);
}

// Against the formulas, written down once more, for random gains, errors and times.
TEST(PidProperties, MatchesFormulasForRandomSequences) {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int run = 0; run < 100; ++run) {
    const double p = uniform(-10, 10), i = uniform(-10, 10), d = uniform(-1, 1);
    const double i_max = uniform(0, 5), i_min = -uniform(0, 5);
    const bool antiwindup = run % 2;
    Pid pid(p, i, d, i_max, i_min, antiwindup);
    double integral = 0.0, previous = 0.0;
    for (int step = 0; step < 100; ++step) {
      const ros::Duration dt(uniform(1e-4, 0.1));
      const double error = uniform(-2, 2);
      integral += error * dt.toSec();
      if (antiwindup) {
        const double lowest = i > 0 ? i_min / i : i_max / i;
        const double highest = i > 0 ? i_max / i : i_min / i;
        integral = std::min(std::max(integral, lowest), highest);
      }
      const double i_term = std::min(std::max(i * integral, i_min), i_max);
      const double derivative = (error - previous) / dt.toSec();
      const double expected = p * error + i_term + d * derivative;
      previous = error;
      ASSERT_NEAR(expected, pid.computeCommand(error, dt), 1e-9 * (1.0 + std::abs(expected)))
          << "run " << run << " step " << step;
    }
  }
}

TEST(PidRealtime, ComputingAllocatesNothing) {
  Pid pid(1.0, 1.0, 1.0, 1.0, -1.0, true);
  const std::size_t before = allocation_counter::count;
  for (int i = 0; i < 100; ++i) {
    command(pid, i, 1e-3);
    pid.getGains();
    pid.getCurrentCmd();
  }
  pid.reset();
  EXPECT_EQ(before, allocation_counter::count);
}

TEST(PidRealtime, GainsSetByAnotherThreadTakeEffectAsAWhole) {
  Pid pid;
  std::atomic<bool> done{false};
  std::thread tuner([&] {
    for (int n = 1; n <= 20000; ++n) {
      pid.setGains(n, 0.0, -n, 0.0, 0.0);  // cancel each other if they belong together
    }
    done = true;
  });
  bool torn = false;
  while (!done) {
    torn = torn || pid.computeCommand(1.0, 1.0, ros::Duration(1.0)) != 0.0;
  }
  tuner.join();
  EXPECT_FALSE(torn);
  EXPECT_EQ(20000.0, pid.computeCommand(1.0, 0.0, ros::Duration(1.0)));
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
