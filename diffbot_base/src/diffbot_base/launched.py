"""A launch file as a child process with a ROS master of its own."""
import os
import signal
import socket
import subprocess
import tempfile
import time
import xmlrpc.client
from typing import Dict, List, Optional, Sequence

import rosgraph

from .priority import be_ordinary


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(('localhost', 0))
        return probe.getsockname()[1]


def use_own_master() -> None:
    """From now on this process and its children use a ROS master that nobody else knows."""
    os.environ['ROS_MASTER_URI'] = 'http://localhost:%d' % free_port()
    os.environ['ROS_HOSTNAME'] = 'localhost'


class Launched:
    """roslaunch PACKAGE FILE ARGS, ended at the latest when the object is closed."""

    def __init__(self, package: str, file: str, arguments: Dict[str, str],
                 log: Optional[str] = None, prefix: Sequence[str] = ()) -> None:
        """log: a file for the output, to be kept; by default it goes with the object. prefix: a
        command that runs roslaunch."""
        self.log = (open(log, 'wb') if log else
                    tempfile.NamedTemporaryFile(prefix='diffbot_launch_', suffix='.log'))
        command: List[str] = [*prefix, 'roslaunch', package, file]
        command += ['%s:=%s' % item for item in arguments.items()]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT,
                                        start_new_session=True, preexec_fn=be_ordinary)

    def output(self) -> str:
        with open(self.log.name, errors='replace') as file:
            return file.read()

    def ended(self) -> Optional[int]:
        """The exit code, or None while it runs."""
        return self.process.poll()

    def wait_ended(self, patience_s: float) -> bool:
        try:
            self.process.wait(patience_s)
            return True
        except subprocess.TimeoutExpired:
            return False

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            if not self.wait_ended(30.0):
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()


def node_pid(name: str) -> int:
    """The process of a node. Raises rosgraph.MasterException when there is no such node."""
    uri = rosgraph.Master('/diffbot_base_tools').lookupNode(name)
    return xmlrpc.client.ServerProxy(uri).getPid('/diffbot_base_tools')[2]


def wait_until(condition, patience_s: float) -> bool:
    """Whether the condition has come true within the time."""
    deadline = time.monotonic() + patience_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
