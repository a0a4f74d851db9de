#!/usr/bin/env python3
"""The md5 sums of all messages and services: what the wire compares."""

import sys
import unittest

import rosunit
from controller_manager_msgs import msg, srv

MD5 = {
    msg.ControllerState: 'aeb6b261d97793ab74099a3740245272',
    msg.ControllerStatistics: '697780c372c8d8597a1436d0e2ad3ba8',
    msg.ControllersStatistics: 'a154c347736773e3700d1719105df29d',
    msg.HardwareInterfaceResources: 'f25b55cbf1d1f76e82e5ec9e83f76258',
    srv.ListControllerTypes: 'c1d4cd11aefa9f97ba4aeb5b33987f4e',
    srv.ListControllers: '1341feb2e63fa791f855565d0da950d8',
    srv.LoadController: '647e5c54b8d6468952d8d31f1efe96c0',
    srv.ReloadControllerLibraries: '40e8c411fd1797d2e2c486018f846040',
    srv.SwitchController: 'b29a7abc673b2c54c14b54e50f8d06a5',
    srv.UnloadController: '647e5c54b8d6468952d8d31f1efe96c0',
}


class MessagesTest(unittest.TestCase):

    def test_md5_sums(self):
        for message_type, md5 in MD5.items():
            self.assertEqual(md5, message_type._md5sum, message_type._type)

    def test_all_types_are_in_the_list(self):
        types = {value for module in (msg, srv) for value in vars(module).values()
                 if hasattr(value, '_md5sum') and not value.__name__.endswith(('Request',
                                                                              'Response'))}
        self.assertEqual(set(MD5), types)

    def test_constants(self):
        self.assertEqual(1, srv.SwitchControllerRequest.BEST_EFFORT)
        self.assertEqual(2, srv.SwitchControllerRequest.STRICT)


if __name__ == '__main__':
    rosunit.unitrun('controller_manager_msgs', 'messages_test', MessagesTest, sys.argv)
