#!/usr/bin/env python3
"""The lockstep plugin: exact steps, commands that have arrived, refusals, leases."""

import math
import threading
import time
import unittest

import rospy
import rostest
from gazebo_msgs.srv import GetPhysicsProperties, GetWorldProperties
from geometry_msgs.msg import Twist
from std_msgs.msg import Float64
from std_srvs.srv import Empty

from diffbot_gazebo.lockstep import Lockstep, LockstepError

STEP = 0.001  # s: Gazebo's default
COMMAND = '/slow_wheel/cmd_vel'
PATIENCE = 60.0  # s of wall time for what must come


def turn(speed):
    command = Twist()
    command.angular.z = speed
    return command


def call(name, service_type=Empty):
    rospy.wait_for_service(name, PATIENCE)
    return rospy.ServiceProxy(name, service_type)()


def sim_time():
    return call('/gazebo/get_world_properties', GetWorldProperties).sim_time


def physics():
    return call('/gazebo/get_physics_properties', GetPhysicsProperties)


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError('%s did not happen within %.0f s' % (what, PATIENCE))
        time.sleep(0.01)


class TestLockstep(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        rospy.wait_for_service('/gazebo/lockstep/open', PATIENCE)

    def setUp(self):
        self.sessions = []

    def tearDown(self):
        for session in self.sessions:
            session.__exit__()
        call('/gazebo/unpause_physics')

    def open(self, **arguments):
        session = Lockstep(**arguments)
        session.open()
        self.sessions.append(session)
        return session

    def refusal(self, function, *arguments, **more):
        """Return the text with which the plugin refuses."""
        with self.assertRaises(LockstepError) as caught:
            function(*arguments, **more)
        return str(caught.exception)

    # --- steps

    def test_world_without_physics_tag_has_the_default_step(self):
        self.assertEqual(STEP, self.open().step_size)

    def test_open_stops_the_world(self):
        world = self.open()
        before = world.time
        self.assertTrue(physics().pause)
        world.step(1)
        self.assertAlmostEqual(before + STEP, world.time, 9)

    def test_steps_are_exact(self):
        world = self.open()
        for steps in (1, 2, 7, 50, 1000):
            before = world.time
            samples = world.step(steps, model='wheel')
            self.assertAlmostEqual(before + steps * STEP, world.time, 9)
            self.assertAlmostEqual(world.time, sim_time(), 9)
            self.assertEqual(1, len(samples.time))
            self.assertAlmostEqual(world.time, samples.time[0], 9)
            pose = tuple(samples.pose[0])
            self.assertEqual((0.0, 0.0, 0.0, 0.0, 0.0), pose[:5])  # it turns about z

    def test_samples_come_at_their_steps(self):
        world = self.open()
        world.step(1, COMMAND, [turn(10.0)])
        before = world.time
        samples = world.step(7, model='wheel', joints=['axle'], sample_every=3)
        expected = [before + k * STEP for k in (3, 6, 7)]
        for got, want in zip(samples.time, expected):
            self.assertAlmostEqual(want, got, 9)
        self.assertEqual([3, 3, 3, 3], [len(values) for values in samples])
        moved = samples.joint_position[1][0] - samples.joint_position[0][0]
        self.assertAlmostEqual(3 * STEP * 10.0, moved, 6)
        self.assertAlmostEqual(10.0, samples.joint_velocity[2][0], 6)

    def test_real_time_factor_paces_the_steps(self):
        world = self.open(real_time_factor=2.0)
        world.step(1)
        began = time.monotonic()
        world.step(600)
        self.assertGreater(time.monotonic() - began, 0.27)  # 0.3 s; Gazebo's pacing is not exact

    def test_steps_are_not_paced_by_the_world(self):
        world = self.open()  # the world's own pace is real time
        world.step(1)
        began = time.monotonic()
        world.step(20000)
        self.assertLess(time.monotonic() - began, 20.0)

    # --- commands

    def test_first_step_sees_the_command(self):
        world = self.open()
        for speed in (3.0, -2.0, 5.0):
            samples = world.step(1, COMMAND, [turn(speed)], 'wheel', ['axle'])
            self.assertAlmostEqual(speed, samples.joint_velocity[0][0], 6)

    def test_a_blocked_callback_thread_is_in_nobodys_way(self):
        world = self.open()
        publisher = rospy.Publisher('/slow_wheel/block', Float64, queue_size=1)
        wait_until(lambda: publisher.get_num_connections() > 0, 'connection to slow_wheel')
        publisher.publish(2.0)
        began = time.monotonic()
        for speed in (1.0, 2.0, 3.0):
            samples = world.step(1, COMMAND, [turn(speed)], 'wheel', ['axle'])
            self.assertAlmostEqual(speed, samples.joint_velocity[0][0], 6)
        rospy.loginfo('three commands beside a blocked thread: %.3f s', time.monotonic() - began)

    def test_each_command_comes_at_its_step(self):
        speeds = [1.0, -2.0, 3.0]
        samples = self.open().step(11, COMMAND, [turn(speed) for speed in speeds], 'wheel',
                                   ['axle'], 1, command_every=4)
        got = [values[0] for values in samples.joint_velocity]
        for got_one, want in zip(got, 4 * [1.0] + 4 * [-2.0] + 3 * [3.0]):
            self.assertAlmostEqual(want, got_one, 6)

    def test_commands_that_do_not_fit(self):
        world = self.open()
        two = [turn(1.0), turn(2.0)]
        self.assertIn('command_every is 0, but there are 2 commands',
                      self.refusal(world.step, 10, COMMAND, two))
        self.assertIn('the last of 2 commands, one every 10 steps, would come after the last of '
                      'the 10 steps',
                      self.refusal(world.step, 10, COMMAND, two, command_every=10))
        world.step(11, COMMAND, two, command_every=10)

    def test_listener_that_goes_in_between(self):
        world = self.open()
        publisher = rospy.Publisher('/slow_wheel/listen', Float64, queue_size=1)
        wait_until(lambda: publisher.get_num_connections() > 0, 'connection to slow_wheel')
        last = turn(1.0)
        last.linear.x = 1.0
        commands = [turn(1.0), turn(1.0), last, turn(1.0), turn(1.0)]
        before = world.time
        text = self.refusal(world.step, 100, COMMAND, commands, command_every=10)
        self.assertIn('nobody in gzserver subscribes to ' + COMMAND, text)
        self.assertIn('(after 30 of the steps)', text)
        self.assertAlmostEqual(before + 30 * STEP, sim_time(), 9)
        publisher.publish(0.0)
        wait_until(lambda: self.accepted(world), 'subscription to ' + COMMAND)

    @staticmethod
    def accepted(world):
        try:
            world.step(1, COMMAND, [turn(0.0)])
        except LockstepError:
            return False
        return True

    def test_nobody_listens(self):
        text = self.refusal(self.open().step, 1, '/nobody/cmd_vel', [turn(1.0)])
        self.assertIn('nobody in gzserver subscribes to /nobody/cmd_vel (elsewhere: 0)', text)

    def test_only_others_listen(self):
        subscriber = rospy.Subscriber('/others/cmd_vel', Twist, lambda _: None)
        world = self.open()
        wait_until(
            lambda: '(elsewhere: 1)' in self.refusal(
                world.step, 1, '/others/cmd_vel', [turn(1.0)]),
            'message that counts the subscriber elsewhere')
        subscriber.unregister()

    def test_impossible_topic(self):
        text = self.refusal(self.open().step, 1, '/not a topic', [turn(1.0)])
        self.assertIn("commands cannot be published on '/not a topic': ", text)

    def test_topic_of_another_type(self):
        world = self.open()
        text = self.refusal(world.step, 1, '/clock', [turn(1.0)])
        self.assertIn('/clock', text)
        world.step(1, COMMAND, [turn(0.0)])  # and goes on

    # --- refusals

    def test_numbers_of_steps_that_make_no_sense(self):
        world = self.open()
        before = world.time
        for steps in (0, -1, 10 ** 9):
            self.assertIn('steps is %d, must be 1 to 1000000' % steps,
                          self.refusal(world.step, steps))
        self.assertAlmostEqual(before, sim_time(), 9)

    def test_too_many_samples(self):
        self.assertIn('raise sample_every',
                      self.refusal(self.open().step, 200000, model='wheel', sample_every=1))

    def test_unknown_model_and_joint(self):
        world = self.open()
        self.assertIn("no model 'car' in the world; it holds: 'wheel'",
                      self.refusal(world.step, 1, model='car'))
        self.assertIn("model 'wheel' has no joint 'spoke'",
                      self.refusal(world.step, 1, model='wheel', joints=['spoke']))
        self.assertIn('no model', self.refusal(world.step, 1, joints=['axle']))

    def test_world_that_somebody_unpaused(self):
        world = self.open()
        call('/gazebo/unpause_physics')
        self.assertIn('the world is running', self.refusal(world.step, 1))
        call('/gazebo/pause_physics')
        world.step(1)

    def test_world_that_somebody_paused(self):
        world = self.open(real_time_factor=1.0)
        before = world.time
        pause = threading.Timer(0.5, lambda: call('/gazebo/pause_physics'))
        pause.start()
        text = self.refusal(world.step, 100000)
        pause.join()
        self.assertRegex(text, 'somebody paused the world after [0-9]+ of the steps')
        self.assertLess(sim_time() - before, 99.0)
        world.step(1)

    def test_reset_in_between(self):
        world = self.open()
        world.step(10, COMMAND, [turn(4.0)])
        call('/gazebo/reset_simulation')
        samples = world.step(5, COMMAND, [turn(4.0)], 'wheel', ['axle'])
        self.assertAlmostEqual(5 * STEP, world.time, 9)
        # Gazebo may keep whole turns over a reset.
        self.assertAlmostEqual(5 * STEP * 4.0, samples.joint_position[0][0] % (2 * math.pi), 6)

    def test_arguments_of_open(self):
        for lease in (0.0, -1.0, float('nan'), float('inf')):
            self.assertIn('lease', self.refusal(Lockstep(lease=lease).open))
        for factor in (-1.0, 1e-9, float('nan'), float('inf')):
            self.assertIn('real_time_factor',
                          self.refusal(Lockstep(real_time_factor=factor).open))

    # --- sessions

    def test_close_gives_the_world_back(self):
        rate = 1000.0  # Hz, Gazebo's default
        self.assertEqual(rate, physics().max_update_rate)
        with Lockstep() as world:
            world.step(1)
            self.assertTrue(physics().pause)
        self.assertFalse(physics().pause)
        self.assertEqual(rate, physics().max_update_rate)
        self.assertIn('the session is over: it was closed', self.refusal(world.step, 1))
        self.assertIn('the session is over: it was closed', self.refusal(world.close))

    def test_close_leaves_a_paused_world_paused(self):
        call('/gazebo/pause_physics')
        with Lockstep() as world:
            world.step(3)
        self.assertTrue(physics().pause)

    def test_steps_need_a_session(self):
        self.assertIn('no session is open', self.refusal(Lockstep().step, 1))

    def test_lease_of_a_silent_client_runs_out(self):
        world = self.open(lease=0.2)
        wait_until(lambda: not physics().pause, 'end of the lease')
        self.assertIn('the session is over: its lease ran out', self.refusal(world.step, 1))
        self.sessions.clear()

    def test_calls_renew_the_lease(self):
        lease = 2.0
        world = self.open(lease=lease)
        last = time.monotonic()
        end = last + 1.5 * lease
        while last < end:
            time.sleep(0.1)
            try:
                world.step(100)
            except LockstepError as error:
                if time.monotonic() - last > lease:
                    self.skipTest('the machine was too slow to call within the lease')
                raise error
            last = time.monotonic()

    def test_newer_session_replaces_an_older_one(self):
        older = self.open()
        newer = self.open()
        self.sessions = [newer]
        self.assertIn('replaced by a newer one', self.refusal(older.step, 1))
        self.assertIn('replaced by a newer one', self.refusal(older.close))
        newer.step(1)
        newer.close()
        self.sessions.clear()
        self.assertFalse(physics().pause)  # as before the first of the two


if __name__ == '__main__':
    rospy.init_node('test_lockstep')
    rostest.rosrun('diffbot_gazebo', 'test_lockstep', TestLockstep)
