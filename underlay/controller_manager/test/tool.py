"""Runs the command line tools for the tests, and looks at the rig's controller manager."""

import os
import signal
import subprocess
import threading
import time
from typing import Callable, Dict

import roslib.packages
import rospy
from controller_manager_msgs.srv import ListControllers
from std_srvs.srv import SetBool

# s of wall time after which something that should happen counts as missing: far more than it
# takes, so that a slow machine fails no test.
PATIENCE = 60.0

NAMESPACE = '/robot'  # the rig's


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait until the condition holds; fail with `what` was missing."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f'not within {PATIENCE:g} s: {what}')
        time.sleep(0.02)


def states(namespace: str = NAMESPACE) -> Dict[str, str]:
    """The states of all loaded controllers, in the order in which they were loaded."""
    controllers = rospy.ServiceProxy(namespace + '/controller_manager/list_controllers',
                                     ListControllers)().controller
    return {controller.name: controller.state for controller in controllers}


def wait_for_states(expected: Dict[str, str]) -> None:
    wait_until(lambda: states() == expected, f'the states {expected}, they are {states()}')


def set_rig(service: str, value: bool) -> None:
    """Set a switch of the rig: `run` or `hardware_ready`."""
    rospy.ServiceProxy(f'{NAMESPACE}/rig/{service}', SetBool)(value)


class Tool:
    """A tool that runs; its output is collected. Ends at the end of a `with`."""

    def __init__(self, name: str, *arguments: str, namespace: str = NAMESPACE) -> None:
        path = roslib.packages.find_node('controller_manager', name)[0]
        environment = dict(os.environ, ROS_NAMESPACE=namespace, PYTHONUNBUFFERED='1')
        self._process = subprocess.Popen(
            [path, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            universal_newlines=True)
        self.output = ''
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self.output += line

    def __enter__(self) -> 'Tool':
        return self

    def __exit__(self, *_error) -> None:
        if self.is_running():
            self.interrupt()
            try:
                self.wait()
            finally:
                self._process.kill()

    def is_running(self) -> bool:
        return self._process.poll() is None

    def interrupt(self) -> None:
        """What Ctrl-C and roslaunch send."""
        self._process.send_signal(signal.SIGINT)

    def wait(self) -> int:
        """Wait for the end; returns the exit code."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f'the tool did not end within {PATIENCE:g} s: {self.output}')
        self._reader.join(PATIENCE)
        return code

    def expect(self, *texts: str) -> None:
        """Wait until all texts were printed."""
        wait_until(lambda: all(text in self.output for text in texts) or not self.is_running(),
                   f'{texts} in the output: {self.output}')
        if not self.is_running():
            self._reader.join(PATIENCE)
        for text in texts:
            if text not in self.output:
                raise AssertionError(f'"{text}" is not in the output: {self.output}')


def run(name: str, *arguments: str, namespace: str = NAMESPACE, code: int = 0) -> str:
    """Run a tool to its end, require its exit code, return its output."""
    with Tool(name, *arguments, namespace=namespace) as tool:
        actual = tool.wait()
        if actual != code:
            raise AssertionError(f'exit code {actual} instead of {code}: {tool.output}')
        return tool.output
