"""What a controller manager's node logs while it serves a call: the reason of a failure."""

import threading
import time
from typing import List

import rosservice
import rospy
from rosgraph_msgs.msg import Log


class ManagerLog:
    """Collects warnings and errors of the node that offers a service, from the topic /rosout_agg.

    The services answer only `ok: false`; the manager logs why. Without the node `rosout`, which
    roscore starts, there is nothing on that topic.
    """

    def __init__(self, service: str) -> None:
        """service: full name of any service of the manager."""
        self._service = service
        self._lock = threading.Lock()
        self._lines: List[Log] = []
        self._subscriber = rospy.Subscriber('/rosout_agg', Log, self._on_log)

    def wait_until_connected(self, timeout: float) -> None:
        """Wait until messages can arrive, or `timeout` s."""
        deadline = time.monotonic() + timeout
        while not self._subscriber.get_num_connections() and time.monotonic() < deadline:
            time.sleep(0.01)

    def close(self) -> None:
        self._subscriber.unregister()

    def clear(self) -> None:
        """Forget what was logged so far."""
        with self._lock:
            self._lines.clear()

    def reason(self, wait: float) -> str:
        """What was logged since clear(), and where to look if it was nothing; waits `wait` s."""
        time.sleep(wait)
        try:
            node = rosservice.get_service_node(self._service)
        except Exception:  # the manager or the master is gone
            node = None
        if node is None:
            return f'The node that offered {self._service} is gone.'
        with self._lock:
            lines = [line.msg for line in self._lines if line.name == node]
        if not lines:
            return f'The reason is in the output, or log file, of the node {node}.'
        return f'The node {node} says:' + ''.join(f'\n  {line}' for line in lines)

    def _on_log(self, message: Log) -> None:
        if message.level >= Log.WARN:
            with self._lock:
                self._lines.append(message)
