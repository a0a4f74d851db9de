"""The control socket of the simulated Teensy: faults in, counters and true motion out."""
import json
import socket
import threading
import time
from typing import Any, Dict, List, NamedTuple


class TeensyError(RuntimeError):
    """The simulated Teensy does not answer, or does not understand."""


class Moment(NamedTuple):
    """The true motion at a time; times are those of time.monotonic()."""

    time: float
    x: float
    y: float
    yaw: float
    left: float  # rad/s
    right: float


class Teensy:
    """One connection; commands may come from one thread only."""

    def __init__(self, path: str, patience_s: float = 10.0) -> None:
        self.path = path
        self._socket = connect(path, patience_s)
        self._file = self._socket.makefile('r')

    def do(self, line: str) -> Dict[str, Any]:
        """Send one control line; the answer. Raises TeensyError when it is refused."""
        try:
            self._socket.sendall(line.encode() + b'\n')
            answer = json.loads(self._file.readline())
        except (OSError, ValueError) as error:
            raise TeensyError('"%s": no answer: %s' % (line, error))
        if not answer.get('ok'):
            raise TeensyError('"%s": %s' % (line, answer.get('error')))
        return answer

    def status(self) -> Dict[str, Any]:
        return self.do('counters')

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def connect(path: str, patience_s: float) -> socket.socket:
    """A connected socket. Raises TeensyError when nobody listens within the time."""
    deadline = time.monotonic() + patience_s
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(patience_s)
        try:
            connection.connect(path)
            return connection
        except OSError as error:
            connection.close()
            if time.monotonic() > deadline:
                raise TeensyError('no simulated Teensy on %s: %s' % (path, error))
            time.sleep(0.1)


def moment(status: Dict[str, Any]) -> Moment:
    """The true motion in a status. The Teensy must know its wheels' radius and separation."""
    pose, wheels = status['pose'], status['wheels']
    return Moment(status['time'], pose['x'], pose['y'], pose['yaw'], wheels['left']['speed'],
                  wheels['right']['speed'])


class TrueMotion(threading.Thread):
    """Records the true motion, about fifty times a second."""

    def __init__(self, path: str, period_ms: int = 20) -> None:
        super().__init__(daemon=True)
        self.moments: List[Moment] = []
        self._socket = connect(path, 10.0)
        self._socket.settimeout(None)
        self._socket.sendall(b'stream %d\n' % period_ms)
        self.start()

    def run(self) -> None:
        try:
            for line in self._socket.makefile('r'):
                status = json.loads(line)
                if status.get('pose'):
                    self.moments.append(moment(status))
        except (OSError, ValueError):
            pass  # the simulated Teensy has ended

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self._socket.close()
