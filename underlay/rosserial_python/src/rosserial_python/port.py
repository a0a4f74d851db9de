"""Serial ports and TCP connections behind one small interface, with errors that say what to do."""
import errno
import getpass
import glob
import grp
import os
import select
import socket
import termios
from typing import List

import serial


class PortError(Exception):
    """The port cannot be opened; the text is for the user."""


class PortLost(Exception):
    """The port was open and is gone."""


class Port:
    """A byte stream on a file descriptor that does not block."""

    name = ''

    def fileno(self) -> int:
        raise NotImplementedError

    def read(self, timeout_s: float) -> bytes:
        """What has arrived, or nothing after the timeout. Raises PortLost."""
        try:
            readable, _, _ = select.select([self], [], [], timeout_s)
            if not readable:
                return b''
            data = os.read(self.fileno(), 4096)
        except BlockingIOError:
            return b''
        except (OSError, ValueError) as error:
            raise PortLost('%s: read failed: %s' % (self.name, error))
        if not data:
            raise PortLost('%s: the device is gone' % self.name)
        return data

    def write_some(self, data: bytes, timeout_s: float) -> int:
        """Write what fits now; the number of bytes, 0 after the timeout. Raises PortLost."""
        try:
            _, writable, _ = select.select([], [self], [], timeout_s)
            return os.write(self.fileno(), data) if writable else 0
        except BlockingIOError:
            return 0
        except (OSError, ValueError) as error:
            raise PortLost('%s: write failed: %s' % (self.name, error))

    def discard_output(self) -> None:
        """Throw away bytes that the device has not taken yet, where the port can do that."""

    def close(self) -> None:
        raise NotImplementedError


class SerialPort(Port):
    """A tty. `for_test` sets the flow control lines as a host over a pseudo-terminal does."""

    def __init__(self, path: str, baud: int, for_test: bool = False) -> None:
        self.name = path
        try:
            # exclusive: a second node on the port would take every other byte
            self._serial = serial.Serial(path, baud, timeout=0, rtscts=for_test, dsrdtr=for_test,
                                         exclusive=True)
        except (OSError, ValueError, termios.error) as error:
            raise PortError(open_error_text(path, baud, error))
        if not for_test:
            try:
                self._serial.reset_input_buffer()
            except (OSError, termios.error):
                pass  # not every driver can; the reader skips old bytes anyway

    def fileno(self) -> int:
        return self._serial.fileno()

    def discard_output(self) -> None:
        try:
            termios.tcflush(self.fileno(), termios.TCOFLUSH)
        except (OSError, ValueError, termios.error):
            pass  # a lost port shows itself at the next write

    def close(self) -> None:
        try:
            self._serial.close()
        except (OSError, termios.error):
            pass


class SocketPort(Port):
    """A TCP connection from a device."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.name = name
        self._socket = connection

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()


def available_ports() -> List[str]:
    """Serial ports that exist on this computer, the stable names first."""
    names: List[str] = []
    for pattern in ('/dev/serial/by-id/*', '/dev/ttyACM*', '/dev/ttyUSB*'):
        names += sorted(glob.glob(pattern))
    return names


def open_error_text(path: str, baud: int, error: Exception) -> str:
    """What went wrong with opening a port, and what to do."""
    code = getattr(error, 'errno', None)
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        present = ', '.join(available_ports()) or 'none'
        return ('port %s does not exist: is the device plugged in? Serial ports here: %s'
                % (path, present))
    if code in (errno.EACCES, errno.EPERM):
        group = owner_group(path)
        return ('no permission to open %s, it belongs to the group "%s": run '
                '"sudo usermod -aG %s %s" and log in again' % (path, group, group, user_name()))
    if code in (errno.EBUSY, errno.EAGAIN):
        return 'port %s is in use by another process' % path
    if isinstance(error, ValueError):
        return 'port %s: baud rate %s is not supported: %s' % (path, baud, error)
    if code in (errno.ENOTTY, errno.EISDIR) or isinstance(error, termios.error):
        return '%s is not a serial port: %s' % (path, error)
    return 'port %s cannot be opened: %s' % (path, error)


def owner_group(path: str) -> str:
    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return 'dialout'


def user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return '$USER'
