#!/usr/bin/env python3
"""The whole chain: controllers, diffbot_base, serial node, pseudo-terminal, firmware, motors."""
import math
import sys
import time
import unittest

import rospy
import rostest
from diffbot_base.driver import COMMAND_PERIOD_S, Driver
from diffbot_base.launched import wait_until
from diffbot_base.priority import be_real_time
from diffbot_base.teensy import Teensy, moment

PATIENCE_S = 60.0
TRIES = 10
"""A drive in which a busy machine made a watchdog stop the wheels is repeated, not judged."""
DRIVES = [  # name, m/s, rad/s
    ('forward', 0.2, 0.0),
    ('left', 0.0, 1.0),
    ('backward', -0.2, 0.0),
    ('right', 0.0, -1.0),
    ('arc', 0.15, 0.75),
]
DURATION_S = 3.0


class DriveTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.teensy = Teensy(rospy.get_param('~control'), PATIENCE_S)
        cls.driver = Driver()
        cls.model = rospy.get_param('~model')
        cls.before = None
        if not wait_until(cls.driver.connected, PATIENCE_S):
            raise RuntimeError('no odometry after %g s' % PATIENCE_S)

    def at_rest(self) -> bool:
        wheels = self.teensy.status()['wheels']
        return (all(wheels[side]['speed'] == 0.0 for side in wheels)
                and abs(self.driver.odometry[-1].linear) < 1e-6)

    def place(self):
        """Truth and odometry once both stand still."""
        self.assertTrue(wait_until(self.at_rest, PATIENCE_S), 'the robot does not come to rest')
        count = len(self.driver.odometry)
        wait_until(lambda: len(self.driver.odometry) > count + 10, PATIENCE_S)
        return moment(self.teensy.status()), self.driver.odometry[-1]

    def drive(self, linear: float, angular: float, duration: float) -> float:
        """Drive, then brake; the commanded time as it really was (s)."""
        begin = time.monotonic()
        self.driver.command(linear, angular)
        time.sleep(duration)
        self.driver.command(0.0, 0.0)
        return time.monotonic() - begin

    def undisturbed(self, action):
        """The result of an action during which nothing has held or stopped the wheels."""
        for _ in range(TRIES):
            before = self.before or self.stops()
            result = action()
            self.before = self.stops()
            if self.before == before:
                return result
            print('the machine did not keep up: once more')
        self.fail('in %d tries the wheels were held or stopped each time' % TRIES)

    def stops(self):
        return self.driver.holds(PATIENCE_S), self.teensy.status()['watchdog_stops']

    def measured_drive(self, linear: float, angular: float):
        truth, odom = self.place()
        took = self.drive(linear, angular, DURATION_S)
        return (took, truth, odom) + self.place()

    def test_drives_within_two_percent(self):
        # the other robot differs in radius and separation: two drives show both
        for name, linear, angular in DRIVES if self.model == 'diffbot' else DRIVES[:2]:
            with self.subTest(name):
                took, truth, odom, truth_end, odom_end = self.undisturbed(
                    lambda: self.measured_drive(linear, angular))
                way = math.copysign(path(truth, truth_end), linear)
                odom_way = math.copysign(path(odom, odom_end), linear)
                turned, odom_turned = truth_end.yaw - truth.yaw, wrap(odom_end.yaw - odom.yaw)
                print('%s: commanded %.3f m %.3f rad, odometry %.3f %.3f, truth %.3f %.3f'
                      % (name, linear * took, angular * took, odom_way, odom_turned, way, turned))
                # Half a tick at each end of each wheel: 0.2 mm and 3 mrad.
                self.assertAlmostEqual(odom_way, way, delta=0.0005 + 0.002 * abs(way))
                self.assertAlmostEqual(odom_turned, wrap(turned), delta=0.006)
                # The commands come every 50 ms, so the time is uncertain by one period.
                self.assertAlmostEqual(turned, angular * took, delta=0.01 + within(angular, took))
                if angular == 0.0:
                    self.assertAlmostEqual(way, linear * took, delta=within(linear, took))

    def wheel_speeds(self, linear: float, angular: float):
        """Mean speed of both wheels over two seconds, and what was commanded."""
        self.driver.command(linear, angular)
        time.sleep(1.5 + abs(angular) / 6.0)
        first = self.teensy.status()
        time.sleep(2.0)
        last = self.teensy.status()
        seconds = last['time'] - first['time']
        wheels = [(first['wheels'][side], last['wheels'][side]) for side in ('left', 'right')]
        return [((now['angle'] - before['angle']) / seconds, now['command'])
                for before, now in wheels]

    def test_speed_is_the_commanded_one(self):
        if self.model != 'diffbot':
            self.skipTest('the motors are the same')
        for linear, angular in ((0.1, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.0, 2.0)):
            for speed, command in self.undisturbed(lambda: self.wheel_speeds(linear, angular)):
                self.assertAlmostEqual(speed, command, delta=0.02 * abs(command),
                                       msg='at %g m/s %g rad/s' % (linear, angular))
        self.driver.command(0.0)

    def test_link_has_half_its_capacity_to_spare(self):
        self.driver.command(0.2)
        time.sleep(2.0)
        self.driver.command(0.0)
        port = self.teensy.status()['port']
        capacity = 115200 / 10
        for direction in ('to_host', 'from_host'):
            peak = port['peak_bytes_per_s_' + direction]
            print('%s: at most %d bytes/s, %.0f %%' % (direction, peak, 100 * peak / capacity))
            self.assertGreater(peak, 0)
            self.assertLess(peak, 0.5 * capacity)

    def test_nothing_was_damaged(self):
        status = self.teensy.status()
        self.assertEqual(status['from_host']['frames_bad'], 0, status)
        self.assertEqual(self.driver.not_finite, 0)
        frames = lambda: self.driver.serial_counter('frames in')  # noqa: E731
        self.assertTrue(wait_until(lambda: frames() > 0, PATIENCE_S))
        for name in ('bad checksums', 'bad lengths', 'malformed payloads', 'unknown ids'):
            self.assertEqual(self.driver.serial_counter(name), 0, name)


def within(speed: float, seconds: float) -> float:
    """Two per cent, and a command period."""
    return 0.02 * abs(speed) * seconds + COMMAND_PERIOD_S * abs(speed)


def path(begin, end) -> float:
    """Length of the arc between two poses (m)."""
    turned = wrap(end.yaw - begin.yaw)
    chord = math.dist((begin.x, begin.y), (end.x, end.y))
    return chord if abs(turned) < 1e-6 else chord * (turned / 2.0) / math.sin(turned / 2.0)


def wrap(angle: float) -> float:
    return math.atan2(math.sin(angle), math.cos(angle))


if __name__ == '__main__':
    be_real_time()  # where permitted, so that a busy machine shows less
    rospy.init_node('drive_test')
    rostest.rosrun('diffbot_base', 'teensy_drive', DriveTest, sys.argv)
