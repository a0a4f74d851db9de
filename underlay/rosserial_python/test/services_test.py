#!/usr/bin/env python3
"""Services of the device, and services that the device calls."""
import sys
import threading

import rospy
import rostest
from fake_device import Topic
from link_test_case import LinkTestCase
from rosserial_python import services
from std_srvs.srv import SetBool, SetBoolRequest, SetBoolResponse

KIND = 'std_srvs/SetBool'
REQUEST_MD5 = SetBoolRequest._md5sum
RESPONSE_MD5 = SetBoolResponse._md5sum
YES = b'\x01\x02\x00\x00\x00ok'


class ServiceTest(LinkTestCase):
    def server(self, name: str):
        return [Topic(2, 125, name, KIND, RESPONSE_MD5), Topic(3, 100, name, KIND, REQUEST_MD5)]

    def client(self, name: str):
        return [Topic(4, 126, name, KIND, REQUEST_MD5), Topic(5, 101, name, KIND, RESPONSE_MD5)]

    def call(self, name: str, value: bool) -> list:
        """Results of a call that runs beside the test."""
        results = []
        threading.Thread(target=lambda: results.append(
            rospy.ServiceProxy(name, SetBool)(value)), daemon=True).start()
        return results

    def test_ros_calls_the_device(self):
        health = self.start(*self.server('lamp'))
        rospy.wait_for_service('lamp', 20)
        results = self.call('lamp', True)
        self.wait(lambda: self.device.payloads(100), 'the request')
        self.assertEqual(self.device.payloads(100), [b'\x01'])
        self.device.publish(125, YES)
        self.wait(lambda: results, 'the result')
        self.assertEqual((results[0].success, results[0].message), (True, 'ok'))
        self.assertEqual(health.counts['malformed payloads'], 0)

    def test_device_that_does_not_answer_is_an_error_of_the_call(self):
        self.short_patience()
        self.start(*self.server('lamp'))
        rospy.wait_for_service('lamp', 20)
        with self.assertRaisesRegex(rospy.ServiceException, 'has not answered'):
            rospy.ServiceProxy('lamp', SetBool)(True)

    def test_device_calls_ros(self):
        service = rospy.Service('door', SetBool,
                                lambda request: SetBoolResponse(request.data, 'done'))
        self.addCleanup(service.shutdown)
        self.start(*self.client('door'))
        self.device.publish(126, b'\x01')
        self.wait(lambda: self.device.payloads(101), 'the answer')
        self.assertEqual(self.device.payloads(101), [b'\x01\x04\x00\x00\x00done'])

    def test_call_of_a_missing_service_does_not_block_the_link(self):
        self.short_patience()
        self.start(*self.client('nowhere'))
        self.device.publish(126, b'\x01')
        self.device.send(bytes.fromhex('FFFE0800F70A000000000000000000F5'))
        self.wait(lambda: self.device.payloads(10), 'the time, asked for behind the call')

    def test_wrong_type_is_refused(self):
        health = self.start(Topic(2, 125, 'lamp', KIND, 'f' * 32),
                            Topic(3, 100, 'lamp', 'no_such/Service', REQUEST_MD5))
        self.wait(lambda: health.problems, 'the problem')
        self.assertRegex(health.problems[0], 'lamp')

    def short_patience(self):
        saved, services.ANSWER_S = services.ANSWER_S, 0.3
        self.addCleanup(setattr, services, 'ANSWER_S', saved)


if __name__ == '__main__':
    rospy.init_node('services_test')
    rostest.rosrun('rosserial_python', 'services', ServiceTest, sys.argv)
