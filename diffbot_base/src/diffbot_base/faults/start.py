"""Bad starts: each must end by itself, soon, and say what is wrong."""
import os
import pty
import re
import shutil
import subprocess
import tempfile
import threading
import time
import tty
from typing import Dict, Sequence

from diffbot_base.launched import Launched

from .case import Case
from .outcome import Outcome

PATIENCE_S = 180.0


class OtherDevice:
    """A terminal on which something is said that is not rosserial."""

    def __init__(self, text: bytes) -> None:
        self._directory = tempfile.mkdtemp(prefix='diffbot_')
        self.path = os.path.join(self._directory, 'tty')
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), self.path)
        os.set_blocking(self._master, False)
        self._text = text
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(0.1):
            try:
                if self._text:
                    os.write(self._master, self._text)
                os.read(self._master, 4096)
            except BlockingIOError:
                pass

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)
        shutil.rmtree(self._directory)


def refuses(pattern: str, arguments: Dict[str, str], prefix: Sequence[str] = ()) -> Outcome:
    """Launch with these arguments; the launch must end and its output hold the pattern."""
    began = time.monotonic()
    launched = Launched('diffbot_base', 'faulty_start.launch', arguments, prefix=prefix)
    try:
        if not launched.wait_ended(PATIENCE_S):
            return Outcome(problems=['it has not ended after %g s' % PATIENCE_S])
        took = time.monotonic() - began
        if re.search(pattern, launched.output()) is None:
            return Outcome(problems=['nothing says "%s"; the end of the log: %s'
                                     % (pattern, launched.output()[-400:])])
        return Outcome(note='ended after %.0f s' % took)
    finally:
        launched.close()


def bad(name: str, pattern: str, **arguments: str) -> Case:
    return Case('start', name, lambda _: refuses(pattern, arguments), without_robot=True)


def other_device(name: str, pattern: str, text: bytes) -> Case:
    def run(_) -> Outcome:
        device = OtherDevice(text)
        try:
            return refuses(pattern, {'port': device.path})
        finally:
            device.close()
    return Case('start', name, run, without_robot=True)


NOBODY = ['unshare', '--user']
"""Runs a command without the rights of root, who may open everything."""


def no_permission(_) -> Outcome:
    device = OtherDevice(b'')
    try:
        os.chmod(device.path, 0)
        root = os.access(device.path, os.R_OK | os.W_OK)
        if root and subprocess.call([*NOBODY, 'true'], stderr=subprocess.DEVNULL) != 0:
            return Outcome(note='not tried: this user may open everything')
        return refuses('not ready.*no permission to open .*it belongs to the group "',
                       {'port': device.path}, NOBODY if root else ())
    finally:
        device.close()


CASES = [
    bad('port missing', 'not ready after 10 s.*port /dev/ttyNONE does not exist'),
    Case('start', 'no permission for the port', no_permission, without_robot=True),
    other_device('device that says nothing', 'not ready.*nothing has arrived', b''),
    other_device('device that is no Teensy', 'not ready.*sends text .*GPGGA',
                 b'$GPGGA,123519,4807.038,N\r\n'),
    other_device('other baud rate', 'not ready.*the baud rate differs',
                 bytes([0x80, 0x1c, 0xf8, 0x00, 0xe0, 0x9c] * 5)),
    other_device('protocol of an older rosserial', 'not ready.*speaks rosserial version 1',
                 b'\xff\xff\x00\x00\x08\x00' * 4),
    bad('use_sim_time set', 'parameter /use_sim_time is true', simulated_time='true'),
    bad('robot_description missing', 'parameter /diffbot/robot_description is missing',
        description='false'),
    bad('joint names that do not match', 'joint "left" of hardware_interface/joints is not in',
        parameter='hardware_interface/joints', value='[left, right]'),
    bad('parameter out of range', 'encoder_resolution is 0, it must be between',
        parameter='encoder_resolution', value='0'),
    bad('parameter misspelled', 'lop_rate is unknown: nothing reads it',
        parameter='hardware_interface/lop_rate', value='50'),
]
