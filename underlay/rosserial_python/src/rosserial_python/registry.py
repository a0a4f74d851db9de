"""The device's topics and services by name and by frame id."""
from typing import Dict, Hashable, Optional, Tuple

import rospy
from rosserial_msgs.msg import TopicInfo

from .services import ServiceClient, ServiceServer
from .topics import Mismatch, Send, TopicPublisher, TopicSubscriber

Key = Tuple[str, str]
KINDS = {
    TopicInfo.ID_PUBLISHER: ('publisher', True),
    TopicInfo.ID_SUBSCRIBER: ('subscriber', False),
    TopicInfo.ID_SERVICE_SERVER: ('service server', True),
    TopicInfo.ID_SERVICE_SERVER + 1: ('service server', False),
    TopicInfo.ID_SERVICE_CLIENT: ('service client', True),
    TopicInfo.ID_SERVICE_CLIENT + 1: ('service client', False),
}
"""Frame id of an announcement: what is announced, and whether the device sends on that half."""
FIRST_TOPIC_ID = 100
ENDPOINT_LIMIT = 200


class Registry:
    """Keeps one ROS endpoint per announced name; ids follow the latest announcement."""

    def __init__(self, send: Send) -> None:
        self.refused: Dict[int, str] = {}
        self.problems: Dict[Key, str] = {}
        self._send = send
        self._endpoints: Dict[Key, object] = {}
        self._receivers: Dict[int, object] = {}

    def receiver(self, topic_id: int):
        """The endpoint for frames from the device with this id, or None."""
        return self._receivers.get(topic_id)

    def announce(self, frame_id: int, info: TopicInfo) -> Hashable:
        """Take over one announcement; a key for this topic and half. Raises ValueError."""
        kind, device_sends = KINDS[frame_id]
        if info.topic_id < FIRST_TOPIC_ID:
            raise ValueError('topic %s announced with the reserved id %d'
                             % (info.topic_name, info.topic_id))
        key = (kind, rospy.resolve_name(info.topic_name))
        try:
            self._take(key, info, device_sends)
            self._forget_problem(key, info.topic_id if device_sends else None)
        except Mismatch as mismatch:
            self._refuse(key, info.topic_id if device_sends else None, str(mismatch))
        return key + (device_sends,)

    def forget(self, key: Hashable) -> None:
        """Close the endpoint that the device no longer announces."""
        kind, name = key[0], key[1]
        self.problems.pop((kind, name), None)
        if self._close((kind, name)):
            rospy.logwarn('%s %s is no longer announced by the device: closed' % (kind, name))

    def subscribers(self):
        return [point for point in self._endpoints.values() if isinstance(point, TopicSubscriber)]

    def close(self) -> None:
        """Close everything; nothing of this connection stays behind on ROS."""
        for key in list(self._endpoints):
            self._close(key)

    def _take(self, key: Key, info: TopicInfo, device_sends: bool) -> None:
        endpoint = self._endpoints.get(key)
        if endpoint is not None and not self._same(endpoint, info):
            self._close(key)
            endpoint = None
        if endpoint is None:
            if len(self._endpoints) >= ENDPOINT_LIMIT:
                raise Mismatch('topic %s is refused: more than %d topics announced'
                               % (info.topic_name, ENDPOINT_LIMIT))
            endpoint = self._make(key[0], info)
            self._endpoints[key] = endpoint
            rospy.loginfo('Setup %s on %s [%s], id %d'
                          % (key[0], info.topic_name, info.message_type, info.topic_id))
        if key[0].startswith('service'):
            endpoint.announce_half(info, device_sends)
        if device_sends:
            self._receivers = {number: point for number, point in self._receivers.items()
                               if point is not endpoint}
            self._receivers[info.topic_id] = endpoint
            return
        for other in self._endpoints.values():
            if other is not endpoint and getattr(other, 'topic_id', None) == info.topic_id:
                other.topic_id = None  # its own new id follows in this round
        if endpoint.topic_id not in (None, info.topic_id):
            rospy.logwarn('the device has moved %s from id %d to %d'
                          % (info.topic_name, endpoint.topic_id, info.topic_id))
        endpoint.topic_id = info.topic_id
        endpoint.buffer_size = info.buffer_size

    def _make(self, kind: str, info: TopicInfo):
        if kind == 'publisher':
            return TopicPublisher(info)
        if kind == 'subscriber':
            return TopicSubscriber(info, self._send)
        if kind == 'service server':
            return ServiceServer(info, self._send)
        return ServiceClient(info, self._send)

    @staticmethod
    def _same(endpoint, info: TopicInfo) -> bool:
        md5sum = getattr(endpoint, 'md5sum', info.md5sum)
        return endpoint.type_name == info.message_type and md5sum == info.md5sum

    def _close(self, key: Key) -> bool:
        endpoint = self._endpoints.pop(key, None)
        if endpoint is None:
            return False
        self._receivers = {number: point for number, point in self._receivers.items()
                           if point is not endpoint}
        endpoint.close()
        return True

    def _refuse(self, key: Key, topic_id: Optional[int], text: str) -> None:
        self._close(key)
        if self.problems.get(key) != text:
            rospy.logerr(text)
        self.problems[key] = text
        if topic_id is not None:
            self._receivers.pop(topic_id, None)
            self.refused[topic_id] = text

    def _forget_problem(self, key: Key, topic_id: Optional[int]) -> None:
        self.problems.pop(key, None)
        if topic_id is not None:
            self.refused.pop(topic_id, None)
