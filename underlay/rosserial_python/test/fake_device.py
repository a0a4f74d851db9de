"""A device on a pseudo-terminal that sends and receives exact bytes, for the tests.

It shares no code with the package under test, so that an error in the framing cannot hide.
"""
import os
import pty
import select
import shutil
import struct
import tempfile
import threading
import time
import tty
from typing import List, Optional, Tuple

INT32_MD5 = 'da5909fbe378aeaf85e547e830cc1bb7'
STRING_MD5 = '992ce8a1687cec8c8bd883ec73ca41d1'
JOINT_STATE_MD5 = '3066dcd76a6cfaef579bd0f34173e9fd'


def frame(topic_id: int, payload: bytes) -> bytes:
    length = len(payload)
    low, high = length & 255, length >> 8
    head = bytes([0xFF, 0xFE, low, high, 255 - (low + high) % 256])
    body = bytes([topic_id & 255, topic_id >> 8]) + payload
    return head + body + bytes([255 - sum(body) % 256])


def string(text: str) -> bytes:
    return struct.pack('<I', len(text)) + text.encode()


def int32(value: int) -> bytes:
    return struct.pack('<i', value)


class Topic:
    """One announcement. `half` is the frame id: 0 publisher, 1 subscriber, 2 to 5 services."""

    def __init__(self, half: int, topic_id: int, name: str, kind: str = 'std_msgs/Int32',
                 md5: str = INT32_MD5, size: int = 512) -> None:
        self.half = half
        self.topic_id = topic_id
        self.payload = (struct.pack('<H', topic_id) + string(name) + string(kind) + string(md5)
                        + struct.pack('<i', size))

    def frame(self) -> bytes:
        return frame(self.half, self.payload)


class FakeDevice:
    """Answers requests for topics by itself while `answering`; everything else is the test's."""

    def __init__(self) -> None:
        self.topics: List[Topic] = []
        self.answering = True
        self.reading = True
        self.requests = 0
        self.received: List[Tuple[int, bytes]] = []
        self.raw = bytearray()
        self._directory = tempfile.mkdtemp()
        self.path = os.path.join(self._directory, 'ttyTEENSY')
        self._lock = threading.Lock()
        self._ended = False
        self._master: Optional[int] = None
        self._slave: Optional[int] = None
        self.plug()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """A new terminal under the old name, as a device that comes back behind a udev link."""
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        if os.path.islink(self.path):
            os.unlink(self.path)
        os.symlink(os.ttyname(self._slave), self.path)
        with self._lock:
            self.raw.clear()
            self._master = master

    def unplug(self) -> None:
        with self._lock:
            master, self._master = self._master, None
        time.sleep(0.05)  # the reader thread lets go of it
        os.close(master)
        os.close(self._slave)
        os.unlink(self.path)

    def close(self) -> None:
        self._ended = True
        self._thread.join()
        if self._master is not None:
            os.close(self._master)
            os.close(self._slave)
        shutil.rmtree(self._directory)

    def send(self, data: bytes) -> None:
        os.write(self._master, data)

    def publish(self, topic_id: int, payload: bytes) -> None:
        self.send(frame(topic_id, payload))

    def announce(self) -> None:
        for topic in self.topics:
            self.send(topic.frame())

    def payloads(self, topic_id: int) -> List[bytes]:
        return [payload for number, payload in list(self.received) if number == topic_id]

    def _run(self) -> None:
        while not self._ended:
            with self._lock:
                master = self._master
            if master is None or not self.reading:
                time.sleep(0.01)
                continue
            try:
                if select.select([master], [], [], 0.02)[0]:
                    self._take(os.read(master, 4096))
            except OSError:
                time.sleep(0.01)

    def _take(self, data: bytes) -> None:
        self.raw += data
        while True:
            start = self.raw.find(b'\xff\xfe')
            if start < 0 or len(self.raw) < start + 8:
                return
            if sum(self.raw[start + 2:start + 5]) % 256 != 255:
                del self.raw[:start + 1]
                continue
            length = self.raw[start + 2] | self.raw[start + 3] << 8
            whole = bytes(self.raw[start:start + 8 + length])
            if len(whole) < 8 + length:
                return
            topic_id = whole[5] | whole[6] << 8
            if whole != frame(topic_id, whole[7:-1]):
                del self.raw[:start + 1]
                continue
            del self.raw[:start + 8 + length]
            self.received.append((topic_id, whole[7:-1]))
            if topic_id == 0:
                self.requests += 1
                if self.answering:
                    self.announce()
