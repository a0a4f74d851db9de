"""Drives the robot over its topics and records what it says about itself. Needs a rospy node."""
import math
import threading
import time
from typing import Dict, List, NamedTuple, Optional, Tuple

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from diffbot_msgs.msg import WheelsCmdStamped
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState
from std_msgs.msg import Bool

NAMESPACE = '/diffbot'
CONTROLLER = NAMESPACE + '/mobile_base_controller'
COMMAND_PERIOD_S = 0.05
ODOMETRY_PERIOD_S = 0.02


class Odom(NamedTuple):
    """One odometry message; time of arrival on time.monotonic(), stamp as it came (s)."""

    time: float
    stamp: float
    x: float
    y: float
    yaw: float
    linear: float
    angular: float


class Driver:
    """Commands a speed twenty times a second, keeps all odometry, counts what is not finite."""

    def __init__(self, stop_topic: bool = True) -> None:
        self.odometry: List[Odom] = []
        self.not_finite = 0
        self.states = 0  # messages on measured_joint_states
        self.wheel_commands = 0  # messages on wheel_cmd_velocities
        self.statuses: Dict[str, DiagnosticStatus] = {}
        self._twist: Optional[Tuple[float, float]] = None
        self._ended = threading.Event()
        self._command = rospy.Publisher(CONTROLLER + '/cmd_vel', Twist, queue_size=10,
                                        tcp_nodelay=True)
        self._stop = (rospy.Publisher(NAMESPACE + '/e_stop', Bool, queue_size=1, latch=True)
                      if stop_topic else None)
        self._ends = [
            rospy.Subscriber(CONTROLLER + '/odom', Odometry, self._on_odometry, tcp_nodelay=True),
            rospy.Subscriber(NAMESPACE + '/joint_states', JointState, self._on_joints),
            rospy.Subscriber(NAMESPACE + '/measured_joint_states', JointState, self._on_state,
                             tcp_nodelay=True),
            rospy.Subscriber(NAMESPACE + '/wheel_cmd_velocities', WheelsCmdStamped,
                             self._on_wheels, tcp_nodelay=True),
            rospy.Subscriber('/diagnostics', DiagnosticArray, self._on_diagnostics)]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        for end in self._ends + [self._command, self._stop]:
            if end is not None:
                end.unregister()

    def command(self, linear: float, angular: float = 0.0) -> None:
        """Command this speed (m/s, rad/s) from now on."""
        self._twist = (linear, angular)

    def silent(self) -> None:
        """Command nothing from now on."""
        self._twist = None

    def send(self, linear: float, angular: float = 0.0) -> None:
        """One command at once."""
        self._command.publish(twist(linear, angular))

    def emergency_stop(self, stop: bool) -> None:
        self._stop.publish(stop)

    def connected(self) -> bool:
        """The controller listens and odometry comes."""
        return self._command.get_num_connections() > 0 and bool(self.odometry)

    def speed(self) -> float:
        """Forward speed by the last odometry (m/s)."""
        return self.odometry[-1].linear

    def largest_jump(self, since: float) -> float:
        """Largest step of the odometry between two messages after this time (m).

        Where messages in between are missing, the motion of their time is taken off.
        """
        recent = [odom for odom in list(self.odometry) if odom.time >= since]
        return max((step(a, b) for a, b in zip(recent, recent[1:])), default=0.0)

    def serial_counter(self, name: str) -> int:
        """A counter of the serial node, as of its last status; -1: not known."""
        return self._counter('rosserial_python', name)

    def holds(self, patience_s: float) -> int:
        """How often the wheels have been held so far, by a status that is newer than this call."""
        self.statuses.pop('wheels', None)
        deadline = time.monotonic() + patience_s
        while 'wheels' not in self.statuses and time.monotonic() < deadline:
            time.sleep(0.01)
        return self._counter('wheels', 'holds')

    def _counter(self, status_name: str, name: str) -> int:
        status = self.statuses.get(status_name)
        values = {value.key: value.value for value in status.values} if status else {}
        return int(values.get(name, -1))

    def _run(self) -> None:
        while not self._ended.wait(COMMAND_PERIOD_S):
            speed = self._twist
            if speed is not None:
                self.send(*speed)

    def _check(self, *numbers: float) -> None:
        if not all(math.isfinite(number) for number in numbers):
            self.not_finite += 1

    def _on_odometry(self, message: Odometry) -> None:
        place, turn = message.pose.pose.position, message.pose.pose.orientation
        speed = message.twist.twist
        odom = Odom(time.monotonic(), message.header.stamp.to_sec(), place.x, place.y,
                    2.0 * math.atan2(turn.z, turn.w), speed.linear.x, speed.angular.z)
        self._check(*odom)
        self.odometry.append(odom)

    def _on_joints(self, message: JointState) -> None:
        self._check(*message.position, *message.velocity, *message.effort)

    def _on_state(self, _: JointState) -> None:
        self.states += 1  # what is in it may be anything

    def _on_wheels(self, message: WheelsCmdStamped) -> None:
        self.wheel_commands += 1
        self._check(*message.wheels_cmd.angular_velocities.joint)

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self.statuses[status.name.split(': ')[-1]] = status


def step(before: Odom, after: Odom) -> float:
    """The way from one message to the next, less what the robot drives in missing ones (m)."""
    missed_s = after.stamp - before.stamp - ODOMETRY_PERIOD_S
    speed = max(abs(before.linear), abs(after.linear))
    way = math.dist((before.x, before.y), (after.x, after.y))
    return way - speed * missed_s if 0.0 < missed_s < 0.5 else way


def twist(linear: float, angular: float) -> Twist:
    message = Twist()
    message.linear.x, message.angular.z = linear, angular
    return message
