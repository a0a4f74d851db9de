#!/usr/bin/env python3
"""The services of a controller manager that runs in the rig, and controllers from plugins."""

import sys
import threading
import time
import unittest

import rospy
import rostest
from controller_manager_msgs import srv
from tool import NAMESPACE, set_rig, states, wait_for_states, wait_until

STRICT = srv.SwitchControllerRequest.STRICT
BEST_EFFORT = srv.SwitchControllerRequest.BEST_EFFORT


def service(name, service_type):
    name = f'{NAMESPACE}/controller_manager/{name}'
    rospy.wait_for_service(name, 60.0)
    return rospy.ServiceProxy(name, service_type)


class ServicesTest(unittest.TestCase):

    def setUp(self):
        self.load = service('load_controller', srv.LoadController)
        self.unload = service('unload_controller', srv.UnloadController)
        self.switch = service('switch_controller', srv.SwitchController)
        self.list = service('list_controllers', srv.ListControllers)
        self.types = service('list_controller_types', srv.ListControllerTypes)
        self.reload = service('reload_controller_libraries', srv.ReloadControllerLibraries)
        set_rig('run', True)
        set_rig('hardware_ready', True)

    def tearDown(self):
        self.assertTrue(self.reload(True).ok)
        self.assertEqual({}, states())

    def start(self, *names):
        for name in names:
            self.assertTrue(self.load(name).ok, name)
        self.assertTrue(self.switch(list(names), [], STRICT, False, 0.0).ok)

    def test_list_controllers_tells_everything(self):
        self.start('effort')
        self.assertTrue(self.load('reader').ok)
        effort, reader = self.list().controller
        self.assertEqual('effort', effort.name)
        self.assertEqual('running', effort.state)
        self.assertEqual('test/Effort', effort.type)
        claimed, = effort.claimed_resources
        self.assertEqual('hardware_interface::EffortJointInterface', claimed.hardware_interface)
        self.assertEqual(['joint1', 'joint2'], claimed.resources)
        self.assertEqual('initialized', reader.state)
        claimed, = reader.claimed_resources
        self.assertEqual('hardware_interface::JointStateInterface', claimed.hardware_interface)
        self.assertEqual([], claimed.resources)

    def test_list_controller_types(self):
        response = self.types()
        types = dict(zip(response.types, response.base_classes))
        self.assertEqual('controller_interface::ControllerBase', types['test/Effort'])
        self.assertEqual(len(response.types), len(response.base_classes))

    def test_states(self):
        self.assertTrue(self.load('reader').ok)
        set_rig('hardware_ready', False)
        switch = threading.Thread(
            target=lambda: self.switch(['reader'], [], STRICT, False, 0.0))
        switch.start()
        wait_for_states({'reader': 'waiting'})
        set_rig('hardware_ready', True)
        switch.join()
        self.assertEqual({'reader': 'running'}, states())
        self.assertTrue(self.switch([], ['reader'], STRICT, False, 0.0).ok)
        self.assertEqual({'reader': 'stopped'}, states())

        set_rig('hardware_ready', False)
        self.assertTrue(self.switch(['reader'], [], STRICT, False, 0.1).ok)
        self.assertEqual({'reader': 'aborted'}, states())

    def test_failures_answer_not_ok(self):
        for name in ('reader_without_type', 'unknown_type', 'init_fails', 'not_in_the_library'):
            self.assertFalse(self.load(name).ok, name)
        self.assertFalse(self.unload('reader').ok)
        self.assertFalse(self.switch(['reader'], [], STRICT, False, 0.0).ok)
        self.assertTrue(self.switch(['reader'], [], BEST_EFFORT, False, 0.0).ok)

    def test_load_switch_unload_a_hundred_times(self):
        self.start('reader')
        for _ in range(100):
            self.start('effort')
            self.assertTrue(self.switch([], ['effort'], STRICT, False, 0.0).ok)
            self.assertTrue(self.unload('effort').ok)
        self.assertEqual({'reader': 'running'}, states())

    def test_paused_loop(self):
        self.start('reader')
        set_rig('run', False)
        # Loading, unloading and listing need no loop.
        self.assertTrue(self.load('effort').ok)
        self.assertTrue(self.load('velocity').ok)
        self.assertTrue(self.unload('velocity').ok)
        self.assertEqual({'reader': 'running', 'effort': 'initialized'}, states())
        # A switch with a timeout ends, and has changed nothing.
        begin = time.monotonic()
        self.assertFalse(self.switch(['effort'], ['reader'], STRICT, False, 0.1).ok)
        self.assertGreater(time.monotonic() - begin, 1.0)
        # One without waits until the loop runs again; listing does not wait for it.
        result = []
        switch = threading.Thread(target=lambda: result.append(
            self.switch(['effort'], ['reader'], STRICT, False, 0.0).ok))
        switch.start()
        self.assertEqual({'reader': 'running', 'effort': 'initialized'}, states())
        self.assertEqual([], result)
        set_rig('run', True)
        switch.join()
        self.assertEqual([True], result)
        self.assertEqual({'reader': 'stopped', 'effort': 'running'}, states())

    def test_reload_libraries(self):
        self.start('reader')
        self.assertTrue(self.load('effort').ok)
        self.assertFalse(self.reload(False).ok)
        self.assertEqual({'reader': 'running', 'effort': 'initialized'}, states())
        self.assertTrue(self.reload(True).ok)
        self.assertEqual({}, states())
        self.assertTrue(self.reload(False).ok)
        self.start('reader')


if __name__ == '__main__':
    rospy.init_node('services_test')
    wait_until(lambda: not rospy.get_rostime().is_zero(), "the rig's clock")
    rostest.rosrun('controller_manager', 'services_test', ServicesTest, sys.argv)
