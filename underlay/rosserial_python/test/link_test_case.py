"""A test case with a fake device and the node's code in a thread of this process."""
import threading
import time
import unittest

import rospy
from fake_device import FakeDevice
from rosserial_python.config import Config
from rosserial_python.health import RUNNING, Health
from rosserial_python.node import SerialNode

PATIENCE_S = 20.0
"""Only a limit for failures: every wait ends when its condition holds."""


class LinkTestCase(unittest.TestCase):
    def setUp(self):
        self.device = FakeDevice()
        self._links = []
        self._ends = []

    def tearDown(self):
        for stop, thread in self._links:
            stop.set()
            thread.join()
        for end in self._ends:
            end.unregister()
        self.device.close()

    def start(self, *topics, **settings) -> Health:
        """Start the link to a device with these topics; returns once it runs."""
        self.device.topics = list(topics)
        health = self.start_only(**settings)
        self.wait(lambda: health.state == RUNNING, 'the link to run')
        return health

    def start_only(self, **settings) -> Health:
        values = dict(port=self.device.path, baud=115200, fix_pyserial_for_test=True,
                      start_delay_s=0.0)
        values.update(settings)
        config = Config(**values)
        health = Health(config.port, config.baud)
        stop = threading.Event()
        thread = threading.Thread(target=SerialNode(config, health).run, args=(stop.is_set,))
        thread.start()
        self._links.append((stop, thread))
        return health

    def wait(self, condition, what: str):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            value = condition()
            if value:
                return value
            time.sleep(0.01)
        self.fail('waited %g s for %s; the device has received %r'
                  % (PATIENCE_S, what, self.device.received[-5:]))

    def listen(self, topic: str, kind) -> list:
        """Messages of a topic that the device publishes, once ROS is connected."""
        messages = []
        end = rospy.Subscriber(topic, kind, messages.append, tcp_nodelay=True)
        self._ends.append(end)
        self.wait(lambda: end.get_num_connections() > 0, 'a publisher of ' + topic)
        return messages

    def publish_until_heard(self, topic_id: int, payload: bytes, messages: list) -> None:
        """The device publishes until a message arrives: the publisher of the node may learn of the
        subscriber later than the subscriber of the publisher."""
        def try_again():
            self.device.publish(topic_id, payload)
            time.sleep(0.05)
            return messages
        self.wait(try_again, 'a message with id %d' % topic_id)

    def talk(self, topic: str, kind) -> rospy.Publisher:
        """A publisher on a topic that the device subscribes to, once ROS is connected."""
        end = rospy.Publisher(topic, kind, queue_size=100, tcp_nodelay=True)
        self._ends.append(end)
        self.wait(lambda: end.get_num_connections() > 0, 'a subscriber of ' + topic)
        return end
