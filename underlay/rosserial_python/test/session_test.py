#!/usr/bin/env python3
"""A whole link over a pseudo-terminal: what upstream's node does, and what it does wrong."""
import struct
import sys
import time

import rospy
import rostest
from fake_device import JOINT_STATE_MD5, STRING_MD5, Topic, frame, int32, string
from link_test_case import LinkTestCase
from rosserial_python.health import CLOSED, LOST, RUNNING
from sensor_msgs.msg import JointState
from std_msgs.msg import Int32, String

OUT = Topic(0, 125, 'numbers')
IN = Topic(1, 100, 'orders')
TIME_REQUEST = bytes.fromhex('FFFE0800F70A000000000000000000F5')


class ContractTest(LinkTestCase):
    def test_asks_for_topics_with_the_documented_bytes(self):
        self.device.answering = False
        self.start_only()
        self.wait(lambda: self.device.requests >= 2, 'a second request to a silent device')
        self.assertEqual(self.device.payloads(0)[0], b'')

    def test_device_to_ros(self):
        self.start(Topic(0, 126, 'states', 'sensor_msgs/JointState', JOINT_STATE_MD5))
        states = self.listen('states', JointState)
        self.device.publish = lambda *_: self.device.send(bytes.fromhex(
            'FFFE4000BF7E00' + '00' * 20 + '02000000000000000000F83F000000000000F8BF'
            + '0200000000000000000008400000000000000' + '8C0' + '000000007F'))
        self.publish_until_heard(126, b'', states)
        self.assertEqual(states[0].position, (1.5, -1.5))
        self.assertEqual(states[0].velocity, (3.0, -3.0))

    def test_ros_to_device(self):
        self.start(IN)
        self.talk('orders', Int32).publish(-2)
        self.wait(lambda: self.device.payloads(100) == [int32(-2)], 'the order')

    def test_time_request_is_answered_with_ros_time(self):
        self.start(OUT)
        before = rospy.Time.now().to_sec()
        self.device.send(TIME_REQUEST)
        reply = self.wait(lambda: self.device.payloads(10), 'the time')[0]
        seconds, nanoseconds = struct.unpack('<II', reply)
        self.assertTrue(before <= seconds + nanoseconds * 1e-9 <= rospy.Time.now().to_sec())

    def test_parameters(self):
        self.start(OUT)
        rospy.set_param('/diffbot/encoder_resolution', 542)
        self.device.send(frame(6, string('/diffbot/encoder_resolution')))
        self.wait(lambda: self.device.payloads(6), 'the parameter')
        self.assertEqual(self.device.payloads(6)[0].hex(), '010000001e0200000000000000000000')

    def test_log_lines_reach_rosout(self):
        from rosgraph_msgs.msg import Log
        lines = self.listen('/rosout', Log)
        self.start(OUT)

        def said() -> bool:
            self.device.send(bytes.fromhex('FFFE0700F807000102000000686924'))
            time.sleep(0.05)
            return any(line.msg == 'hi' and line.level == Log.INFO for line in list(lines))
        self.wait(said, 'the log line')

    def test_stop_is_written_before_the_port_closes(self):
        self.start(OUT)
        stop, thread = self._links[0]
        stop.set()
        thread.join()
        self.wait(lambda: self.device.payloads(11) == [b''], 'the stop frame')


class TrapTest(LinkTestCase):
    def test_oversized_message_costs_only_itself(self):
        health = self.start(Topic(1, 100, 'texts', 'std_msgs/String', STRING_MD5, size=50))
        texts = self.talk('texts', String)
        texts.publish('x' * 47)
        texts.publish('small')
        self.wait(lambda: self.device.payloads(100), 'the small message')
        self.assertEqual(self.device.payloads(100), [string('small')])
        self.wait(lambda: health.counts['too large for the device'] == 1, 'the count')
        self.assertEqual(health.counts['connections'], 1)

    def test_malformed_payload_costs_only_itself(self):
        health = self.start(OUT, Topic(0, 126, 'states', 'sensor_msgs/JointState',
                                       JOINT_STATE_MD5))
        numbers = self.listen('numbers', Int32)
        self.publish_until_heard(125, int32(0), numbers)
        numbers.clear()
        bad = [(126, bytes(11)), (126, b'\xff' * 24), (125, b''), (125, bytes(9)),
               (7, b'\x01\xff\xff\xff\x7f'), (6, b'\x05'), (0, b'\x01\x02'), (1, bytes(3)),
               (2, bytes(40)), (6, string('no/such/parameter'))]
        for topic_id, payload in bad:
            self.device.publish(topic_id, payload)
        rospy.set_param('empty_list', [])
        self.device.send(frame(6, string('empty_list')))
        self.device.publish(125, int32(3))
        self.wait(lambda: 3 in [number.data for number in numbers],
                  'the message behind the bad ones')
        self.assertEqual({number.data for number in numbers} - {0, 3}, set())
        self.assertEqual(health.counts['connections'], 1)
        self.assertEqual(self.device.payloads(6), [])
        self.assertGreaterEqual(health.counts['malformed payloads'], 6)

    def test_ids_follow_a_new_announcement(self):
        first, second = Topic(1, 100, 'orders'), Topic(1, 101, 'others')
        self.start(first, second, OUT, Topic(0, 126, 'more'))
        orders = self.talk('orders', Int32)
        numbers = self.listen('numbers', Int32)
        more = self.listen('more', Int32)
        self.device.topics = [Topic(1, 100, 'others'), Topic(1, 101, 'orders'),
                              Topic(0, 125, 'more'), Topic(0, 126, 'numbers')]
        self.device.announce()
        self.publish_until_heard(126, int32(1), numbers)
        self.publish_until_heard(125, int32(2), more)
        self.assertEqual((numbers[0].data, more[0].data), (1, 2))
        orders.publish(7)
        self.wait(lambda: self.device.payloads(101) == [int32(7)], 'the order under its new id')
        self.assertEqual(self.device.payloads(100), [])

    def test_topic_that_is_no_longer_announced_is_closed(self):
        self.start(IN, OUT, Topic(1, 101, 'others'))
        others = self.talk('others', Int32)
        self.device.topics = [IN, OUT]
        self.device.publish(190, b'')  # an unknown id makes the node ask
        self.wait(lambda: others.get_num_connections() == 0, 'the end of the subscription')

    def test_wrong_md5_names_both_sums_and_causes_no_storm(self):
        health = self.start(OUT, Topic(0, 126, 'wrong', 'std_msgs/String', 'f' * 32))
        text = self.wait(lambda: health.problems, 'the problem')[0]
        self.assertRegex(text, 'wrong .*' + 'f' * 32 + '.*' + STRING_MD5 + '.*firmware')
        requests = self.device.requests
        for _ in range(50):
            self.device.publish(126, string('x'))
        self.wait(lambda: health.counts['refused ids'] == 50, 'the refused frames')
        self.assertEqual(self.device.requests, requests)
        self.assertEqual(health.status().level, 2)
        self.device.topics = [OUT, Topic(0, 126, 'wrong', 'std_msgs/String', STRING_MD5)]
        self.device.announce()
        self.wait(lambda: not health.problems, 'the end of the problem')

    def test_unknown_type_is_refused_by_name(self):
        health = self.start(OUT, Topic(0, 126, 'strange', 'no_such_msgs/Thing'),
                            Topic(1, 101, 'odd', 'nonsense'))
        self.wait(lambda: len(health.problems) == 2, 'both problems')
        self.assertRegex(' '.join(health.problems), 'no message type "no_such_msgs/Thing"')

    def test_unknown_ids_cause_one_request_a_second_at_most(self):
        health = self.start(OUT)
        start, requests = time.monotonic(), self.device.requests
        while time.monotonic() < start + 1.5:
            self.device.publish(177, b'')
            time.sleep(0.01)
        self.wait(lambda: self.device.requests > requests, 'a request')
        self.assertLessEqual(self.device.requests - requests, 1 + time.monotonic() - start)
        self.assertGreater(health.counts['unknown ids'], 10)

    def test_reconnect_leaves_no_old_client(self):
        health = self.start(IN, OUT)
        orders = self.talk('orders', Int32)
        for number in range(2):
            self.device.unplug()
            self.wait(lambda: health.state == CLOSED, 'the loss of the port')
            self.wait(lambda: orders.get_num_connections() == 0, 'the end of the old client')
            self.device.plug()
            self.wait(lambda: health.state == RUNNING, 'the new session')
            self.wait(lambda: orders.get_num_connections() == 1, 'the new client')
        orders.publish(5)
        self.wait(lambda: self.device.payloads(100), 'the order')
        time.sleep(0.2)  # a second copy would come now
        self.assertEqual(self.device.payloads(100), [int32(5)])

    def test_data_alone_keeps_the_link_alive(self):
        """Without a single time request; the 15 s are shortened by moving the rule's clock."""
        health = self.start(OUT, quiet_timeout_s=0.3)
        numbers = self.listen('numbers', Int32)
        self.publish_until_heard(125, int32(0), numbers)
        requests = self.device.requests
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            self.device.publish(125, int32(1))
            time.sleep(0.02)
        self.assertEqual(self.device.requests, requests)
        self.assertEqual(health.state, RUNNING)

    def test_restarted_device_is_asked_again_soon(self):
        self.start(OUT, quiet_timeout_s=0.5)
        numbers = self.listen('numbers', Int32)
        self.publish_until_heard(125, int32(0), numbers)
        requests = self.device.requests
        start = time.monotonic()
        while self.device.requests == requests and time.monotonic() < start + 10:
            self.device.send(TIME_REQUEST)  # all that a restarted device says
            time.sleep(0.1)
        self.assertGreater(self.device.requests, requests)

    def test_stalled_device_gets_no_old_orders(self):
        health = self.start(IN)
        orders = self.talk('orders', Int32)
        self.device.reading = False
        number = 0
        deadline = time.monotonic() + 20
        while health.counts['output stalls'] < 2 and time.monotonic() < deadline:
            number += 1
            orders.publish(number)
            time.sleep(0.0005)
        self.assertGreaterEqual(health.counts['output stalls'], 2, 'the terminal never filled up')
        self.device.received.clear()
        self.device.raw.clear()
        self.device.reading = True
        time.sleep(0.5)
        orders.publish(-1)
        self.wait(lambda: int32(-1) in self.device.payloads(100), 'the new order')
        old = [struct.unpack('<i', payload)[0] for payload in self.device.payloads(100)[:-1]]
        # the terminal alone holds 1700 of them
        self.assertLess(len(old), 1000, 'orders that waited: %d of %d' % (len(old), number))

    def test_silence_is_lost_and_found(self):
        from rosserial_python import liveness
        saved, liveness.SYNC_LOST_S = liveness.SYNC_LOST_S, 1.0
        self.addCleanup(setattr, liveness, 'SYNC_LOST_S', saved)
        health = self.start(OUT)
        self.device.answering = False
        self.wait(lambda: health.state == LOST, 'the loss')
        self.assertRegex(health.status().message, 'Lost sync with device')
        self.device.answering = True
        self.device.announce()
        self.wait(lambda: health.state == RUNNING, 'the recovery')
        self.wait(lambda: health.status().level == 0, 'a good status')

    def test_lost_announcement_is_asked_for_again(self):
        broken = bytearray(IN.frame())
        broken[20] ^= 1
        self.device.answering = False
        self.start_only()
        self.wait(lambda: self.device.requests, 'a request')
        self.device.send(OUT.frame() + bytes(broken))
        self.device.topics = [OUT, IN]
        self.device.answering = True
        self.talk('orders', Int32).publish(1)
        self.wait(lambda: self.device.payloads(100), 'the order')


if __name__ == '__main__':
    rospy.init_node('session_test')
    case = {'ContractTest': ContractTest, 'TrapTest': TrapTest}
    for name, test in case.items():
        if name in sys.argv:
            rostest.rosrun('rosserial_python', name, test, sys.argv)
