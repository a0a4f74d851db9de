#!/usr/bin/env python3
"""Drives the robot of sim_drive.launch in lockstep and checks the four links from the command to
the true pose."""

import unittest

import rospy
import rostest

from diffbot_gazebo import drives
from diffbot_gazebo.checks import check_drive, check_idle, failure_text, slip_or_geometry
from diffbot_gazebo.limits import LIMITS
from diffbot_gazebo.readiness import NotReady
from diffbot_gazebo.simulation import SPAWNED, SimulatedRobot


class TestDrive(unittest.TestCase):
    """Every test starts from rest, wherever the one before has left the robot."""

    robot = None
    missing = ''

    @classmethod
    def setUpClass(cls):
        try:
            cls.robot = SimulatedRobot().__enter__()
        except NotReady as error:
            cls.missing = str(error)

    @classmethod
    def tearDownClass(cls):
        if cls.robot is not None:
            cls.robot.__exit__(None, None, None)

    def setUp(self):
        if self.robot is None:
            # An error, not a failure: no check was reached.
            raise NotReady(self.missing)

    def measure(self, drive):
        measurement = self.robot.drive(drive)
        checks = check_drive(measurement, LIMITS)
        used = max(abs(check.error) / check.tolerance for check in checks)
        print(
            '%s: command %s | odometry %s | true pose %s | %d checks, at most %.0f %% of a limit'
            % (
                drive.name,
                measurement.command,
                measurement.odometry_motion(),
                measurement.true_motion(),
                len(checks),
                100 * used,
            )
        )
        self.assertFalse(failure_text(measurement, checks), failure_text(measurement, checks))
        return measurement

    def test_00_idle_stays_where_it_was_spawned(self):
        poses = self.robot.idle(10.0)
        failed = [check for check in check_idle(poses, SPAWNED, LIMITS) if not check.ok]
        self.assertFalse(failed, '\n'.join(str(check) for check in failed))

    def test_forward(self):
        self.measure(drives.FORWARD)

    def test_backward(self):
        self.measure(drives.BACKWARD)

    def test_left(self):
        self.measure(drives.LEFT)

    def test_right(self):
        self.measure(drives.RIGHT)

    def test_arc_left(self):
        self.measure(drives.ARC_LEFT)

    def test_arc_right(self):
        self.measure(drives.ARC_RIGHT)

    def test_two_speeds_forward(self):
        found = slip_or_geometry(
            self.measure(drives.FORWARD), self.measure(drives.FORWARD_FAST), LIMITS.ratio
        )
        self.assertFalse(found, found)

    def test_two_speeds_left(self):
        found = slip_or_geometry(
            self.measure(drives.LEFT), self.measure(drives.LEFT_FAST), LIMITS.ratio
        )
        self.assertFalse(found, found)


if __name__ == '__main__':
    rospy.init_node('test_drive')
    rostest.rosrun('diffbot_gazebo', 'test_drive', TestDrive)
