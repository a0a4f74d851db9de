#!/usr/bin/env python3
"""The spawner: what it starts, what it says, and how it ends."""

import os
import sys
import tempfile
import unittest

import rosgraph
import rospy
import rostest
from controller_manager_msgs import srv
from std_msgs.msg import Bool
from tool import NAMESPACE, Tool, run, set_rig, states, wait_for_states, wait_until


class SpawnerTest(unittest.TestCase):

    def setUp(self):
        rospy.wait_for_service(NAMESPACE + '/controller_manager/reload_controller_libraries', 60.0)
        set_rig('run', True)

    def tearDown(self):
        set_rig('run', True)
        self.assertEqual({}, states(), 'a spawner left controllers behind')

    def test_starts_and_takes_back(self):
        with Tool('spawner', 'effort', 'reader') as spawner:
            spawner.expect('Started controllers: effort, reader')
            self.assertEqual({'effort': 'running', 'reader': 'running'}, states())
            # It runs as long as the simulation: following /clock would cost a processor core.
            subscribers = dict(rosgraph.Master('/spawner_test').getSystemState()[1])
            self.assertFalse([node for node in subscribers['/clock'] if 'spawner_' in node
                              and node != rospy.get_name()])
            spawner.interrupt()
            self.assertEqual(0, spawner.wait())

    def test_stopped_only_loads(self):
        with Tool('spawner', '--stopped', '--shutdown-timeout', '3', 'effort') as spawner:
            spawner.expect('--shutdown-timeout is deprecated')
            wait_for_states({'effort': 'initialized'})

    def test_a_failure_is_explained_and_the_rest_runs(self):
        with Tool('spawner', 'effort', 'unknown_type', 'init_fails', 'reader') as spawner:
            spawner.expect('Failed to load unknown_type', f'{NAMESPACE}/rig says',
                           "Did you mean 'test/Effort'",
                           'Failed to load init_fails', "the test controller's reason",
                           'Started controllers: effort, reader')
            self.assertEqual({'effort': 'running', 'reader': 'running'}, states())
            spawner.interrupt()
            self.assertEqual(1, spawner.wait())

    def test_fail_on_error(self):
        output = run('spawner', '--fail-on-error', 'effort', 'nobody', code=1)
        self.assertIn('Failed to load nobody', output)
        self.assertIn(f"'{NAMESPACE}/nobody/type' is not set", output)

    def test_conflict_is_explained(self):
        output = run('spawner', '--fail-on-error', 'effort', 'velocity', code=1)
        self.assertIn('Failed to start controllers: effort, velocity', output)
        self.assertIn('Resource conflict on [joint1]', output)

    def test_timeout_is_explained_and_is_a_failure(self):
        output = run('spawner', '--timeout', '0.5', 'effort', namespace='/nowhere', code=1)
        self.assertIn('/nowhere/controller_manager/load_controller did not appear', output)
        self.assertIn(f'{NAMESPACE}/controller_manager', output)  # what there is instead
        self.assertIn('not loaded: effort', output)

    def test_without_timeout_it_waits(self):
        calls = []

        def serve(name, service_type, answer):
            def handle(request):
                calls.append(name)
                return answer(request)
            services.append(rospy.Service(f'/late/controller_manager/{name}', service_type,
                                          handle))

        services = []
        for option in (['--no-timeout'], ['--timeout', '0']):
            with Tool('spawner', '--stopped', *option, 'x', namespace='/late') as spawner:
                spawner.expect('Waiting for service /late/controller_manager/load_controller')
                serve('load_controller', srv.LoadController,
                      lambda _: srv.LoadControllerResponse(True))
                serve('switch_controller', srv.SwitchController,
                      lambda _: srv.SwitchControllerResponse(True))
                self.assertTrue(spawner.is_running())
                serve('unload_controller', srv.UnloadController,
                      lambda _: srv.UnloadControllerResponse(True))
                wait_until(lambda: 'load_controller' in calls, 'a call of load_controller')
            for offered in services:
                offered.shutdown()
            services.clear()
            calls.clear()

    def test_wait_for_signal(self):
        publisher = rospy.Publisher(NAMESPACE + '/ready', Bool, queue_size=10)
        for option in ([], ['--no-timeout']):  # upstream's spawner crashes with the latter
            with Tool('spawner', '--wait-for', 'ready', *option, 'effort') as spawner:
                wait_until(lambda: publisher.get_num_connections() > 0,
                           f'a subscriber of ready: {spawner.output}')
                publisher.publish(False)
                publisher.publish(False)
                self.assertEqual({}, states())
                publisher.publish(True)
                spawner.expect('Started controllers: effort')

    def test_signal_that_does_not_come(self):
        output = run('spawner', '--wait-for', 'never', '--timeout', '0.5', 'effort', code=1)
        self.assertIn(f'{NAMESPACE}/never', output)

    def test_yaml_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'controllers.yaml')
            with open(path, 'w') as file:
                file.write('from_file:\n  type: test/Effort\n  joints: [joint3]\n'
                           'another:\n  type: test/StateReader\n')
            with Tool('spawner', '--namespace', NAMESPACE, path, 'velocity',
                      namespace='/') as spawner:
                spawner.expect('Started controllers: from_file, another, velocity')
                self.assertEqual({'from_file': 'running', 'another': 'running',
                                  'velocity': 'running'}, states())
        self.assertEqual(['joint3'], rospy.get_param(NAMESPACE + '/from_file/joints'))

    def test_paused_simulation(self):
        set_rig('run', False)
        with Tool('spawner', 'effort') as spawner:
            wait_for_states({'effort': 'initialized'})
            spawner.expect('Loaded controllers: effort')
            set_rig('run', True)
            spawner.expect('Started controllers: effort')
            # Paused again at the end: it ends all the same, and says what is left.
            set_rig('run', False)
            spawner.interrupt()
            self.assertEqual(0, spawner.wait())
            self.assertIn('could not be stopped: effort', spawner.output)
            self.assertIn('could not be unloaded: effort', spawner.output)
        set_rig('run', True)
        run('controller_manager', '--fail-on-error', 'kill', 'effort')

    def test_manager_that_is_gone_at_the_end(self):
        rospy.set_param('/second/reader/type', 'test/StateReader')
        with Tool('controller_manager_rig', '__name:=second', '/clock:=/second/clock',
                  namespace='/second') as rig:
            with Tool('spawner', 'reader', namespace='/second') as spawner:
                spawner.expect('Started controllers: reader')
                rig.interrupt()
                rig.wait()
                spawner.interrupt()
                self.assertEqual(0, spawner.wait())
                self.assertIn('not taken back', spawner.output)

    def test_wrong_options(self):
        run('spawner', code=2)
        run('spawner', '--no-such-option', 'effort', code=2)
        self.assertIn('--wait-for', run('spawner', '--help'))


if __name__ == '__main__':
    rospy.init_node('spawner_test')
    wait_until(lambda: not rospy.get_rostime().is_zero(), "the rig's clock")
    rostest.rosrun('controller_manager', 'spawner_test', SpawnerTest, sys.argv)
