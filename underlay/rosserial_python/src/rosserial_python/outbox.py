"""Frames that wait for the port: bounded, and never delivered late.

Commands that pile up behind a stalled device and are then delivered in order drive a robot with
orders of the past. So a topic holds a few messages at most, the oldest goes first, and a message
that has waited too long is dropped. Frames of the protocol itself are served first and are made at
the moment they are taken, so that a time reply carries the time of its writing.
"""
import threading
import time
from collections import deque
from typing import Callable, Deque, NamedTuple, Optional, Union

from .framing import encode

Payload = Union[bytes, Callable[[], bytes]]
CONTROL_LIMIT = 32


class _Entry(NamedTuple):
    since: float
    topic_id: int
    payload: Payload


class Outbox:
    """A thread-safe queue of frames for one connection."""

    def __init__(self, per_topic: int = 10, max_age_s: float = 0.25,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.per_topic = per_topic
        self.max_age_s = max_age_s
        self.dropped_full = 0
        self.dropped_late = 0
        self._clock = clock
        self._control: Deque[_Entry] = deque(maxlen=CONTROL_LIMIT)
        self._data: Deque[_Entry] = deque()
        self._condition = threading.Condition()
        self._closed = False

    def put(self, topic_id: int, payload: bytes) -> None:
        """Queue a message of a topic; the oldest of that topic goes when there are too many."""
        with self._condition:
            mine = [entry for entry in self._data if entry.topic_id == topic_id]
            if len(mine) >= self.per_topic:
                self._data.remove(mine[0])
                self.dropped_full += 1
            self._data.append(_Entry(self._clock(), topic_id, payload))
            self._condition.notify()

    def put_control(self, topic_id: int, payload: Payload = b'') -> None:
        """Queue a frame of the protocol: served first, kept however long it waits."""
        with self._condition:
            self._control.append(_Entry(self._clock(), topic_id, payload))
            self._condition.notify()

    def take(self, timeout_s: float) -> Optional[bytes]:
        """The next frame, or None when there is none within the timeout or the box is closed."""
        deadline = self._clock() + timeout_s
        with self._condition:
            while not self._closed:
                entry = self._next()
                if entry is not None:
                    payload = entry.payload() if callable(entry.payload) else entry.payload
                    return encode(entry.topic_id, payload)
                remaining = deadline - self._clock()
                if remaining <= 0:
                    return None
                self._condition.wait(remaining)
        return None

    def control_waits(self) -> bool:
        """Whether frames of the protocol are still to be taken."""
        with self._condition:
            return bool(self._control)

    def close(self) -> None:
        """Drop everything and end the waiting in `take`."""
        with self._condition:
            self._closed = True
            self._control.clear()
            self._data.clear()
            self._condition.notify_all()

    def _next(self) -> Optional[_Entry]:
        if self._control:
            return self._control.popleft()
        while self._data:
            entry = self._data.popleft()
            if self._clock() - entry.since <= self.max_age_s:
                return entry
            self.dropped_late += 1
        return None
