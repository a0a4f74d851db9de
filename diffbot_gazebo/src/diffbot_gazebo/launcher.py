"""Starts sim_drive.launch with a ROS master and a Gazebo port of its own, and ends it
completely."""

import os
import random
import signal
import socket
import subprocess
import time
from types import TracebackType
from typing import Dict, List, NamedTuple, Optional, Type

import rosgraph

END_GENTLY = 20.0  # s of wall time that roslaunch gets to stop its nodes


def free_port() -> int:
    """Return a TCP port on the loopback interface that nothing listens on.

    Below the range from which the kernel serves outgoing connections (32768 on Linux): one of the
    many that ROS nodes open could otherwise get the port before its server has started.
    """
    for _ in range(100):
        port = random.SystemRandom().randrange(15000, 32768)
        with socket.socket() as probe:
            try:
                probe.bind(('127.0.0.1', port))
                return port
            except OSError:  # taken
                continue
    raise OSError('no free port between 15000 and 32767 in 100 attempts')


def last_lines(path: str, count: int = 20) -> str:
    try:
        with open(path, errors='replace') as stream:
            return ''.join(stream.readlines()[-count:]).rstrip()
    except OSError as error:
        return '(no log: %s)' % error


class Process(NamedTuple):
    """A running process: its name, its parent, and the processor time (s) that it has used."""

    name: str
    parent: int
    used: float


def processes() -> Dict[int, Process]:
    """Return all processes by their number, from /proc."""
    table = {}
    for folder in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/stat' % folder) as stream:
                name, _, rest = stream.read().partition('(')[2].rpartition(')')
        except OSError:  # it has just ended
            continue
        fields = rest.split()  # from the state on; the parent is 2nd, the times 12th and 13th
        ticks = int(fields[11]) + int(fields[12])
        table[int(folder)] = Process(name, int(fields[1]), ticks / os.sysconf('SC_CLK_TCK'))
    return table


class LaunchEnded(Exception):
    """Roslaunch ended by itself; the text has its last lines."""


class Launched:
    """A running roslaunch, as a context manager; its output goes to a log file.

    Sets ROS_MASTER_URI of this process, so rospy must be initialised after it.
    """

    def __init__(self, log: str, arguments: Dict[str, str]) -> None:
        self.log = log
        self._arguments = arguments
        self._process: Optional[subprocess.Popen] = None

    def __enter__(self) -> 'Launched':
        port = free_port()
        os.environ['ROS_MASTER_URI'] = 'http://localhost:%d' % port
        command: List[str] = [
            'roslaunch',
            '-p',
            str(port),
            'diffbot_gazebo',
            'sim_drive.launch',
            'gazebo_port:=%d' % free_port(),
        ]
        command += ['%s:=%s' % item for item in sorted(self._arguments.items())]
        with open(self.log, 'w') as stream:
            # A session of its own: Ctrl-C reaches this process alone, which then ends
            # roslaunch in order.
            self._process = subprocess.Popen(
                command,
                stdout=stream,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self

    def processor_time(self, name: str) -> float:
        """Return the processor time (s) of all processes of this launch with a name."""
        table = processes()
        used = 0.0
        for process in table.values():
            if process.name == name and self._process:
                ancestor = process.parent
                while ancestor in table and ancestor != self._process.pid:
                    ancestor = table[ancestor].parent
                used += process.used if ancestor == self._process.pid else 0.0
        return used

    def check(self) -> None:
        """Raise LaunchEnded if roslaunch is gone."""
        if self._process is not None and self._process.poll() is not None:
            raise LaunchEnded(
                'the simulation ended by itself (roslaunch exited with %d). The end of %s:\n%s'
                % (self._process.returncode, self.log, last_lines(self.log))
            )

    def wait_master(self) -> None:
        """Wait for the ROS master of this launch, without which rospy.init_node() never returns;
        LaunchEnded if roslaunch gives up."""
        while not rosgraph.is_master_online():
            self.check()
            time.sleep(0.05)

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        process = self._process
        if process is None:
            return
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            try:
                if process.poll() is None:
                    os.kill(process.pid, number)
                process.wait(timeout=END_GENTLY)
                break
            except subprocess.TimeoutExpired:
                continue
        try:
            os.killpg(process.pid, signal.SIGKILL)  # a node that roslaunch left behind
        except ProcessLookupError:
            pass
