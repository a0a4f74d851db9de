"""A Gazebo server of its own for a test: free port, no window, output kept for messages."""
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from typing import Any, Callable, List, Optional

import roslib.packages
import rospy
from gazebo_msgs.srv import GetWorldProperties, SpawnModel
from geometry_msgs.msg import Point, Pose, Quaternion

FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')
WORLD = os.path.join(FILES, 'small.world')
PATIENCE = 120.0  # s of wall time for anything that takes seconds on an idle machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(('', 0))
        return probe.getsockname()[1]


def script(name: str) -> str:
    return roslib.packages.find_node('gazebo_ros', name)[0]


def read(name: str) -> str:
    with open(os.path.join(FILES, name)) as file:
        return file.read()


def wait_until(condition: Callable[[], Any], what: str, timeout: float = PATIENCE) -> Any:
    """The first true value of condition(); AssertionError after `timeout` s of wall time."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f'waited {timeout:g} s for {what}')
        time.sleep(0.005)


class GazeboServer:
    """gzserver, started through this package's script."""

    def __init__(self, *args: str, world: str = WORLD, port: Optional[int] = None,
                 **env: str) -> None:
        self.port = port or free_port()
        self.uri = f'http://localhost:{self.port}'
        self.env = {**os.environ, 'GAZEBO_MASTER_URI': self.uri, **env}
        self.log = tempfile.NamedTemporaryFile('w+')
        self.process = subprocess.Popen([script('gzserver'), *args, world], env=self.env,
                                        stdout=self.log, stderr=subprocess.STDOUT)

    def output(self) -> str:
        with open(self.log.name) as file:
            return file.read()

    def wait_for_service(self, name: str = '/gazebo/get_world_properties') -> None:
        def ready() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f'gzserver ended with {self.process.returncode}:\n'
                                     + self.output())
            try:
                rospy.wait_for_service(name, timeout=0.5)
                return True
            except rospy.ROSException:
                return False
        wait_until(ready, f'the service {name}')

    def step(self, steps: int) -> None:
        """Let the paused world make steps; returns when they are done."""
        before = call('get_world_properties', GetWorldProperties).sim_time
        subprocess.run(['gz', 'world', '-w', 'small', '-m', str(steps)], check=True,
                       timeout=PATIENCE, env={**self.env, 'IGN_IP': '127.0.0.1'})
        wait_until(lambda: abs(call('get_world_properties', GetWorldProperties).sim_time - before
                               - steps * 0.001) < 1e-6, f'{steps} steps')

    def stop(self) -> float:
        """End the server as Ctrl-C does; s of wall time that it took. Fails unless it exits 0."""
        begin = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f'gzserver did not end within {PATIENCE:g} s of SIGINT:\n'
                                 + self.output())
        if code != 0:
            raise AssertionError(f'gzserver ended with {code}:\n' + self.output())
        return time.monotonic() - begin


def call(name: str, service_class: Any, **request: Any) -> Any:
    """Answer of a service below /gazebo."""
    return rospy.ServiceProxy('/gazebo/' + name, service_class)(**request)


def pose(x: float = 0.0, y: float = 0.0, z: float = 0.0, w: float = 0.0, qz: float = 0.0) -> Pose:
    return Pose(Point(x, y, z), Quaternion(0.0, 0.0, qz, w))


class WorldTest(unittest.TestCase):
    """Tests that share one server with a paused world."""

    ARGS: List[str] = ['-u']
    server: GazeboServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = GazeboServer(*cls.ARGS)
        cls.addClassCleanup(cls.server.stop)
        cls.server.wait_for_service()

    def succeed(self, name: str, service_class: Any, **request: Any) -> Any:
        answer = call(name, service_class, **request)
        self.assertTrue(answer.success, answer.status_message)
        return answer

    def fail_with(self, texts: List[str], name: str, service_class: Any, **request: Any) -> None:
        answer = call(name, service_class, **request)
        self.assertFalse(answer.success, f'{name} succeeded: {answer.status_message}')
        for text in texts:
            self.assertIn(text, answer.status_message)

    def spawn_box(self, name: str, **where: float) -> None:
        self.succeed('spawn_sdf_model', SpawnModel, model_name=name, model_xml=read('box.sdf'),
                     initial_pose=pose(**where))

    def assert_close(self, message: Any, delta: float = 1e-6, **expected: float) -> None:
        """The named fields of a message have these values, all others are zero."""
        for field in message.__slots__:
            self.assertAlmostEqual(getattr(message, field), expected.get(field, 0.0), delta=delta,
                                   msg=f'field {field} of\n{message}')
