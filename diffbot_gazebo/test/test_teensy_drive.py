"""Two drives over the simulated Teensy, and the limits that they are judged by."""

import math
import os
import tempfile
import unittest

from diffbot_base.teensy import Moment

from diffbot_gazebo import drives, picture, report, teensy_limits
from diffbot_gazebo.checks import check_drive, failure_text
from diffbot_gazebo.pose import Pose
from diffbot_gazebo.teensy_run import pose_at, run_drives


def read(path: str) -> str:
    with open(path, errors='replace') as stream:
        return stream.read()


class TestTeensyDrive(unittest.TestCase):
    def test_remo_drives_within_the_limits_and_a_wrong_robot_does_not(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, 'log')
            run = run_drives([drives.FORWARD, drives.ARC_LEFT], log, {'model': 'remo'})
            self.assertIn('diffbot_base', read(log))
            picture.draw(os.path.join(folder, 'picture.png'), 'test', run.measurements)
            self.assertGreater(os.path.getsize(os.path.join(folder, 'picture.png')), 10000)
        results = []
        for measurement in run.measurements:
            checks = check_drive(measurement, teensy_limits.limits(measurement))
            results.append((measurement, checks))
            print(report.table(results[-1:]))
            self.assertFalse(failure_text(measurement, checks, teensy_limits.LOOK_AT))
        self.assertTrue(report.as_dict(results, **run.facts)['passed'])

        # The same drive by a robot whose wheels are 3 % larger than it believes.
        forward = run.measurements[0]
        start = forward.truth[0].pose
        larger = [
            sample._replace(
                pose=Pose(
                    start.x + 1.03 * (sample.pose.x - start.x),
                    start.y + 1.03 * (sample.pose.y - start.y),
                    sample.pose.yaw,
                )
            )
            for sample in forward.truth
        ]
        wrong = forward._replace(truth=larger)
        checks = check_drive(wrong, teensy_limits.limits(wrong))
        text = failure_text(wrong, checks, teensy_limits.LOOK_AT)
        self.assertIn('odometry -> true pose: forward is', text)
        self.assertIn('encoder_resolution', text)


class TestPoseAt(unittest.TestCase):
    MOMENTS = [Moment(1.0, 0.0, 2.0, 0.5, 0.0, 0.0), Moment(1.5, 1.0, 4.0, 1.5, 0.0, 0.0)]

    def test_between_two_moments(self):
        for got, expected in zip(pose_at(self.MOMENTS, 1.25), (0.5, 3.0, 1.0)):
            self.assertAlmostEqual(got, expected)

    def test_outside_it_is_the_nearest(self):
        self.assertEqual(pose_at(self.MOMENTS, 0.0), Pose(0.0, 2.0, 0.5))
        self.assertEqual(pose_at(self.MOMENTS, 9.0), Pose(1.0, 4.0, 1.5))


class TestLimits(unittest.TestCase):
    def test_a_wheel_rolls_half_the_separation_times_the_turn(self):
        geometry = teensy_limits.Geometry(0.03, 0.2)
        self.assertAlmostEqual(teensy_limits.wheel_way(math.pi, geometry), 0.1 * math.pi)


if __name__ == '__main__':
    unittest.main()
