"""A test case that runs the node as a process beside a fake robot."""
import math
import subprocess
import tempfile
import threading
import time
import unittest
from typing import Callable, List

import roslib.packages
import rospy
from controller_manager_msgs.srv import LoadController, SwitchController, SwitchControllerRequest
from diagnostic_msgs.msg import DiagnosticArray
from fake_robot import FakeRobot
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

PATIENCE_S = 30.0
"""Only a limit for failures: every wait ends when its condition holds."""
RADIUS_M = 0.0333
CONTROLLERS = ['joint_state_controller', 'mobile_base_controller']


class BaseTestCase(unittest.TestCase):
    def setUp(self):
        self.robot = None
        self.process = None
        self.odometry: List[Odometry] = []
        self.joints: List[JointState] = []
        self.statuses = {}
        self.log = tempfile.NamedTemporaryFile()
        self._speed = None
        self._driving = threading.Event()
        self._ends = [rospy.Subscriber('mobile_base_controller/odom', Odometry,
                                       self.odometry.append),
                      rospy.Subscriber('joint_states', JointState, self.joints.append),
                      rospy.Subscriber('/diagnostics', DiagnosticArray, self._on_diagnostics)]

    def tearDown(self):
        self._driving.set()
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.robot is not None:
            self.robot.close()
        for end in self._ends:
            end.unregister()

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self.statuses[status.name.split(': ')[-1]] = status

    def status(self, name: str) -> tuple:
        """Level and message of a diagnostic status: link, loop or wheels."""
        status = self.statuses.get(name)
        return (status.level, status.message) if status else (-1, '')

    def node(self, program: str = 'diffbot_base', *arguments: str) -> subprocess.Popen:
        """Start the node. Earlier ones of this name are gone by then."""
        path = roslib.packages.find_node('diffbot_base', program)[0]
        with open(self.log.name, 'a') as log:
            self.process = subprocess.Popen(
                [path, '__name:=diffbot_base'] + list(arguments), stdout=log, stderr=log)
        return self.process

    def ready(self, program: str = 'diffbot_base', start: float = 0.0) -> None:
        """Fake robot, node and controllers run."""
        self.robot = FakeRobot(start)
        self.node(program)
        rospy.wait_for_service('controller_manager/load_controller', PATIENCE_S)
        load = rospy.ServiceProxy('controller_manager/load_controller', LoadController)
        switch = rospy.ServiceProxy('controller_manager/switch_controller', SwitchController)
        for name in CONTROLLERS:
            self.assertTrue(load(name).ok, self.output())
        self.assertTrue(switch(CONTROLLERS, [], SwitchControllerRequest.STRICT, False, 10.0).ok)
        self.wait(lambda: self.odometry and self.joints, 'odometry and joint states')

    def drive(self, linear: float, angular: float = 0.0) -> None:
        """Command this speed ten times a second from now on; None ends it."""
        self._speed = (linear, angular)
        if len(self._ends) == 3:
            publisher = rospy.Publisher('mobile_base_controller/cmd_vel', Twist, queue_size=1)
            self._ends.append(publisher)
            threading.Thread(target=self._publish, args=(publisher,), daemon=True).start()

    def silent(self) -> None:
        """Nobody commands a speed any more."""
        self._speed = None

    def _publish(self, publisher: rospy.Publisher) -> None:
        while not self._driving.wait(0.1):
            if self._speed is not None:
                twist = Twist()
                twist.linear.x, twist.angular.z = self._speed
                publisher.publish(twist)

    def drive_at(self, linear: float) -> None:
        """Drive straight ahead; returns when the wheels are commanded to."""
        self.drive(linear)
        self.wait(lambda: abs((self.robot.last_command()[0] or 0.0) - linear / RADIUS_M) < 0.05,
                  'wheel commands of %g rad/s' % (linear / RADIUS_M))

    def output(self) -> str:
        with open(self.log.name) as file:
            return file.read()

    def wait(self, condition: Callable, what: str):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            value = condition()
            if value:
                return value
            time.sleep(0.01)
        last = self.robot.last_command() if self.robot else None
        self.fail('waited %g s for %s; last command %s; node: %s'
                  % (PATIENCE_S, what, last, self.output()))

    def expect_exit(self, code: int, pattern: str) -> None:
        self.wait(lambda: self.process.poll() is not None, 'the exit of the node')
        self.assertRegex(self.output(), pattern)
        self.assertEqual(self.process.returncode, code, self.output())

    def commanded_zero(self) -> bool:
        return self.robot.last_command() == (0.0, 0.0)

    def odom_x(self) -> float:
        return self.odometry[-1].pose.pose.position.x

    def largest_jump(self) -> float:
        """Largest step of the odometry between two messages (m)."""
        places = [(message.pose.pose.position.x, message.pose.pose.position.y)
                  for message in list(self.odometry)]
        return max(math.dist(a, b) for a, b in zip(places, places[1:]))

    def assert_all_finite(self) -> None:
        for message in list(self.odometry):
            numbers = [message.pose.pose.position.x, message.pose.pose.position.y,
                       message.pose.pose.orientation.z, message.twist.twist.linear.x,
                       message.twist.twist.angular.z]
            self.assertTrue(all(math.isfinite(number) for number in numbers), message)
        for message in list(self.joints):
            self.assertTrue(all(math.isfinite(number)
                                for number in message.position + message.velocity), message)
        for _, left, right in list(self.robot.commands):
            self.assertTrue(math.isfinite(left) and math.isfinite(right))
