"""ROS services that the device offers or calls. Each has two halves that are announced apart."""
import threading
from typing import Optional

import roslib.message
import rospy
from rosserial_msgs.msg import TopicInfo

from .topics import Mismatch, Send, check_md5, decode, encode_message

ANSWER_S = 5.0
"""How long a device may take to answer, and how long a ROS service may take to appear."""


def service_class(info: TopicInfo):
    """The Python class of an announced service. Raises Mismatch."""
    try:
        cls = roslib.message.get_service_class(info.message_type)
    except ValueError:
        cls = None
    if cls is None:
        raise Mismatch('service %s is refused: this computer has no service type "%s"; install or '
                       'build its package here' % (info.topic_name, info.message_type))
    return cls


class ServiceServer:
    """A service of the device, offered on ROS while both halves are announced."""

    def __init__(self, info: TopicInfo, send: Send) -> None:
        self.name = info.topic_name
        self.type_name = info.message_type
        self.topic_id: Optional[int] = None
        self._class = service_class(info)
        self._send = send
        self._one_call = threading.Lock()  # the protocol has no call numbers
        self._answer = None
        self._answered = threading.Event()
        self._service = None

    def announce_half(self, info: TopicInfo, device_sends: bool) -> None:
        half = self._class._response_class if device_sends else self._class._request_class
        check_md5(info.topic_name, info.message_type, info.md5sum, half._md5sum)
        if not device_sends:
            self.topic_id = info.topic_id
            if self._service is None:
                self._service = rospy.Service(self.name, self._class, self._call)

    def _call(self, request):
        with self._one_call:
            self._answered.clear()
            if self.topic_id is None:
                raise rospy.ServiceException('the device is gone')
            self._send(self.topic_id, encode_message(request))
            if not self._answered.wait(ANSWER_S):
                raise rospy.ServiceException('the device has not answered on %s within %g s'
                                             % (self.name, ANSWER_S))
            return self._answer

    def receive(self, payload: bytes) -> None:
        self._answer = decode(self._class._response_class, payload)
        self._answered.set()

    def close(self) -> None:
        self.topic_id = None
        if self._service is not None:
            self._service.shutdown('the device is gone')


class ServiceClient:
    """A ROS service that the device calls; the calls run beside the reader, one at a time."""

    def __init__(self, info: TopicInfo, send: Send) -> None:
        self.name = info.topic_name
        self.type_name = info.message_type
        self.topic_id: Optional[int] = None
        self._class = service_class(info)
        self._send = send
        self._busy = threading.Lock()

    def announce_half(self, info: TopicInfo, device_sends: bool) -> None:
        half = self._class._request_class if device_sends else self._class._response_class
        check_md5(info.topic_name, info.message_type, info.md5sum, half._md5sum)
        if not device_sends:
            self.topic_id = info.topic_id

    def receive(self, payload: bytes) -> None:
        request = decode(self._class._request_class, payload)
        if not self._busy.acquire(False):
            rospy.logwarn_throttle(5.0, 'call of %s by the device dropped: the one before still '
                                   'runs' % self.name)
            return
        threading.Thread(target=self._call, args=(request,), daemon=True).start()

    def _call(self, request) -> None:
        try:
            rospy.wait_for_service(self.name, ANSWER_S)
            response = rospy.ServiceProxy(self.name, self._class)(request)
            if self.topic_id is not None:
                self._send(self.topic_id, encode_message(response))
        except (rospy.ROSException, rospy.ServiceException) as error:
            rospy.logerr('call of %s for the device failed: %s' % (self.name, error))
        finally:
            self._busy.release()

    def close(self) -> None:
        self.topic_id = None
