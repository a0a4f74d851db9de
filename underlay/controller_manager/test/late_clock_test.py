#!/usr/bin/env python3
"""The spawner while simulated time has not started: it waits, whatever the timeout."""

import sys
import time
import unittest

import rospy
import rostest
from tool import NAMESPACE, Tool, set_rig

TIMEOUT = 0.2  # s


class LateClockTest(unittest.TestCase):

    def test_timeout_counts_from_the_first_clock_message(self):
        rospy.wait_for_service(NAMESPACE + '/rig/run', 60.0)
        with Tool('spawner', '--timeout', str(TIMEOUT), 'x', namespace='/nowhere') as spawner:
            spawner.expect('Waiting for service /nowhere')
            time.sleep(5 * TIMEOUT)  # that nothing happens can only be seen by waiting
            self.assertTrue(spawner.is_running(), spawner.output)
            set_rig('run', True)
            self.assertEqual(1, spawner.wait())
            self.assertIn('did not appear', spawner.output)


if __name__ == '__main__':
    rospy.init_node('late_clock_test')
    rostest.rosrun('controller_manager', 'late_clock_test', LateClockTest, sys.argv)
