#!/usr/bin/env python3
"""A robot unlike DiffBot, four wheels that skid in a turn, drives in Gazebo within its limits."""

import hashlib
import itertools
import math
import statistics
import struct
import time
import unittest
from typing import Dict, List, NamedTuple, Sequence

import rospy
import rostest
from controller_manager_msgs.srv import LoadController
from dynamic_reconfigure.msg import Config, DoubleParameter
from dynamic_reconfigure.srv import Reconfigure
from gazebo_msgs.srv import DeleteModel, SpawnModel
from geometry_msgs.msg import Pose as PoseMessage
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from diffbot_gazebo import readiness
from diffbot_gazebo.lockstep import Lockstep, Samples
from diffbot_gazebo.pose import Motion, Pose, motion
from diffbot_gazebo.recorder import Recorder, Silence

NAMESPACE = '/skid_steer'
BASE = NAMESPACE + '/mobile_base_controller'
JOINTS = ('front_left_joint', 'rear_left_joint', 'front_right_joint', 'rear_right_joint')
RADIUS, SEPARATION = 0.06, 0.34  # m, of the URDF
MULTIPLIER = 1.117  # of skid_steer.yaml
COMMAND_PERIOD = 0.1  # s
DURATION = 4.0  # s of command in each drive
REST = 2.0  # s, with the command zero at the end of a drive
PERIOD = 0.02  # s, of odometry and joint states

# Limits, none wider than three times what was measured (1 ms steps, 20 solver iterations).
STRAIGHT_TO_COMMAND = 0.00031  # m, odometry against 1.6 m: 0.000104
STRAIGHT_TO_TRUTH = 1.6e-5  # m, true pose against odometry: 5.6e-6
STRAIGHT_SIDEWAYS = 6.6e-6  # m, true pose: 2.2e-6
STRAIGHT_HEADING = 7.2e-6  # rad, true pose: 2.4e-6
TURN_TO_COMMAND = 0.074  # rad, odometry against 2.8 rad: 0.0249
TURN_TO_TRUTH = 0.0014  # rad, true pose against odometry: 0.00048
TURN_DRIFT = 0.017  # m, of the centre: 0.0060
ARC_TO_TRUTH = 0.088  # rad, true turn against odometry: 0.0297 (MULTIPLIER is that of a turn)
STRAIGHT_SPEED = 0.00075  # rad/s, wheel against command: 0.00025
TURN_SPEED = 0.096  # rad/s, wheel against command: 0.0322
UNCALIBRATED = 0.0015  # odometry / true turn with multiplier 1, against the multiplier: 0.0005


class Driven(NamedTuple):
    """What one drive from rest to rest measured."""

    odometry: Motion
    truth: Motion
    speeds: Dict[str, float]  # rad/s, mean of each joint over the last second of the command
    joint_states: List[JointState]
    samples: Samples  # of every step

    def digest(self) -> str:
        """Return a hash of every bit of the true pose and the joint angles at every step."""
        digest = hashlib.sha256()
        for pose, angles in zip(self.samples.pose, self.samples.joint_position):
            digest.update(struct.pack('<11d', *pose, *angles))
        return digest.hexdigest()


class Listener(Recorder):
    def wait_connected(self, patience: float = 60.0) -> None:
        """Return once there is a publisher, whose next message will arrive."""
        end = time.monotonic() + patience
        while self._subscriber.get_num_connections() == 0:
            if time.monotonic() > end:
                raise Silence('%s: no publisher within %.0f s' % (self.topic, patience))
            time.sleep(0.01)

    def close(self) -> None:
        self._subscriber.unregister()


class SkidSteer:
    """The robot in the world, as a context manager: spawned, and deleted at the end.

    Each has another name in Gazebo: a deleted model's own message of its end, when it comes late,
    deletes whatever has its name by then.
    """

    _numbers = itertools.count(1)

    def __init__(self, world: Lockstep) -> None:
        self._world = world
        self._model = 'skid_steer_%d' % next(self._numbers)
        self._waiting = readiness.Waiting(120.0)

    def __enter__(self) -> 'SkidSteer':
        pose = PoseMessage()
        pose.position.z = RADIUS
        pose.orientation.w = 1.0
        rospy.wait_for_service('/gazebo/spawn_urdf_model', 120.0)
        answer = rospy.ServiceProxy('/gazebo/spawn_urdf_model', SpawnModel)(
            self._model,
            rospy.get_param(NAMESPACE + '/robot_description'),
            NAMESPACE,
            pose,
            'world',
        )
        if not answer.success:
            raise AssertionError('spawn: ' + answer.status_message)
        load = NAMESPACE + '/controller_manager/load_controller'
        rospy.wait_for_service(load, 120.0)
        for name in ('joint_state_controller', 'mobile_base_controller'):
            if not rospy.ServiceProxy(load, LoadController)(name).ok:
                raise AssertionError(name + ' was not loaded' + readiness.logged_errors())
        readiness.start_controllers(self._world, NAMESPACE, self._waiting)
        self._odometry = Listener(BASE + '/odom', Odometry)
        self._joints = Listener(NAMESPACE + '/joint_states', JointState)
        for recorder in (self._odometry, self._joints):
            recorder.wait_connected()
        self._step(1.0)
        self._wait()
        return self

    def __exit__(self, *_error) -> None:
        self._odometry.close()
        self._joints.close()
        rospy.ServiceProxy('/gazebo/delete_model', DeleteModel)(self._model)

    def set_multiplier(self, value: float) -> None:
        """Change the controller's wheel_separation_multiplier while it runs."""
        rospy.ServiceProxy(BASE + '/set_parameters', Reconfigure)(
            Config(doubles=[DoubleParameter('wheel_separation_multiplier', value)])
        )

    def _step(self, seconds: float, commands: Sequence[Twist] = (), every: int = 0):
        step = self._world.step_size
        return self._world.step(
            round(seconds / step),
            BASE + '/cmd_vel',
            commands,
            self._model,
            JOINTS,
            every,
            round(COMMAND_PERIOD / step),
        )

    def _wait(self) -> None:
        for recorder in (self._odometry, self._joints):
            recorder.wait_newer(self._world.time - PERIOD, 60.0)

    def drive(self, linear: float, angular: float) -> Driven:
        """Drive at linear m/s and angular rad/s."""
        first = self._step(2 * PERIOD)
        started = self._world.time
        command = Twist()
        command.linear.x, command.angular.z = linear, angular
        count = round(DURATION / COMMAND_PERIOD)
        samples = self._step(DURATION + REST, [command] * count + [Twist()], every=1)
        self._wait()
        start, end = (
            Pose.from_quaternion(p[0], p[1], *p[3:]) for p in (first.pose[-1], samples.pose[-1])
        )
        odometry = self._odometry.between(started - PERIOD, self._world.time)
        at_end = round(DURATION / self._world.step_size)
        last = samples.joint_velocity[at_end - round(1.0 / self._world.step_size):at_end]
        return Driven(
            motion(*(Pose.from_msg(odometry[i].pose.pose) for i in (0, -1))),
            motion(start, end),
            {joint: statistics.mean(speeds) for joint, speeds in zip(JOINTS, zip(*last))},
            self._joints.between(started + PERIOD, self._world.time),
            samples,
        )


class TestSkidSteer(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        readiness.wait_simulator(readiness.Waiting(120.0))
        cls.world = Lockstep()
        cls.world.open()
        cls.robot = SkidSteer(cls.world).__enter__()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.robot.__exit__()
        cls.world.__exit__()

    def within(self, what: str, measured: float, expected: float, limit: float) -> None:
        off = measured - expected
        print(
            '%s: %+.7f, expected %+.7f: off by %+.2g, limit %g'
            % (what, measured, expected, off, limit)
        )
        self.assertLessEqual(abs(off), limit, what)

    def check_wheels(self, driven: Driven, v: float, w: float, limit: float) -> None:
        """All four wheels turn as commanded."""
        for joint in JOINTS:
            side = -1 if 'left' in joint else 1
            commanded = (v + side * w * MULTIPLIER * SEPARATION / 2) / RADIUS
            self.within(joint + ' rad/s', driven.speeds[joint], commanded, limit)

    def test_straight(self) -> None:
        for speed in (0.4, -0.4):
            driven = self.robot.drive(speed, 0.0)
            odometry, truth = driven.odometry, driven.truth
            self.within('odometry m', odometry.forward, DURATION * speed, STRAIGHT_TO_COMMAND)
            self.within('truth m', truth.forward, odometry.forward, STRAIGHT_TO_TRUTH)
            self.within('sideways m', truth.left, 0.0, STRAIGHT_SIDEWAYS)
            self.within('heading rad', truth.turned, 0.0, STRAIGHT_HEADING)
            self.check_wheels(driven, speed, 0.0, STRAIGHT_SPEED)

    def test_turn(self) -> None:
        for speed in (0.7, -0.7):
            driven = self.robot.drive(0.0, speed)
            odometry, truth = driven.odometry, driven.truth
            self.within('odometry rad', odometry.turned, DURATION * speed, TURN_TO_COMMAND)
            self.within('truth rad', truth.turned, odometry.turned, TURN_TO_TRUTH)
            self.within('drift m', math.hypot(truth.forward, truth.left), 0.0, TURN_DRIFT)
            self.check_wheels(driven, 0.0, speed, TURN_SPEED)

    def test_arc(self) -> None:
        for speed in (0.6, -0.6):
            driven = self.robot.drive(0.3, speed)
            self.within('turned rad', driven.truth.turned, driven.odometry.turned, ARC_TO_TRUTH)

    def test_joint_states_are_the_joints(self) -> None:
        """Each message holds the four joints exactly as they were one step before its stamp."""
        driven = self.robot.drive(0.3, 0.5)
        at = {round(time / self.world.step_size): i for i, time in enumerate(driven.samples.time)}
        self.assertGreater(len(driven.joint_states), 0.95 * (DURATION + REST) / PERIOD)
        for message in driven.joint_states:
            self.assertEqual(sorted(JOINTS), message.name)
            i = at[round(message.header.stamp.to_sec() / self.world.step_size) - 1]
            for name, position, velocity in zip(message.name, message.position, message.velocity):
                joint = JOINTS.index(name)
                turns = (position - driven.samples.joint_position[i][joint]) / (2 * math.pi)
                self.assertAlmostEqual(round(turns), turns, 9, name)
                self.assertEqual(driven.samples.joint_velocity[i][joint], velocity, name)

    def test_without_the_multiplier_odometry_turns_too_far(self) -> None:
        self.robot.set_multiplier(1.0)
        try:
            driven = self.robot.drive(0.0, 0.7)
        finally:
            self.robot.set_multiplier(MULTIPLIER)
        ratio = driven.odometry.turned / driven.truth.turned
        self.within('odometry / truth', ratio, MULTIPLIER, UNCALIBRATED)

    def test_zz_repeatable(self) -> None:
        """A second robot of this kind does the same, bit for bit; the first one is deleted."""
        digests = []
        for _ in range(2):
            type(self).robot.__exit__()
            type(self).robot = SkidSteer(self.world).__enter__()
            digests.append(
                [self.robot.drive(*drive).digest() for drive in ((0.4, 0.0), (0.3, 0.6))]
            )
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0][0], digests[0][1])


if __name__ == '__main__':
    rospy.init_node('test_skid_steer')
    rostest.rosrun('diffbot_gazebo', 'test_skid_steer', TestSkidSteer)
