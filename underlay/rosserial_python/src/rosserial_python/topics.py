"""ROS topics on behalf of the device: what it publishes and what it subscribes to."""
import io
from typing import Callable

import roslib.message
import rospy
from rosserial_msgs.msg import TopicInfo


class Mismatch(Exception):
    """The announced type cannot be used; the text names both sides and what to update."""


class BadPayload(Exception):
    """The frame was whole, but its payload is not a message of the announced type."""


Send = Callable[[int, bytes], None]


def check_md5(topic: str, type_name: str, device_md5: str, host_md5: str) -> None:
    """Raise Mismatch when the two definitions differ."""
    if device_md5 != host_md5:
        raise Mismatch(
            'topic %s is refused: the firmware\'s %s has md5 sum %s, this computer\'s %s. Build '
            'the firmware again with this computer\'s messages, or bring the package %s on this '
            'computer to the firmware\'s version'
            % (topic, type_name, device_md5, host_md5, type_name.split('/')[0]))


def message_class(info: TopicInfo):
    """The Python class of an announced topic. Raises Mismatch."""
    try:
        cls = roslib.message.get_message_class(info.message_type)
    except ValueError:
        cls = None
    if cls is None:
        raise Mismatch('topic %s is refused: this computer has no message type "%s"; install or '
                       'build its package here' % (info.topic_name, info.message_type))
    check_md5(info.topic_name, info.message_type, info.md5sum, cls._md5sum)
    return cls


def decode(cls, payload: bytes):
    """A message from exactly these bytes. Raises BadPayload."""
    message = cls()
    try:
        message.deserialize(payload)
        again = io.BytesIO()
        message.serialize(again)
    except Exception as error:  # genpy raises several unrelated kinds for bytes it cannot read
        raise BadPayload('%d bytes are no %s: %s' % (len(payload), cls._type, error))
    if len(again.getvalue()) != len(payload):
        raise BadPayload('%d bytes are no %s, which took %d of them'
                         % (len(payload), cls._type, len(again.getvalue())))
    return message


def encode_message(message) -> bytes:
    buffer = io.BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


class TopicPublisher:
    """A topic that the device publishes, repeated on ROS."""

    def __init__(self, info: TopicInfo) -> None:
        self.name = info.topic_name
        self.type_name = info.message_type
        self.md5sum = info.md5sum
        self._class = message_class(info)
        self._publisher = rospy.Publisher(self.name, self._class, queue_size=10)

    def receive(self, payload: bytes) -> None:
        self._publisher.publish(decode(self._class, payload))

    def close(self) -> None:
        self._publisher.unregister()


class TopicSubscriber:
    """A topic that the device subscribes to; its messages go into the outbox."""

    def __init__(self, info: TopicInfo, send: Send) -> None:
        self.name = info.topic_name
        self.type_name = info.message_type
        self.md5sum = info.md5sum
        self.topic_id = info.topic_id
        self.buffer_size = info.buffer_size
        self.oversize = 0
        self._send = send
        self._subscriber = rospy.Subscriber(self.name, message_class(info), self._callback,
                                            queue_size=10, tcp_nodelay=True)

    def _callback(self, message) -> None:
        payload = encode_message(message)
        topic_id = self.topic_id
        if topic_id is None:
            return
        if len(payload) > self.buffer_size:
            self.oversize += 1
            rospy.logerr_throttle(
                5.0, 'message on %s dropped: it has %d bytes, the device takes at most %d '
                '(%d so far)' % (self.name, len(payload), self.buffer_size, self.oversize))
            return
        self._send(topic_id, payload)

    def close(self) -> None:
        self.topic_id = None
        self._subscriber.unregister()
