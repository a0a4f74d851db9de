#!/usr/bin/env python3
"""The tools controller_manager, controller_group and unspawner."""

import contextlib
import io
import sys
import unittest

import rospy
import rostest
import tool
from controller_manager import command_line, controller_manager_interface, unspawner_node
from tool import NAMESPACE, Tool, states, wait_for_states, wait_until

EFFORT_LINE = "'effort' - 'hardware_interface::EffortJointInterface' ( {} )\n"


MAINS = {
    'controller_manager': command_line.manager_main,
    'controller_group': command_line.group_main,
    'unspawner': unspawner_node.main,
}


def run(name: str, *arguments: str, code: int = 0) -> str:
    """What a tool prints, run in this process, which is faster; require its exit code."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        actual = MAINS[name](arguments)
    if actual != code:
        raise AssertionError(f'exit code {actual} instead of {code}: {output.getvalue()}')
    return output.getvalue()


class CommandLineTest(unittest.TestCase):

    def setUp(self):
        rospy.wait_for_service(NAMESPACE + '/controller_manager/reload_controller_libraries', 60.0)

    def tearDown(self):
        run('controller_manager', '--fail-on-error', 'reload-libraries')
        self.assertEqual({}, states())

    def test_one_step_after_the_other(self):
        self.assertIn('No controllers are loaded', run('controller_manager', 'list'))
        self.assertIn("Loaded 'effort'", run('controller_manager', 'load', 'effort'))
        self.assertEqual(EFFORT_LINE.format('initialized'), run('controller_manager', 'lc'))
        self.assertIn("Started 'effort'", run('controller_manager', 'start', 'effort'))
        self.assertEqual(EFFORT_LINE.format('running'), run('controller_manager', 'list'))
        self.assertIn("Stopped 'effort'", run('controller_manager', 'stop', 'effort'))
        self.assertEqual(EFFORT_LINE.format('stopped'), run('controller_manager', 'list'))
        self.assertIn("Unloaded 'effort'", run('controller_manager', 'unload', 'effort'))

    def test_as_programs(self):
        self.assertIn("Loaded 'effort'", tool.run('controller_manager', 'load', 'effort'))
        self.assertIn("Error when loading 'nobody'",
                      tool.run('controller_manager', '--fail-on-error', 'load', 'nobody', code=1))
        self.assertIn('usage', tool.run('controller_group', code=1))
        self.assertIn('usage', tool.run('unspawner', code=1))

    def test_several_at_once(self):
        run('controller_manager', 'spawn', 'effort', 'reader')
        self.assertEqual({'effort': 'running', 'reader': 'running'}, states())
        run('controller_manager', 'kill', 'reader', 'effort')
        self.assertEqual({}, states())
        run('controller_manager', 'sp', 'reader')
        self.assertEqual({'reader': 'running'}, states())
        run('controller_manager', 'kl', 'reader')

    def test_interfaces_of_a_controller_are_joined(self):
        run('controller_manager', 'load', 'both')
        self.assertIn("'both' - 'hardware_interface::EffortJointInterface+"
                      "hardware_interface::VelocityJointInterface' ( initialized )",
                      run('controller_manager', 'list'))

    def test_list_types(self):
        for command in ('list-types', 'lt'):
            self.assertIn('test/Effort\n', run('controller_manager', command))

    def test_failures_are_explained(self):
        # Exit code 0, as scripts that were written for the original expect ...
        output = run('controller_manager', 'spawn', 'nobody', 'reader')
        self.assertIn("Error when loading 'nobody'", output)
        self.assertIn(f"'{NAMESPACE}/nobody/type' is not set", output)
        self.assertEqual({'reader': 'running'}, states())  # one that fails does not stop the rest
        # ... or 1 if asked for.
        run('controller_manager', '--fail-on-error', 'start', 'reader', code=1)
        run('controller_manager', '--fail-on-error', 'unload', 'reader', code=1)

    def test_reload_libraries(self):
        run('controller_manager', 'spawn', 'effort')
        run('controller_manager', 'load', 'reader')
        run('controller_manager', '--fail-on-error', 'reload-libraries', '--restore')
        self.assertEqual({'effort': 'running', 'reader': 'initialized'}, states())
        run('controller_manager', 'reload-libraries')
        self.assertEqual({}, states())

    def test_usage(self):
        self.assertIn('usage', run('controller_manager'))
        self.assertIn('usage', run('controller_manager', '--help'))
        output = run('controller_manager', 'explode', code=1)
        self.assertIn("unknown command 'explode'", output)
        self.assertIn('usage', output)

    def test_groups(self):
        rospy.set_param(NAMESPACE + '/controller_groups',
                        {'torque': ['effort', 'reader'], 'speed': ['velocity_alone', 'reader']})
        self.assertEqual('speed: velocity_alone, reader\ntorque: effort, reader\n',
                         run('controller_group', 'list'))
        run('controller_group', 'spawn', 'torque')
        self.assertEqual({'effort': 'running', 'reader': 'running'}, states())
        run('controller_group', 'switch', 'speed')
        self.assertEqual({'effort': 'stopped', 'reader': 'running', 'velocity_alone': 'running'},
                         states())
        run('controller_group', 'switch', 'torque')
        self.assertEqual({'effort': 'running', 'reader': 'running', 'velocity_alone': 'stopped'},
                         states())
        self.assertIn("no group 'nobody'", run('controller_group', 'switch', 'nobody', code=1))
        self.assertIn('usage', run('controller_group', code=1))
        rospy.delete_param(NAMESPACE + '/controller_groups')
        self.assertIn(NAMESPACE + '/controller_groups', run('controller_group', 'list', code=1))

    def test_unspawner(self):
        run('controller_manager', 'spawn', 'effort', 'reader')
        with Tool('unspawner', 'effort', 'nobody') as unspawner:
            wait_for_states({'effort': 'stopped', 'reader': 'running'})
            # It looks again, and stops what was started meanwhile.
            run('controller_manager', 'start', 'effort')
            wait_for_states({'effort': 'stopped', 'reader': 'running'})
            unspawner.interrupt()
            self.assertEqual(0, unspawner.wait())
        self.assertEqual({'effort': 'running', 'reader': 'running'}, states())

    def test_unspawner_usage(self):
        for arguments in ([], ['-h'], ['--help', 'effort']):
            self.assertIn('usage', run('unspawner', *arguments, code=1))

    def test_python_functions(self):
        interface = controller_manager_interface
        self.assertIn('test/Effort', interface.list_controller_types())
        self.assertTrue(interface.load_controller('effort'))
        self.assertFalse(interface.load_controller('nobody'))
        self.assertTrue(interface.load_controller('velocity'))
        self.assertTrue(interface.start_controller('effort'))
        self.assertFalse(interface.start_controllers(['velocity']))  # conflict
        self.assertTrue(interface.start_stop_controllers(['velocity'], ['effort']))
        self.assertEqual({'effort': 'stopped', 'velocity': 'running'}, states())
        self.assertFalse(interface.stop_controller('effort'))
        self.assertTrue(interface.stop_controllers(['velocity']))
        self.assertEqual(['effort', 'velocity'], [c.name for c in interface.list_controllers()])
        self.assertTrue(interface.unload_controller('velocity'))
        self.assertFalse(interface.reload_libraries(False))
        self.assertTrue(interface.reload_libraries(True, True))
        self.assertEqual({'effort': 'initialized'}, states())


if __name__ == '__main__':
    rospy.init_node('command_line_test')
    wait_until(lambda: not rospy.get_rostime().is_zero(), "the rig's clock")
    rostest.rosrun('controller_manager', 'command_line_test', CommandLineTest, sys.argv)
