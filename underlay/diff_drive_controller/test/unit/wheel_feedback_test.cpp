#include <diff_drive_controller/wheel_feedback.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using diff_drive_controller::WheelFeedback;
using Status = WheelFeedback::Status;

namespace {

constexpr double kPeriod = 0.01;  // s

struct Wheels {
  explicit Wheels(std::size_t per_side)
      : position(2 * per_side, 0.0),
        velocity(2 * per_side, 0.0),
        effort(2 * per_side, 0.0),
        command(2 * per_side, 0.0) {
    for (std::size_t i = 0; i < position.size(); ++i) {
      const hardware_interface::JointStateHandle state("wheel_" + std::to_string(i), &position[i],
                                                       &velocity[i], &effort[i]);
      (i < per_side ? left : right).emplace_back(state, &command[i]);
    }
    feedback.init(per_side);
  }

  Status read(double period = kPeriod) { return feedback.read(left, right, period); }

  std::vector<double> position, velocity, effort, command;
  WheelFeedback::Joints left, right;
  WheelFeedback feedback;
};

TEST(WheelFeedback, TheFirstReadingMovesNothing) {
  Wheels wheels(1);
  wheels.position = {700.0, -3.0};
  EXPECT_EQ(Status::kGood, wheels.read());
  EXPECT_EQ(0.0, wheels.feedback.left());
  EXPECT_EQ(0.0, wheels.feedback.right());
  wheels.position = {700.5, -3.25};
  EXPECT_EQ(Status::kGood, wheels.read());
  EXPECT_DOUBLE_EQ(0.5, wheels.feedback.left());
  EXPECT_DOUBLE_EQ(-0.25, wheels.feedback.right());
}

TEST(WheelFeedback, ASideIsTheMeanOfItsWheels) {
  Wheels wheels(3);
  wheels.read();
  wheels.position = {0.1, 0.2, 0.6, -0.3, -0.3, 0.0};
  wheels.read();
  EXPECT_NEAR(0.3, wheels.feedback.left(), 1e-12);
  EXPECT_NEAR(-0.2, wheels.feedback.right(), 1e-12);
}

TEST(WheelFeedback, RelatchingForgetsTheMotionInBetween) {
  Wheels wheels(1);
  wheels.read();
  wheels.position = {1.0, 2.0};
  wheels.read();
  wheels.feedback.relatch();
  wheels.position = {40.0, -50.0};
  EXPECT_EQ(Status::kGood, wheels.read());
  EXPECT_DOUBLE_EQ(1.0, wheels.feedback.left());
  EXPECT_DOUBLE_EQ(2.0, wheels.feedback.right());
}

TEST(WheelFeedback, ReadingsThatAreNotFiniteAreRefusedWhole) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (std::size_t joint = 0; joint < 4; ++joint) {
      Wheels wheels(2);
      wheels.read();
      wheels.position = {0.1, 0.1, 0.1, 0.1};
      wheels.read();
      wheels.position = {0.2, 0.2, 0.2, 0.2};
      wheels.position[joint] = bad;
      EXPECT_EQ(Status::kNotFinite, wheels.read());
      EXPECT_EQ(joint, wheels.feedback.culprit());
      EXPECT_DOUBLE_EQ(0.1, wheels.feedback.left());
      EXPECT_DOUBLE_EQ(0.1, wheels.feedback.right());
      // The encoders counted on meanwhile: that is travel.
      wheels.position = {0.3, 0.3, 0.3, 0.3};
      EXPECT_EQ(Status::kGood, wheels.read());
      EXPECT_NEAR(0.3, wheels.feedback.left(), 1e-12);
    }
  }
}

TEST(WheelFeedback, AMeasuredSpeedThatIsNotFiniteDoesNoHarm) {
  Wheels wheels(1);
  wheels.velocity = {std::numeric_limits<double>::quiet_NaN(), 0.0};
  wheels.read();
  wheels.position = {0.1, 0.1};
  EXPECT_EQ(Status::kGood, wheels.read());
}

TEST(WheelFeedback, ADeviceResetMovesNothing) {
  Wheels wheels(1);
  wheels.read();
  // Driving at 10 rad/s, up to 20 rad.
  wheels.velocity = {10.0, 10.0};
  wheels.command = {10.0, 10.0};
  for (int i = 1; i <= 200; ++i) {
    wheels.position = {0.1 * i, 0.1 * i};
    ASSERT_EQ(Status::kGood, wheels.read());
  }
  wheels.position = {0.02, 0.0};
  EXPECT_EQ(Status::kDeviceReset, wheels.read());
  EXPECT_DOUBLE_EQ(20.0, wheels.feedback.left());
  EXPECT_DOUBLE_EQ(20.0, wheels.feedback.right());
  wheels.position = {0.12, 0.1};
  EXPECT_EQ(Status::kGood, wheels.read());
  EXPECT_NEAR(20.1, wheels.feedback.left(), 1e-12);
  EXPECT_NEAR(20.1, wheels.feedback.right(), 1e-12);
}

TEST(WheelFeedback, AResetOfOneOfSeveralWheelsIsSeen) {
  Wheels wheels(2);
  wheels.position = {30.0, 30.0, 30.0, 30.0};
  wheels.read();
  wheels.position[3] = 0.0;
  EXPECT_EQ(Status::kDeviceReset, wheels.read());
  EXPECT_EQ(3u, wheels.feedback.culprit());
  EXPECT_EQ(0.0, wheels.feedback.right());
}

TEST(WheelFeedback, AResetDuringAnOutageIsSeen) {
  Wheels wheels(1);
  wheels.position = {30.0, 30.0};
  wheels.velocity = {5.0, 5.0};
  wheels.read();
  wheels.position = {NAN, NAN};
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(Status::kNotFinite, wheels.read());
  wheels.position = {0.0, 0.0};
  EXPECT_EQ(Status::kDeviceReset, wheels.read());
  EXPECT_EQ(0.0, wheels.feedback.left());
}

TEST(WheelFeedback, DrivingThroughZeroIsMotion) {
  for (const double speed : {0.5, 10.0, 100.0}) {
    Wheels wheels(1);
    wheels.position = {5.0, 5.0};
    wheels.read();
    wheels.command = {-speed, -speed};
    for (double position = 5.0; position > -5.0; position -= speed * kPeriod) {
      wheels.position = {position, position};
      ASSERT_EQ(Status::kGood, wheels.read()) << "at " << speed << " rad/s";
    }
  }
}

TEST(WheelFeedback, LateFeedbackInALumpIsMotion) {
  Wheels wheels(1);
  wheels.position = {2.4, 2.4};
  wheels.velocity = {-20.0, -20.0};
  wheels.read(0.001);
  for (int i = 0; i < 99; ++i) ASSERT_EQ(Status::kGood, wheels.read(0.001));
  wheels.position = {0.4, 0.4};  // 0.1 s of motion that arrives within 1 ms
  EXPECT_EQ(Status::kGood, wheels.read(0.001));
  EXPECT_NEAR(-2.0, wheels.feedback.left(), 1e-12);
}

TEST(WheelFeedback, AJumpAwayFromZeroCountsAsMotion) {
  Wheels wheels(1);
  wheels.position = {30.0, 30.0};
  wheels.read();
  wheels.position = {60.0, 60.0};
  EXPECT_EQ(Status::kGood, wheels.read());
  EXPECT_DOUBLE_EQ(30.0, wheels.feedback.left());
}

}  // namespace
