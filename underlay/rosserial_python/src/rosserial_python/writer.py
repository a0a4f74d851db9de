"""The thread that writes frames to the port."""
import threading
import time

from .outbox import Outbox
from .port import Port, PortLost

STALL_S = 0.5
"""A device that takes no byte for so long never gets the bytes that wait for it."""


class Writer(threading.Thread):
    """Takes frames from the outbox until it is closed or the port is lost."""

    def __init__(self, port: Port, outbox: Outbox) -> None:
        super().__init__(name='rosserial_writer', daemon=True)
        self.frames_out = 0
        self.stalls = 0
        self.lost: str = ''
        self._port = port
        self._outbox = outbox
        self._stop_writing = threading.Event()

    def run(self) -> None:
        try:
            while not self._stop_writing.is_set():
                frame = self._outbox.take(0.2)
                if frame is not None:
                    self._write(frame)
        except PortLost as error:
            self.lost = str(error)

    def finish(self) -> None:
        """End the thread and wait for it."""
        self._stop_writing.set()
        self._outbox.close()
        if self.is_alive():
            self.join()

    def _write(self, frame: bytes) -> None:
        """Write a whole frame: after a part the rest follows, never the beginning again."""
        sent = 0
        last_progress = time.monotonic()
        while sent < len(frame):
            count = self._port.write_some(frame[sent:], 0.1)
            now = time.monotonic()
            if count:
                sent += count
                last_progress = now
            elif self._stop_writing.is_set():
                return
            elif now - last_progress > STALL_S:
                self.stalls += 1
                self._port.discard_output()
                return
        self.frames_out += 1
