"""Keeps what a topic publishes, and waits for what must still come."""

import threading
import time
from typing import List

import rospy


class Silence(Exception):
    """A message that had to come did not; the text says which and what came last."""


class Recorder:
    """All messages of a stamped topic, in order; thread-safe."""

    def __init__(self, topic: str, message_type: type) -> None:
        self._messages: List = []
        self._changed = threading.Condition()
        self.topic = rospy.resolve_name(topic)
        self._subscriber = rospy.Subscriber(topic, message_type, self._add, queue_size=None)

    def _add(self, message) -> None:
        with self._changed:
            self._messages.append(message)
            self._changed.notify_all()

    def wait_newer(self, stamp: float, patience: float = 30.0) -> None:
        """Return once a message stamped later than `stamp` (s) is there; Silence after `patience`
        wall s."""
        end = time.monotonic() + patience
        with self._changed:
            while not self._messages or self._messages[-1].header.stamp.to_sec() <= stamp:
                left = end - time.monotonic()
                if left <= 0:
                    last = (
                        '%.3f s' % self._messages[-1].header.stamp.to_sec()
                        if self._messages
                        else 'none'
                    )
                    raise Silence(
                        '%s: no message stamped later than %.3f s within '
                        '%.0f s; the last one: %s; publishers: %d'
                        % (
                            self.topic,
                            stamp,
                            patience,
                            last,
                            self._subscriber.get_num_connections(),
                        )
                    )
                self._changed.wait(left)

    def between(self, after: float, until: float) -> List:
        """Return the messages with after < stamp <= until (s)."""
        with self._changed:
            return [
                message
                for message in self._messages
                if after < message.header.stamp.to_sec() <= until
            ]
