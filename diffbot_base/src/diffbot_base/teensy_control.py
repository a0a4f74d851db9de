"""Control lines and counters of a running simulated_teensy, over its Unix socket.

The commands are listed in diffbot_base/simulated_teensy/README.md. Times are seconds of
time.monotonic() on the same machine, angles rad, speeds rad/s, lengths m.
"""
import json
import socket
import time
from typing import Any, Callable, Dict, List, Optional


class TeensyError(Exception):
    """The device refused a command, or does not answer."""


class TeensyControl:
    """Client of the control socket. Answers come within `timeout` seconds, or TeensyError."""

    def __init__(self, path: str, timeout: float = 10.0):
        self._path = path
        self._timeout = timeout
        self._received = b''
        self._socket = self._connect()

    def _connect(self) -> socket.socket:
        """The socket appears a moment after the program has started: try until the timeout."""
        end = time.monotonic() + self._timeout
        while True:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(self._path)
                connection.settimeout(self._timeout)
                return connection
            except OSError as error:
                connection.close()
                if time.monotonic() > end:
                    raise TeensyError('no simulated Teensy at %s: %s' % (self._path, error))
                time.sleep(0.02)

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> 'TeensyControl':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def command(self, line: str) -> Dict[str, Any]:
        """Send one line; return the answer. TeensyError with the reason when it is refused."""
        try:
            self._socket.sendall(line.encode() + b'\n')
            while b'\n' not in self._received:
                data = self._socket.recv(65536)
                if not data:
                    raise TeensyError('the simulated Teensy has ended, at: %s' % line)
                self._received += data
        except OSError as error:
            raise TeensyError('no answer to "%s": %s' % (line, error))
        answer, self._received = self._received.split(b'\n', 1)
        result: Dict[str, Any] = json.loads(answer.decode())
        if not result.get('ok'):
            raise TeensyError('%s: %s' % (line, result.get('error')))
        return result

    def counters(self) -> Dict[str, Any]:
        """Everything that is counted or known: frames, commands, wheels, pose."""
        return self.command('counters')

    def history(self) -> List[List[Optional[float]]]:
        """Wheel commands that differ from the one before: [time, left, right]; None is NaN."""
        history: List[List[Optional[float]]] = self.command('history')['history']
        return history

    def wait_for(self, condition: Callable[[Dict[str, Any]], bool], what: str,
                 timeout: float = 30.0, period: float = 0.02) -> Dict[str, Any]:
        """Poll the counters until the condition holds; TeensyError names `what` at the timeout."""
        end = time.monotonic() + timeout
        while True:
            counters = self.counters()
            if condition(counters):
                return counters
            if time.monotonic() > end:
                raise TeensyError('after %.0f s still not: %s; the last counters: %s'
                                  % (timeout, what, json.dumps(counters)))
            time.sleep(period)
