"""What a controller manager's node logs while it serves a call: the reason of a failure."""

import threading
import time
from typing import List

import rosservice
import rospy
from rosgraph_msgs.msg import Log


class ManagerLog:
    """Collects warnings and errors of the node that offers a service, from the topic /rosout.

    The services answer only `ok: false`; the manager logs why.
    """

    def __init__(self, service: str) -> None:
        """service: full name of any service of the manager."""
        self._service = service
        self._lock = threading.Lock()
        self._lines: List[Log] = []
        self._active = True
        self._subscriber = rospy.Subscriber('/rosout', Log, self._on_log)

    def wait_until_connected(self, timeout: float) -> None:
        """Wait until the manager's messages can arrive, or `timeout` s."""
        uri = rospy.get_master().lookupNode(self._node())[2]
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            # The second element of each is the publisher's address (as in ROS's getBusInfo).
            if any(info[1] == uri for info in self._subscriber.impl.get_stats_info()):
                return
            time.sleep(0.01)

    def close(self) -> None:
        """Collect no more."""
        # Without unregister(), which ends in a warning if a connection is just being made, as this
        # node's own to /rosout may be.
        self._active = False
        self.clear()

    def clear(self) -> None:
        """Forget what was logged so far."""
        with self._lock:
            self._lines.clear()

    def reason(self, wait: float) -> str:
        """What was logged since clear(), and where to look if it was nothing; waits `wait` s."""
        time.sleep(wait)
        node = self._node()
        if not node:
            return f'The node that offered {self._service} is gone.'
        with self._lock:
            lines = [line.msg for line in self._lines if line.name == node]
        if not lines:
            return f'The reason is in the output, or log file, of the node {node}.'
        return f'The node {node} says:' + ''.join(f'\n  {line}' for line in lines)

    def _node(self) -> str:
        try:
            return rosservice.get_service_node(self._service) or ''
        except Exception:  # the manager or the master is gone
            return ''

    def _on_log(self, message: Log) -> None:
        if self._active and message.level >= Log.WARN:
            with self._lock:
                self._lines.append(message)
