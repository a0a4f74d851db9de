#!/usr/bin/env python3
"""controller_manager_msgs.utils, against services that this test offers itself."""

import sys
import unittest

import rospy
import rostest
from controller_manager_msgs import srv, utils
from controller_manager_msgs.msg import ControllerState, HardwareInterfaceResources
from std_srvs.srv import Empty, EmptyResponse

SERVICES = {
    'list_controllers': srv.ListControllers,
    'list_controller_types': srv.ListControllerTypes,
    'load_controller': srv.LoadController,
    'unload_controller': srv.UnloadController,
    'switch_controller': srv.SwitchController,
    'reload_controller_libraries': srv.ReloadControllerLibraries,
}
EFFORT = 'hardware_interface::EffortJointInterface'
STATE = 'hardware_interface::JointStateInterface'
VELOCITY = 'hardware_interface::VelocityJointInterface'


def controller(name, state, controller_type, /, **resources):
    interfaces = {'effort': EFFORT, 'velocity': VELOCITY, 'state': STATE}
    return ControllerState(
        name=name, state=state, type=controller_type, claimed_resources=[
            HardwareInterfaceResources(interfaces[key], names)
            for key, names in resources.items()])


CONTROLLERS = [
    controller('arm', 'running', 'arm_type/Arm', effort=['j1', 'j2'], velocity=['j3']),
    controller('arm_2', 'stopped', 'arm_type/Arm2', effort=['j1']),
    controller('reader', 'running', 'reader_type/Reader', state=[]),
]


class FakeManager:
    """Offers some or all services of a controller manager."""

    def __init__(self, namespace, leave_out=(), wrong_types=()):
        self._services = [
            rospy.Service(f'{namespace}/{name}', Empty if name in wrong_types else service_type,
                          self._list if name == 'list_controllers' else self._nothing)
            for name, service_type in SERVICES.items() if name not in leave_out]

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        for service in self._services:
            service.shutdown()

    @staticmethod
    def _list(_request):
        return srv.ListControllersResponse(CONTROLLERS)

    @staticmethod
    def _nothing(_request):
        return EmptyResponse()


class UtilsTest(unittest.TestCase):

    def test_is_controller_manager(self):
        with FakeManager('/a/controller_manager'), \
                FakeManager('/b/controller_manager', leave_out=['unload_controller']), \
                FakeManager('/c/controller_manager', wrong_types=['unload_controller']):
            self.assertTrue(utils.is_controller_manager('/a/controller_manager'))
            self.assertTrue(utils.is_controller_manager('/a/controller_manager/'))
            for namespace in ('', '/', '/a', '/b/controller_manager', '/c/controller_manager'):
                self.assertFalse(utils.is_controller_manager(namespace), namespace)
        self.assertFalse(utils.is_controller_manager('/a/controller_manager'))

    def test_get_controller_managers(self):
        self.assertEqual([], utils.get_controller_managers())
        lister = utils.ControllerManagerLister()
        with FakeManager('/b/controller_manager'), FakeManager('/a/controller_manager'), \
                FakeManager('/a/left/controller_manager'), \
                FakeManager('/d/controller_manager', leave_out=['load_controller']):
            everything = ['/a/controller_manager', '/a/left/controller_manager',
                          '/b/controller_manager']
            self.assertEqual(everything, utils.get_controller_managers())
            self.assertEqual(everything[:2], utils.get_controller_managers('/a'))
            self.assertEqual(everything[:2], utils.get_controller_managers('/a/'))
            self.assertEqual([], utils.get_controller_managers('/nowhere'))
            self.assertEqual(everything, utils.get_controller_managers(
                initial_guess=['/a/controller_manager', '/gone/controller_manager']))
            self.assertEqual(everything, lister())
            with FakeManager('/e/controller_manager'):
                self.assertEqual(everything + ['/e/controller_manager'], lister())
            self.assertEqual(everything, lister())
            self.assertEqual(['/b/controller_manager'], utils.ControllerManagerLister('/b')())
        self.assertEqual([], lister())

    def test_controller_lister(self):
        lister = utils.ControllerLister('/a/controller_manager')
        self.assertEqual([], lister())
        with FakeManager('/a/controller_manager'):
            self.assertEqual(['arm', 'arm_2', 'reader'], [c.name for c in lister()])
            self.assertEqual([], utils.ControllerLister()())  # /controller_manager
        self.assertEqual([], lister())

    def test_controller_names_on_the_parameter_server(self):
        rospy.set_param('/foo/type', 'a/A')
        rospy.set_param('/deep/type/deeper', 1)
        rospy.set_param('/ns/bar/type', 'b/B')
        rospy.set_param('/ns/bar/joint', 'j')
        rospy.set_param('/ns/no_controller/joint', 'j')
        self.assertIn('foo', utils.get_rosparam_controller_names())
        self.assertNotIn('deep', utils.get_rosparam_controller_names())
        self.assertNotIn('bar', utils.get_rosparam_controller_names())
        self.assertEqual(['bar'], utils.get_rosparam_controller_names('/ns'))
        self.assertEqual(['bar'], utils.get_rosparam_controller_names('/ns/'))
        self.assertEqual([], utils.get_rosparam_controller_names('/nowhere'))

    def expect(self, names, controllers):
        self.assertEqual(names, [c.name for c in controllers])

    def test_name(self):
        self.expect(['arm'], utils.filter_by_name(CONTROLLERS, 'arm'))
        self.expect(['arm', 'arm_2'], utils.filter_by_name(CONTROLLERS, 'arm', True))
        self.expect([], utils.filter_by_name(CONTROLLERS, 'ar'))

    def test_type(self):
        self.expect(['arm'], utils.filter_by_type(CONTROLLERS, 'arm_type/Arm'))
        self.expect(['arm', 'arm_2'],
                    utils.filter_by_type(CONTROLLERS, 'arm_type/Arm', match_substring=True))

    def test_state(self):
        self.expect(['arm', 'reader'], utils.filter_by_state(CONTROLLERS, 'running'))
        self.expect(['arm_2'], utils.filter_by_state(CONTROLLERS, 'stop', match_substring=True))
        self.expect([], utils.filter_by_state(CONTROLLERS, 'stop'))

    def test_hardware_interface(self):
        self.expect(['arm', 'arm_2'], utils.filter_by_hardware_interface(CONTROLLERS, EFFORT))
        self.expect(['reader'], utils.filter_by_hardware_interface(CONTROLLERS, STATE))
        self.expect(['arm', 'arm_2', 'reader'],
                    utils.filter_by_hardware_interface(CONTROLLERS, 'Joint', True))
        self.expect([], utils.filter_by_hardware_interface(CONTROLLERS, 'Joint'))

    def test_resources(self):
        self.expect(['arm', 'arm_2'], utils.filter_by_resources(CONTROLLERS, ['j1']))
        self.expect(['arm'], utils.filter_by_resources(CONTROLLERS, ['j1', 'j2']))
        self.expect(['arm'], utils.filter_by_resources(CONTROLLERS, ['j1', 'j3']))
        self.expect(['arm', 'arm_2'],
                    utils.filter_by_resources(CONTROLLERS, ['j1', 'j3'], match_any=True))
        self.expect(['arm'], utils.filter_by_resources(CONTROLLERS, ['j3'], VELOCITY))
        self.expect([], utils.filter_by_resources(CONTROLLERS, ['j3'], EFFORT))
        self.expect([], utils.filter_by_resources(CONTROLLERS, ['j9'], match_any=True))


if __name__ == '__main__':
    rospy.init_node('utils_test')
    rostest.rosrun('controller_manager_msgs', 'utils_test', UtilsTest, sys.argv)
