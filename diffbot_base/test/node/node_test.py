#!/usr/bin/env python3
"""The node over the two topics: driving, bad measurements, holds, and every way out."""
import math
import resource
import signal
import sys
import time
import xmlrpc.client

import rosgraph
import rospy
import rostest
from base_test_case import RADIUS_M, BaseTestCase
from fake_robot import FakeRobot
from std_msgs.msg import Bool, Int32

MOST_CPU_S = 3.0
"""Of the node's whole life in a test, which is a few seconds long."""


class DriveTest(BaseTestCase):
    def test_drives_and_measures(self):
        self.ready(start=11592.0)  # about 10^6 ticks
        self.assertEqual(self.joints[0].position, (0.0, 0.0))
        begin = self.robot.position[0]
        self.drive_at(0.2)
        self.wait(lambda: self.odom_x() > 0.3, 'a third of a metre')
        self.silent()
        self.wait(self.commanded_zero, 'the timeout of the command')
        self.wait(lambda: abs(self.odom_x() - (self.robot.position[0] - begin) * RADIUS_M) < 1e-3,
                  'odometry that equals the wheels\' way')
        self.assertLess(self.largest_jump(), 0.3 * 0.05)
        self.assert_all_finite()

    def test_bad_measurements_are_no_measurements(self):
        self.ready()

        def changed(**fields):
            def change(state):
                for name, value in fields.items():
                    setattr(state, name, value)
                return state
            return change
        bad = [changed(position=[math.nan, 0.0]), changed(velocity=[0.0, math.inf]),
               changed(position=[1e308, 0.0]), changed(position=[]), changed(velocity=[1.0]),
               changed(position=[1.0, 2.0, 3.0]), changed(position=[500.0, -500.0]),
               changed(name=['left', 'right'])]
        for tamper in bad:
            self.drive_at(0.1)
            self.robot.tamper = tamper
            self.wait(self.commanded_zero, 'the hold')
            self.robot.tamper = None
        self.drive_at(0.1)
        self.wait(lambda: 'measurements rejected' in self.output(), 'the report')
        self.assertLess(self.largest_jump(), 0.1 * 0.05 + 1e-3)
        self.assert_all_finite()

    def test_silence_holds_and_ends_without_a_jump(self):
        self.ready()
        self.drive_at(0.2)
        self.robot.send = False
        silent = time.monotonic()
        self.wait(self.commanded_zero, 'the hold')
        # three periods, a cycle and the way there; the rest is patience with a busy machine
        held_after = self.robot.commands[-1][0] - silent
        print('held %.3f s after the last measurement' % held_after)
        self.assertLess(held_after, 1.0)
        self.wait(lambda: self.status('link')[0] == 2
                  and 'no usable measurement for' in self.status('link')[1], 'the error')
        self.wait(lambda: 'held: no usable measurement' in self.status('wheels')[1], 'the status')
        self.robot.send = True
        self.drive_at(0.2)
        self.wait(lambda: self.status('link')[0] == 0, 'a good status')
        self.assertLess(self.largest_jump(), 0.3 * 0.05)

    def test_restart_of_the_firmware_is_no_motion(self):
        self.ready()
        self.drive_at(0.2)
        self.wait(lambda: self.odom_x() > 0.2, 'some way')
        self.robot.restart()
        self.wait(lambda: 'the firmware has restarted' in self.output(), 'the report')
        self.drive_at(0.2)
        self.assertLess(self.largest_jump(), 0.2 * 0.05 + 1e-3)
        self.assertGreater(self.odom_x(), 0.2)

    def test_emergency_stop_holds_until_it_is_released(self):
        self.ready()
        self.drive_at(0.2)
        stop = rospy.Publisher('e_stop', Bool, queue_size=1, latch=True)
        self._ends.append(stop)
        stop.publish(True)
        self.wait(self.commanded_zero, 'the stop')
        self.wait(lambda: 'emergency stop' in self.status('wheels')[1], 'the status')
        count = len(self.robot.commands)
        self.wait(lambda: len(self.robot.commands) > count + 50, 'fifty more commands')
        self.assertEqual({command[1:] for command in self.robot.commands[count:]}, {(0.0, 0.0)})
        stop.publish(False)
        self.drive_at(0.2)

    def test_latched_emergency_stop_holds_from_the_start(self):
        stop = rospy.Publisher('e_stop', Bool, queue_size=1, latch=True)
        self._ends.append(stop)
        stop.publish(True)
        self.ready()
        self.wait(lambda: 'emergency stop' in self.status('wheels')[1], 'the status')
        self.drive(0.2)
        count = len(self.robot.commands)
        self.wait(lambda: len(self.robot.commands) > count + 50, 'fifty more commands')
        self.assertEqual({command[1:] for command in self.robot.commands}, {(0.0, 0.0)})

    def test_not_finite_commands_change_nothing(self):
        self.ready()
        for speed in (math.nan, math.inf, -math.inf):
            self.drive(speed)
            count = len(self.robot.commands)
            self.wait(lambda: len(self.robot.commands) > count + 25, 'more commands')
        self.drive(1e308)
        self.wait(lambda: (self.robot.last_command()[0] or 0.0) > 0.0, 'a motion')
        self.drive_at(0.3)
        self.assert_all_finite()
        self.assertLess(max(left for _, left, _ in self.robot.commands), 0.3 / RADIUS_M + 1e-3)


class ExitTest(BaseTestCase):
    def check_zero(self, code: int, pattern: str) -> None:
        self.expect_exit(code, pattern)
        self.wait(self.commanded_zero, 'a last command of zero')

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.ready()
            self.drive_at(0.2)
            used = ended_children_cpu_s()
            self.process.send_signal(number)
            self.check_zero(0, 'zero commanded')
            self.robot.close()
            # Its threads must not spin with real-time priority while it shuts down.
            self.assertLess(ended_children_cpu_s() - used, MOST_CPU_S)

    def test_shutdown_by_the_master(self):
        self.ready()
        self.drive_at(0.2)
        uri = rosgraph.Master('/test').lookupNode(rospy.resolve_name('diffbot_base'))
        xmlrpc.client.ServerProxy(uri).shutdown('/test', 'the test says so')
        self.check_zero(0, 'told to shut down: the test says so')

    def test_second_node_of_the_same_name(self):
        self.ready()
        self.drive_at(0.2)
        first = self.process
        second = self.node()
        self.process = first
        self.check_zero(0, 'told to shut down: .*new node registered with same name')
        self.process = second
        self.silent()
        second.send_signal(signal.SIGINT)
        self.expect_exit(0, 'zero commanded')

    def test_exception_in_the_loop(self):
        self.ready('throwing_base')
        self.drive(0.2)
        self.wait(lambda: max((command[1] for command in self.robot.commands), default=0.0) > 0.1,
                  'a motion')
        self.check_zero(1, 'the control loop has failed: a controller has failed on purpose')


class RefusalTest(BaseTestCase):
    def refuse(self, pattern: str) -> None:
        self.node()
        self.expect_exit(1, pattern)
        self.process = None

    def with_parameter(self, name: str, value, pattern: str) -> None:
        missing = object()
        before = rospy.get_param(name, missing)
        rospy.set_param(name, value)
        try:
            self.refuse(pattern)
        finally:
            rospy.delete_param(name)
            if before is not missing:
                rospy.set_param(name, before)

    def test_simulated_time(self):
        self.with_parameter('/use_sim_time', True, 'parameter /use_sim_time is true')

    def test_missing_description(self):
        description = rospy.get_param('robot_description')
        rospy.delete_param('robot_description')
        try:
            self.refuse('parameter /diffbot/robot_description is missing: start this node with')
        finally:
            rospy.set_param('robot_description', description)
        self.with_parameter('robot_description', 'no xml', 'holds no URDF that can be read')

    def test_joints_that_do_not_match(self):
        self.with_parameter('hardware_interface/joints', ['left', 'front_right_wheel_joint'],
                            'joint "left" of hardware_interface/joints is not in '
                            '/diffbot/robot_description, whose joints are: .*front_left_wheel')
        self.with_parameter('hardware_interface/joints',
                            ['front_right_wheel_joint', 'front_left_wheel_joint'], 'are swapped')
        self.with_parameter('hardware_interface/joints', ['front_left_wheel_joint'],
                            'must be a list of two joint names')

    def test_parameters(self):
        self.with_parameter('encoder_resolution', 0, 'encoder_resolution is 0, it must be between')
        self.with_parameter('gain', 'much', 'parameter /diffbot/gain must be a number')
        self.with_parameter('hardware_interface/loop_rate', 5.0, 'loop_rate is 5, it must be betw')
        self.with_parameter('hardware_interface/lop_rate', 50.0, 'lop_rate is unknown')

    def test_no_robot(self):
        rospy.set_param('hardware_interface/start_timeout', 1.0)
        self.addCleanup(rospy.set_param, 'hardware_interface/start_timeout', 10.0)
        self.refuse('not ready after 1 s: no usable measurement on '
                    '/diffbot/measured_joint_states: nobody publishes it')
        self.robot = FakeRobot()
        self.robot.tamper = lambda state: setattr(state, 'position', []) or state
        self.refuse('were rejected, the last: wrong number of elements')
        self.robot.send = False
        self.refuse('it has a publisher, but no message has come')
        self.robot.send, self.robot.tamper = True, None
        self.robot._subscriber.unregister()
        self.refuse('nobody listens to /diffbot/wheel_cmd_velocities')

    def test_wrong_type_names_both_sums(self):
        publisher = rospy.Publisher('measured_joint_states', Int32, queue_size=1, latch=True)
        self._ends.append(publisher)
        publisher.publish(1)
        self.refuse('measured_joint_states: .* sends std_msgs/Int32 with md5 sum '
                    'da5909fbe378aeaf85e547e830cc1bb7, this node needs sensor_msgs/JointState '
                    'with md5 sum 3066dcd76a6cfaef579bd0f34173e9fd. Build and flash the firmware')


def ended_children_cpu_s() -> float:
    """Processor time of all processes that this one has started and that have ended (s)."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == '__main__':
    rospy.init_node('node_test')
    for test in (DriveTest, ExitTest, RefusalTest):
        if test.__name__ in sys.argv:
            rostest.rosrun('diffbot_base', test.__name__, test, sys.argv)
