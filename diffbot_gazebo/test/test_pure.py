"""Unit tests of the modules that need neither ROS nor Gazebo."""

import math
import random
import unittest

from diffbot_gazebo import checks, drives
from diffbot_gazebo.kinematics import Geometry, integrate, odometry, wheel_speeds
from diffbot_gazebo.limits import LIMITS
from diffbot_gazebo.measurement import Measurement, PoseSample, WheelSample, pose_hash
from diffbot_gazebo.pose import Motion, Pose, motion, wrap
from diffbot_gazebo.report import as_dict, table

GEOMETRY = Geometry(radius=0.0333, separation=0.138)
LINEAR = drives.AxisLimits(0.3, 0.6)
ANGULAR = drives.AxisLimits(8.0, 6.0)


def ideal(drive, true_scale=1.0, true_turn_scale=1.0, wheel_noise=0.0):
    """Return the measurement of a robot that follows the drive exactly, or with a wrong scale of
    its true motion."""
    pose, true, v, w, angles = Pose(-2.0, -0.5, 0.3), Pose(1.0, 2.0, 3.0), 0.0, 0.0, [0.0, 0.0]
    noise = random.Random(1)
    odom, truth, wheels, every_angle = [], [], [], []
    for step in range(round((drive.duration + drives.REST) * 1000) + 1):
        every_angle.append(tuple(angles))
        if step % 20 == 0:
            odom.append(PoseSample(step / 1000, pose))
            truth.append(PoseSample(step / 1000, true))
            speeds = wheel_speeds(v, w, GEOMETRY)
            wheels.append(
                WheelSample(
                    step / 1000,
                    tuple(angles),
                    tuple(s + noise.gauss(0, wheel_noise) for s in speeds),
                )
            )
        going = step < round(drive.duration * 1000)
        v = drives.limited(drive.linear if going else 0.0, v, LINEAR, 0.001)
        w = drives.limited(drive.angular if going else 0.0, w, ANGULAR, 0.001)
        for side, speed in enumerate(wheel_speeds(v, w, GEOMETRY)):
            angles[side] += speed * 0.001
        pose = integrate(pose, v * 0.001, w * 0.001)
        true = integrate(true, true_scale * v * 0.001, true_turn_scale * w * 0.001)
    return Measurement(
        drive,
        GEOMETRY,
        drives.commanded_motion(drive, LINEAR, ANGULAR),
        0.0,
        odom,
        truth,
        wheels,
        every_angle,
    )


class TestPose(unittest.TestCase):
    def test_motion_is_expressed_in_the_start_frame(self):
        moved = motion(Pose(1.0, 1.0, math.pi / 2), Pose(1.0, 3.0, math.pi))
        self.assertAlmostEqual(moved.forward, 2.0)
        self.assertAlmostEqual(moved.left, 0.0)
        self.assertAlmostEqual(moved.turned, math.pi / 2)

    def test_turned_is_wrapped(self):
        self.assertAlmostEqual(motion(Pose(0, 0, 3.0), Pose(0, 0, -3.0)).turned, 2 * math.pi - 6.0)
        self.assertAlmostEqual(wrap(3 * math.pi), math.pi)

    def test_yaw_of_a_quaternion(self):
        pose = Pose.from_quaternion(1, 2, 0, 0, math.sin(-0.6), math.cos(-0.6))
        self.assertAlmostEqual(pose.yaw, -1.2)


class TestKinematics(unittest.TestCase):
    def test_wheel_speeds_keep_their_signs(self):
        left, right = wheel_speeds(0.0, 0.5, GEOMETRY)
        self.assertLess(left, 0.0)
        self.assertAlmostEqual(right, 0.5 * 0.069 / 0.0333)
        self.assertEqual(wheel_speeds(-0.2, 0.0, GEOMETRY), (-0.2 / 0.0333,) * 2)

    def test_odometry_of_wheel_angles_is_the_arc(self):
        turn = odometry(Pose(0, 0, 0), [(0.0, 0.0), (-1.0, 1.0)], GEOMETRY)
        self.assertAlmostEqual(turn.yaw, 2 * 0.0333 / 0.138)
        self.assertAlmostEqual(turn.x, 0.0)
        half_circle = integrate(Pose(0, 0, 0), math.pi, math.pi)
        self.assertAlmostEqual(half_circle.x, 0.0)
        self.assertAlmostEqual(half_circle.y, 2.0)

    def test_straight_and_nearly_straight_agree(self):
        straight = integrate(Pose(0, 0, 0.4), 1.0, 0.0)
        nearly = integrate(Pose(0, 0, 0.4), 1.0, 1e-8)
        self.assertAlmostEqual(straight.x, nearly.x, places=7)
        self.assertAlmostEqual(straight.y, nearly.y, places=7)


class TestDrives(unittest.TestCase):
    def test_the_ramps_cancel_on_a_line_and_on_the_spot(self):
        for drive in drives.ALL_DRIVES:
            with self.subTest(drive=drive.name):
                moved = drives.commanded_motion(drive, LINEAR, ANGULAR)
                self.assertAlmostEqual(moved.turned, drive.angular * drive.duration, places=6)
                if drive.angular == 0.0:
                    self.assertAlmostEqual(moved.forward, drive.linear * drive.duration, places=6)

    def test_the_two_arcs_mirror_each_other(self):
        left = drives.commanded_motion(drives.ARC_LEFT, LINEAR, ANGULAR)
        right = drives.commanded_motion(drives.ARC_RIGHT, LINEAR, ANGULAR)
        self.assertAlmostEqual(left.forward, right.forward)
        self.assertAlmostEqual(left.left, -right.left)
        self.assertGreater(left.left, 0.1)

    def test_commands_are_whole_numbers(self):
        for drive in drives.ALL_DRIVES:
            self.assertAlmostEqual(drive.commands() * drives.COMMAND_PERIOD, drive.duration)


class TestChecks(unittest.TestCase):
    def failed(self, measurement):
        found = checks.check_drive(measurement, LIMITS)
        self.assertGreater(len(found), 10)
        return {(check.link, check.quantity) for check in found if not check.ok}

    def test_an_ideal_robot_passes_every_drive(self):
        for drive in drives.ALL_DRIVES:
            with self.subTest(drive=drive.name):
                measurement = ideal(drive)
                found = checks.check_drive(measurement, LIMITS)
                self.assertEqual(checks.failure_text(measurement, found), '')

    def test_a_true_distance_that_is_off_names_the_layer(self):
        failed = self.failed(ideal(drives.FORWARD, true_scale=0.95))
        self.assertEqual(
            failed, {(checks.ODOMETRY_TO_TRUTH, 'forward'), (checks.COMMAND_TO_TRUTH, 'forward')}
        )

    def test_a_reversed_robot_fails(self):
        self.assertIn(
            (checks.COMMAND_TO_TRUTH, 'forward'),
            self.failed(ideal(drives.FORWARD, true_scale=-1.0)),
        )
        self.assertIn(
            (checks.COMMAND_TO_TRUTH, 'turned'),
            self.failed(ideal(drives.LEFT, true_turn_scale=-1.0)),
        )

    def test_a_jittering_wheel_fails_the_first_link(self):
        failed = self.failed(ideal(drives.FORWARD, wheel_noise=0.2))
        self.assertIn((checks.COMMAND_TO_WHEELS, 'left wheel oscillation'), failed)
        self.assertNotIn(checks.COMMAND_TO_TRUTH, {link for link, _ in failed})

    def test_odometry_that_is_not_from_the_wheels_fails_the_second_link(self):
        measurement = ideal(drives.FORWARD)
        other = [(0.9 * left, right) for left, right in measurement.angles]
        self.assertIn(
            (checks.WHEELS_TO_ODOMETRY, 'turned'), self.failed(measurement._replace(angles=other))
        )

    def test_nan_fails(self):
        self.assertFalse(checks.Check('link', 'forward', math.nan, 0.0, 1.0, 'm').ok)

    def test_the_message_has_value_expectation_tolerance_and_motions(self):
        measurement = ideal(drives.FORWARD, true_scale=0.95)
        text = checks.failure_text(measurement, checks.check_drive(measurement, LIMITS))
        for part in (
            'odometry -> true pose: forward is +0.570000 m, expected +0.600000 +- 3.5e-05',
            'command    forward +0.6000',
            'true pose  forward +0.5700',
            'look first at',
        ):
            self.assertIn(part, text)

    def test_two_speeds_tell_geometry_from_slip(self):
        slow, fast = (
            ideal(drives.LEFT, true_turn_scale=0.85),
            ideal(drives.LEFT_FAST, true_turn_scale=0.85),
        )
        self.assertIn('it is geometry', checks.slip_or_geometry(slow, fast, 0.003))
        slipping = ideal(drives.LEFT_FAST, true_turn_scale=0.7)
        self.assertIn('it is slip', checks.slip_or_geometry(slow, slipping, 0.003))
        self.assertEqual(
            checks.slip_or_geometry(ideal(drives.LEFT), ideal(drives.LEFT_FAST), 0.003), ''
        )


class TestReport(unittest.TestCase):
    def results(self, **scales):
        return [
            (measurement, checks.check_drive(measurement, LIMITS))
            for measurement in (ideal(drive, **scales) for drive in drives.MAIN_DRIVES)
        ]

    def test_the_table_has_every_drive_and_its_verdict(self):
        text = table(self.results())
        for drive in drives.MAIN_DRIVES:
            self.assertIn(drive.name, text)
        self.assertEqual(text.count('yes, '), 4)
        self.assertIn('NO, ', table(self.results(true_scale=0.9)))

    def test_the_result_says_whether_all_passed(self):
        good, bad = as_dict(self.results()), as_dict(self.results(true_scale=0.9), world='w')
        self.assertTrue(good['passed'])
        self.assertFalse(bad['passed'])
        self.assertEqual(bad['world'], 'w')
        self.assertAlmostEqual(good['drives'][0]['motions']['command']['forward'], 0.6)

    def test_the_hash_sees_the_last_bit(self):
        measurement = ideal(drives.FORWARD)
        last = measurement.truth[-1]
        changed = last._replace(
            pose=last.pose._replace(
                x=math.nextafter(last.pose.x, 9.0)
                if hasattr(math, 'nextafter')
                else last.pose.x + 1e-15
            )
        )
        other = measurement._replace(truth=measurement.truth[:-1] + [changed])
        self.assertEqual(pose_hash([measurement]), pose_hash([ideal(drives.FORWARD)]))
        self.assertNotEqual(pose_hash([measurement]), pose_hash([other]))
        self.assertEqual(Motion(0, 0, 0), motion(last.pose, last.pose))


if __name__ == '__main__':
    unittest.main()
