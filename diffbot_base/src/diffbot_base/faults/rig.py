"""The simulated robot under test: launched, driven, watched."""
import os
import signal
import tempfile
import time
from typing import Callable, Dict, Optional

import rospy
from diffbot_base.driver import NAMESPACE, Driver
from diffbot_base.launched import Launched, node_pid, wait_until
from diffbot_base.teensy import Moment, Teensy, moment

from .outcome import OVERSHOOT, OVERSHOOT_RAD_S, SPEED, WHEEL_RADIUS

PATIENCE_S = 180.0
BASE = NAMESPACE + '/diffbot_base'
SERIAL = NAMESPACE + '/serial_node'


class RigError(RuntimeError):
    """The robot cannot be brought to where a fault could be tried."""


class Rig:
    """A robot that runs. Everything that waits is bounded and raises RigError."""

    def __init__(self, arguments: Optional[Dict[str, str]] = None,
                 log: Optional[str] = None) -> None:
        self.files = tempfile.mkdtemp(prefix='diffbot_')
        control = os.path.join(self.files, 'control')
        values = {'port': os.path.join(self.files, 'tty'), 'control': control}
        values.update(arguments or {})
        self.launched = Launched('diffbot_base', 'simulated.launch', values, log)
        self.driver: Optional[Driver] = None
        self.teensy: Optional[Teensy] = None
        try:
            self.teensy = Teensy(control, PATIENCE_S)
            wait_for_master()
            self.driver = Driver()
            self.wait(self.driver.connected, 'controllers that run')
            self.base_pid = node_pid(BASE)
            self.serial_pid = node_pid(SERIAL)
        except Exception as error:
            text = '%s; the launch says:\n%s' % (error, self.launched.output()[-3000:])
            self.close()
            raise RigError(text)
        except BaseException:  # interrupted: nothing may stay behind
            self.close()
            raise

    def close(self) -> None:
        if self.driver is not None:
            self.driver.close()
        if self.teensy is not None:
            self.teensy.close()
        self.launched.close()
        for name in os.listdir(self.files):
            os.unlink(os.path.join(self.files, name))
        os.rmdir(self.files)

    def wait(self, condition: Callable[[], bool], what: str, patience_s: float = PATIENCE_S):
        if not wait_until(condition, patience_s):
            raise RigError('waited %g s for %s' % (patience_s, what))

    def alive(self) -> bool:
        return self.launched.ended() is None

    def output(self) -> str:
        return self.launched.output()

    def do(self, line: str) -> dict:
        return self.teensy.do(line)

    def truth(self) -> Moment:
        return moment(self.teensy.status())

    def true_speed(self) -> float:
        """Of the robot's centre (m/s)."""
        now = self.truth()
        return 0.5 * (now.left + now.right) * WHEEL_RADIUS

    def rest(self) -> None:
        """Command zero until the robot stands and the odometry says so."""
        self.driver.command(0.0)
        self.wait(self.stands, 'the robot to stand')
        time.sleep(0.3)

    def stands(self) -> bool:
        now = self.truth()
        return now.left == 0.0 and now.right == 0.0

    def at_speed(self, linear: float = SPEED, angular: float = 0.0) -> None:
        """Drive at this speed; returns when the wheels have kept it for a while."""
        self.driver.command(linear, angular)
        target = abs(linear) if linear else 0.5 * abs(angular) * 0.138
        speed = self.faster_wheel
        self.wait(lambda: speed() > 0.9 * target / WHEEL_RADIUS, 'the commanded speed')
        time.sleep(0.4)
        self.wait(lambda: speed() > 0.9 * target / WHEEL_RADIUS, 'the commanded speed')

    def faster_wheel(self) -> float:
        """rad/s"""
        now = self.truth()
        return max(abs(now.left), abs(now.right))

    def mark(self) -> float:
        """Begin to record the true motion; the time (s)."""
        return self.do('mark')['time']

    def stopped(self, marked: float) -> Optional[float]:
        """How long after the mark both wheels stood still for good (s); None: they turn."""
        since = self.teensy.status()['rest_since']
        return None if since is None else max(0.0, since - marked)

    def way(self) -> float:
        """Made since the mark (m)."""
        return self.teensy.status()['since_mark']['distance']

    def too_fast(self, wheel_limit: float) -> Optional[str]:
        """A sentence when a wheel has been faster since the mark than `wheel_limit` (rad/s)."""
        peak = self.teensy.status()['since_mark']['peak_wheel_speed']
        allowed = OVERSHOOT * wheel_limit + OVERSHOOT_RAD_S
        if peak <= allowed:
            return None
        return 'a wheel turned at %.1f rad/s, %.1f commanded' % (peak, wheel_limit)

    def signal_base(self, number: int) -> None:
        os.kill(self.base_pid, number)

    def kill_serial_node(self) -> None:
        os.kill(node_pid(SERIAL), signal.SIGKILL)


def wait_for_master() -> None:
    """rospy.init_node waits for ever for a master; here the wait is bounded."""
    import rosgraph
    if not wait_until(rosgraph.is_master_online, PATIENCE_S):
        raise RigError('no ROS master after %g s' % PATIENCE_S)
    if not rospy.core.is_initialized():
        rospy.init_node('faults', anonymous=True, disable_signals=True)
