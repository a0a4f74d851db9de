"""The device behind the two topics, for tests of the node without a serial link."""
import threading
import time
from typing import Callable, List, Optional

import rospy
from diffbot_msgs.msg import WheelsCmdStamped
from sensor_msgs.msg import JointState

PERIOD_S = 0.05


class FakeRobot:
    """Wheels that turn exactly as commanded, measured at 20 Hz from `start` on (rad).

    `tamper` may change a message or return None to keep it back; `send` False is silence. Like
    the firmware it stops the wheels 0.25 s after the last command.
    """

    def __init__(self, start: float = 0.0) -> None:
        self.position = [start, start]
        self.send = True
        self.tamper: Optional[Callable[[JointState], Optional[JointState]]] = None
        self.commands: List[tuple] = []  # (monotonic time, left, right)
        self._velocity = [0.0, 0.0]
        self._ended = threading.Event()
        self._publisher = rospy.Publisher('measured_joint_states', JointState, queue_size=10,
                                          tcp_nodelay=True)
        self._subscriber = rospy.Subscriber('wheel_cmd_velocities', WheelsCmdStamped,
                                            self._on_command, tcp_nodelay=True)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self._publisher.unregister()
        self._subscriber.unregister()

    def restart(self) -> None:
        """As the firmware after power-on."""
        self.position = [0.0, 0.0]
        self._velocity = [0.0, 0.0]

    def last_command(self) -> tuple:
        return self.commands[-1][1:] if self.commands else (None, None)

    def _on_command(self, message: WheelsCmdStamped) -> None:
        joint = message.wheels_cmd.angular_velocities.joint
        self.commands.append((time.monotonic(), joint[0], joint[1]))

    def _run(self) -> None:
        due = time.monotonic()
        while not self._ended.is_set():
            due += PERIOD_S
            time.sleep(max(0.0, due - time.monotonic()))
            fresh = self.commands and time.monotonic() - self.commands[-1][0] < 0.25
            self._velocity = list(self.commands[-1][1:]) if fresh else [0.0, 0.0]
            self.position = [angle + speed * PERIOD_S
                             for angle, speed in zip(self.position, self._velocity)]
            state: Optional[JointState] = JointState(position=list(self.position),
                                                     velocity=list(self._velocity))
            if self.tamper is not None:
                state = self.tamper(state)
            if self.send and state is not None:
                self._publisher.publish(state)
