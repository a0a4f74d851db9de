#include <diff_drive_controller/odometry.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

using diff_drive_controller::Odometry;

namespace {

constexpr double kSeparation = 0.135;  // m
constexpr double kRadius = 0.033;      // m

/// A second way to integrate: along the chord of the arc, whose length is ds sin(dθ/2) / (dθ/2).
struct Reference {
  long double x = 0, y = 0, heading = 0;

  void add(long double left, long double right, long double separation) {
    const long double ds = (left + right) / 2;
    const long double turn = (right - left) / separation;
    const long double half = turn / 2;
    const long double chord = ds * (half == 0 ? 1 : std::sin(half) / half);
    x += chord * std::cos(heading + half);
    y += chord * std::sin(heading + half);
    heading += turn;
  }
};

Odometry odometryAtZero() {
  Odometry odometry;
  odometry.setWheelParams(kSeparation, kRadius, kRadius);
  odometry.init(ros::Time(1.0));
  odometry.update(0.0, 0.0, ros::Time(1.0));
  return odometry;
}

/// Wheel angle that moves the wheel by a distance.
double angle(double distance) { return distance / kRadius; }

TEST(Odometry, RandomDrivesEqualAnIndependentIntegration) {
  std::mt19937 random(7);
  for (int run = 0; run < 20; ++run) {
    const double separation = std::uniform_real_distribution<>(0.05, 0.8)(random);
    const double left_radius = std::uniform_real_distribution<>(0.01, 0.2)(random);
    const double right_radius = left_radius * std::uniform_real_distribution<>(0.9, 1.1)(random);
    std::uniform_real_distribution<> offset(-50.0, 50.0);
    std::uniform_real_distribution<> step(-0.3, 0.3);
    // Some steps turn by less than 1e-6 rad, so that both ways of integrating take part.
    std::bernoulli_distribution nearly_straight(0.3);

    Odometry odometry;
    odometry.setWheelParams(separation, left_radius, right_radius);
    odometry.init(ros::Time(1.0));
    double left = offset(random);
    double right = offset(random);
    ros::Time time(1.0);
    odometry.update(left, right, time);
    Reference reference;
    for (int i = 0; i < 2000; ++i) {
      const double left_before = left;
      const double right_before = right;
      left += step(random);
      right += nearly_straight(random)
                   ? (left - left_before) * left_radius / right_radius + 1e-7 * step(random)
                   : step(random);
      time += ros::Duration(0.01);
      odometry.update(left, right, time);
      reference.add((left - left_before) * left_radius, (right - right_before) * right_radius,
                    separation);
    }
    EXPECT_NEAR(reference.x, odometry.getX(), 1e-9);
    EXPECT_NEAR(reference.y, odometry.getY(), 1e-9);
    EXPECT_NEAR(reference.heading, odometry.getHeading(), 1e-9);
  }
}

TEST(Odometry, SignsOfForwardAndLeft) {
  Odometry odometry = odometryAtZero();
  odometry.update(angle(0.5), angle(0.5), ros::Time(2.0));
  EXPECT_DOUBLE_EQ(0.5, odometry.getX());
  EXPECT_DOUBLE_EQ(0.0, odometry.getY());
  EXPECT_DOUBLE_EQ(0.5, odometry.getLinear());

  // The right wheel goes on, the left stands: a left turn about the left wheel.
  const double quarter = kSeparation * M_PI / 2;
  odometry.update(angle(0.5), angle(0.5 + quarter), ros::Time(3.0));
  EXPECT_NEAR(M_PI / 2, odometry.getHeading(), 1e-12);
  EXPECT_NEAR(0.5 + kSeparation / 2, odometry.getX(), 1e-12);
  EXPECT_NEAR(kSeparation / 2, odometry.getY(), 1e-12);
}

/// Drives one step with the given turn from a heading of 1 rad; the distance is about 1 m.
struct Step {
  double x, y, distance, turn, heading;
};

Step stepWithTurn(double turn) {
  Odometry odometry = odometryAtZero();
  odometry.setWheelParams(1.0, 1.0, 1.0);
  odometry.update(-0.5, 0.5, ros::Time(2.0));  // on the spot, to heading 1
  const double x = odometry.getX();
  const double y = odometry.getY();
  odometry.update(-0.5 + 1.0 - turn, 0.5 + 1.0, ros::Time(3.0));
  const double left = (-0.5 + 1.0 - turn) - (-0.5);
  const double right = (0.5 + 1.0) - 0.5;
  return {odometry.getX() - x, odometry.getY() - y, 0.5 * (right + left), right - left, 1.0};
}

TEST(Odometry, BelowTheSwitchTheChordAtMidHeadingIsUsed) {
  const Step step = stepWithTurn(0.999e-6);
  ASSERT_LT(step.turn, 1e-6);
  EXPECT_DOUBLE_EQ(step.distance * std::cos(step.heading + step.turn / 2), step.x);
  EXPECT_DOUBLE_EQ(step.distance * std::sin(step.heading + step.turn / 2), step.y);
}

TEST(Odometry, FromTheSwitchOnTheArcIsUsed) {
  const Step step = stepWithTurn(1.001e-6);
  ASSERT_GE(step.turn, 1e-6);
  const double radius = step.distance / step.turn;
  const double after = step.heading + step.turn;
  EXPECT_DOUBLE_EQ(radius * (std::sin(after) - std::sin(step.heading)), step.x);
  EXPECT_DOUBLE_EQ(-radius * (std::cos(after) - std::cos(step.heading)), step.y);
  // The two ways differ here by the arc's lost digits, so the tests do tell them apart.
  EXPECT_NE(step.distance * std::cos(step.heading + step.turn / 2), step.x);
}

TEST(Odometry, TheFirstReadingIsTheReference) {
  Odometry odometry;
  odometry.setWheelParams(kSeparation, kRadius, kRadius);
  odometry.init(ros::Time(1.0));
  EXPECT_FALSE(odometry.update(1234.5, -6.0, ros::Time(1.0)));
  odometry.update(1234.5, -6.0, ros::Time(1.1));
  EXPECT_EQ(0.0, odometry.getX());
  EXPECT_EQ(0.0, odometry.getHeading());
  EXPECT_EQ(0.0, odometry.getLinear());
}

TEST(Odometry, AChangedRadiusDoesNotMoveTheRobot) {
  Odometry odometry = odometryAtZero();
  odometry.update(100.0, 100.0, ros::Time(2.0));
  const double x = odometry.getX();
  odometry.setWheelParams(kSeparation, 1.2 * kRadius, 0.8 * kRadius);
  odometry.update(100.0, 100.0, ros::Time(3.0));
  EXPECT_EQ(x, odometry.getX());
  EXPECT_EQ(0.0, odometry.getHeading());
  odometry.setWheelParams(kSeparation, 1.2 * kRadius, 1.2 * kRadius);
  odometry.update(101.0, 101.0, ros::Time(4.0));
  EXPECT_NEAR(x + 1.2 * kRadius, odometry.getX(), 1e-12);
}

TEST(Odometry, TheHeadingIsNotWrapped) {
  Odometry odometry = odometryAtZero();
  for (int i = 1; i <= 100; ++i) {
    odometry.update(-0.5 * i, 0.5 * i, ros::Time(1.0 + i));
  }
  EXPECT_NEAR(100 * kRadius / kSeparation, odometry.getHeading(), 1e-9);
}

TEST(Odometry, VelocitiesAreMeansOverTheWindow) {
  Odometry odometry(2);
  odometry.setWheelParams(kSeparation, kRadius, kRadius);
  odometry.init(ros::Time(1.0));
  odometry.update(0.0, 0.0, ros::Time(1.0));
  EXPECT_TRUE(odometry.update(angle(0.1), angle(0.1), ros::Time(2.0)));
  EXPECT_NEAR(0.1, odometry.getLinear(), 1e-12);
  odometry.update(angle(0.4), angle(0.4), ros::Time(3.0));
  EXPECT_NEAR(0.2, odometry.getLinear(), 1e-12);  // of 0.1 and 0.3
  odometry.update(angle(0.9), angle(0.9), ros::Time(4.0));
  EXPECT_NEAR(0.4, odometry.getLinear(), 1e-12);  // of 0.3 and 0.5
  odometry.init(ros::Time(4.0));
  EXPECT_EQ(0.0, odometry.getLinear());
  odometry.update(angle(1.9), angle(1.9), ros::Time(5.0));
  EXPECT_NEAR(1.0, odometry.getLinear(), 1e-12);  // the filter was emptied
}

TEST(Odometry, TheWindowCanBeChanged) {
  Odometry odometry = odometryAtZero();
  odometry.setVelocityRollingWindowSize(1);
  odometry.update(angle(1.0), angle(1.0), ros::Time(2.0));
  odometry.update(angle(3.0), angle(3.0), ros::Time(3.0));
  EXPECT_NEAR(2.0, odometry.getLinear(), 1e-12);
}

TEST(Odometry, TravelOfTooShortIntervalsCountsInTheNextVelocity) {
  Odometry odometry = odometryAtZero();
  EXPECT_FALSE(odometry.update(angle(0.1), angle(0.1), ros::Time(1.00005)));
  EXPECT_NEAR(0.1, odometry.getX(), 1e-12);
  EXPECT_EQ(0.0, odometry.getLinear());
  EXPECT_TRUE(odometry.update(angle(0.3), angle(0.3), ros::Time(1.1)));
  EXPECT_NEAR(0.3, odometry.getX(), 1e-12);
  EXPECT_NEAR(3.0, odometry.getLinear(), 1e-9);
}

TEST(Odometry, AfterTheClockWentBackVelocitiesGoOn) {
  Odometry odometry = odometryAtZero();
  odometry.update(angle(0.1), angle(0.1), ros::Time(1001.0));
  EXPECT_FALSE(odometry.update(angle(0.2), angle(0.2), ros::Time(5.0)));
  EXPECT_TRUE(odometry.update(angle(0.3), angle(0.3), ros::Time(5.1)));
  EXPECT_NEAR((0.1 / 1000 + 0.1 / 0.1) / 2, odometry.getLinear(), 1e-9);
  EXPECT_NEAR(0.3, odometry.getX(), 1e-12);
}

TEST(Odometry, OpenLoopIntegratesTheCommand) {
  Odometry odometry = odometryAtZero();
  Reference reference;
  ros::Time time(1.0);
  for (int i = 0; i < 500; ++i) {
    const double linear = 0.4 * std::sin(0.01 * i);
    const double angular = i % 3 == 0 ? 0.0 : 1.5 * std::cos(0.02 * i);
    time += ros::Duration(0.01);
    odometry.updateOpenLoop(linear, angular, time);
    reference.add((linear - angular / 2) * 0.01L, (linear + angular / 2) * 0.01L, 1.0L);
    EXPECT_EQ(linear, odometry.getLinear());
    EXPECT_EQ(angular, odometry.getAngular());
  }
  EXPECT_NEAR(reference.x, odometry.getX(), 1e-9);
  EXPECT_NEAR(reference.y, odometry.getY(), 1e-9);
  EXPECT_NEAR(reference.heading, odometry.getHeading(), 1e-9);
}

TEST(Odometry, OpenLoopIgnoresAClockThatWentBack) {
  Odometry odometry = odometryAtZero();
  odometry.updateOpenLoop(1.0, 0.0, ros::Time(2.0));
  odometry.updateOpenLoop(1.0, 0.0, ros::Time(1.5));
  EXPECT_DOUBLE_EQ(1.0, odometry.getX());
  odometry.updateOpenLoop(1.0, 0.0, ros::Time(1.6));
  EXPECT_NEAR(1.1, odometry.getX(), 1e-9);
}

TEST(RollingMean, HoldsAtLeastOneSampleAndForgetsOldOnes) {
  diff_drive_controller::RollingMean mean(0);
  EXPECT_EQ(0.0, mean.mean());
  mean.add(3.0);
  mean.add(5.0);
  EXPECT_EQ(5.0, mean.mean());
}

TEST(RollingMean, RoundingErrorsDoNotPileUp) {
  diff_drive_controller::RollingMean mean(3);
  mean.add(1e17);  // swallows the digits of the next ones while it is in the window
  for (int i = 0; i < 6; ++i) mean.add(1.0);
  EXPECT_DOUBLE_EQ(1.0, mean.mean());
}

}  // namespace
