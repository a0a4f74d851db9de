"""Group 1: velocity commands that are wrong, too many, or missing."""
import math
import os
import signal
import subprocess
import time

import rosgraph
from diffbot_base.driver import CONTROLLER, Driver

from .case import Case, nothing, rides, stops
from .outcome import CONTROLLER_TIMEOUT_S, SPEED
from .rig import Rig

MOST_SPEED = 0.3  # m/s, the controller's limit
TOPIC = CONTROLLER + '/cmd_vel'


def command(linear: float):
    return lambda rig: rig.driver.command(linear)


def silence(rig: Rig) -> None:
    rig.driver.silent()


def burst(rig: Rig) -> None:
    for _ in range(1000):
        rig.driver.send(SPEED)


def two_publishers(rig: Rig) -> None:
    """A second source of commands, for half a second, with half the speed."""
    second = Driver(stop_topic=False)
    second.command(0.5 * SPEED)
    time.sleep(0.5)
    second.close()


def publishers(topic: str) -> int:
    state = rosgraph.Master('/diffbot_faults').getSystemState()
    return sum(len(nodes) for name, nodes in state[0] if name == topic)


class Source:
    """A process that commands a speed, to be killed."""

    def __init__(self) -> None:
        self._process = None

    def take_over(self, rig: Rig) -> None:
        count = publishers(TOPIC)
        self._process = subprocess.Popen(
            ['rostopic', 'pub', '-r', '20', TOPIC, 'geometry_msgs/Twist',
             '{linear: {x: %g}}' % SPEED],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        rig.wait(lambda: publishers(TOPIC) > count, 'the process that commands')
        time.sleep(0.5)  # it connects
        rig.driver.silent()
        time.sleep(0.8)  # longer than the controller waits: it is the process that drives now

    def kill(self, _: Rig) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def timed_out(inject, approach=nothing):
    """The controller's timeout of the command stops the robot, with its own deceleration."""
    return stops(inject, nothing, CONTROLLER_TIMEOUT_S, True, approach=approach)


def killed_source(rig: Rig):
    source = Source()
    return timed_out(source.kill, source.take_over)(rig)


def emergency_stop(rig: Rig) -> None:
    rig.driver.emergency_stop(True)


def release(rig: Rig) -> None:
    rig.driver.emergency_stop(False)


CASES = [
    Case('commands', 'cmd_vel NaN', timed_out(command(math.nan))),
    Case('commands', 'cmd_vel +Inf', timed_out(command(math.inf))),
    Case('commands', 'cmd_vel -Inf', timed_out(command(-math.inf))),
    Case('commands', 'cmd_vel 1e308 (limit 0.3 m/s)',
         rides(command(1e308), undo=nothing, top_speed=MOST_SPEED, jump_limit_m=0.016)),
    Case('commands', 'cmd_vel silent', timed_out(silence), quick=True),
    Case('commands', 'burst of 1000 commands', rides(burst, undo=nothing)),
    Case('commands', 'two publishers', rides(two_publishers, 0.5, nothing)),
    Case('commands', 'publisher killed in motion', killed_source),
    Case('commands', 'emergency stop', stops(emergency_stop, release, 0.1)),
]
