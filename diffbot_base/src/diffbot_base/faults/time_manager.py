"""Groups 5 and 6: clocks, pauses, the controller manager, and the control loop's own end."""
import signal
import subprocess

import roslib.packages
import rospy
from controller_manager_msgs.srv import (ListControllers, LoadController, SwitchController,
                                         SwitchControllerRequest, UnloadController)
from diffbot_base.driver import NAMESPACE

from .case import Case, nothing, rides, stops
from .outcome import CONTROLLER_TIMEOUT_S, FIRMWARE_WATCHDOG_S, PAUSE_S, Outcome
from .rig import Rig

EXTRA = 'extra_joint_state_controller'
BASE_CONTROLLER = 'mobile_base_controller'
ROUNDS = 100
STEPPED = {'base': 'stepped_clock_base'}
"""The control loop with a clock that SIGUSR1 sets an hour ahead and SIGUSR2 an hour back."""
SURVIVED = {'base_required': 'false'}
"""A launch that goes on without its control loop, so that what the robot does can be seen."""


def service(name: str, kind):
    return rospy.ServiceProxy(NAMESPACE + '/controller_manager/' + name, kind)


def switch(start, stop) -> bool:
    return service('switch_controller', SwitchController)(
        start, stop, SwitchControllerRequest.STRICT, False, 5.0).ok


def signalled(*numbers: int):
    def action(rig: Rig) -> None:
        for number in numbers:
            rig.signal_base(number)
    return action


def step_and_silence(number: int):
    """The clock is set just when the last command has come: the command must not become young."""
    def action(rig: Rig) -> None:
        rig.driver.silent()
        rig.signal_base(number)
    return action


def hundred_rounds(rig: Rig) -> Outcome:
    """Load, start, stop, unload beside a controller that drives the robot."""
    rospy.set_param('%s/%s' % (NAMESPACE, EXTRA),
                    {'type': 'joint_state_controller/JointStateController', 'publish_rate': 50.0})
    failed = []

    def rounds(_: Rig) -> None:
        load, unload = service('load_controller', LoadController), service(
            'unload_controller', UnloadController)
        for number in range(ROUNDS):
            if not (load(EXTRA).ok and switch([EXTRA], []) and switch([], [EXTRA])
                    and unload(EXTRA).ok):
                failed.append(number)
    outcome = rides(rounds, 0.0, nothing)(rig)
    names = [item.name for item in service('list_controllers', ListControllers)().controller]
    problems = list(outcome.problems)
    if failed:
        problems.append('round %d of %d has failed' % (failed[0] + 1, ROUNDS))
    if EXTRA in names:
        problems.append('%s is still loaded' % EXTRA)
    return outcome._replace(problems=problems)


def stop_controller(_: Rig) -> None:
    if not switch([], [BASE_CONTROLLER]):
        raise RuntimeError('%s could not be stopped' % BASE_CONTROLLER)


def start_controller(_: Rig) -> None:
    if not switch([BASE_CONTROLLER], []):
        raise RuntimeError('%s could not be started' % BASE_CONTROLLER)


class SecondNode:
    """Another control loop of the same name: ROS ends the first one."""

    def __init__(self) -> None:
        self._process = None

    def start(self, _: Rig) -> None:
        path = roslib.packages.find_node('diffbot_base', 'diffbot_base')[0]
        self._process = subprocess.Popen(
            [path, '__name:=diffbot_base', '__ns:=' + NAMESPACE], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def end(self, _: Rig = None) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()


def second_node(rig: Rig) -> Outcome:
    node = SecondNode()
    try:
        outcome = stops(node.start, nothing, 1.0, again=False)(rig)
    finally:
        node.end()
    return dead(outcome)._replace(note='the first one ends')


def ending(action, reaction_s: float):
    """The control loop ends in motion."""
    def run(rig: Rig) -> Outcome:
        return dead(stops(action, nothing, reaction_s, again=False)(rig))
    return run


def dead(outcome: Outcome) -> Outcome:
    """The end of the control loop is what was wanted."""
    return outcome._replace(problems=[text for text in outcome.problems
                                      if text != 'diffbot_base has died'])


CASES = [
    Case('time', 'clock set an hour ahead', rides(
        signalled(signal.SIGUSR1), undo=nothing), arguments=STEPPED),
    Case('time', 'clock set an hour back', rides(
        signalled(signal.SIGUSR2), undo=nothing), arguments=STEPPED),
    Case('time', 'clock set back as the commands end', stops(
        step_and_silence(signal.SIGUSR2), nothing, CONTROLLER_TIMEOUT_S, True),
        arguments=STEPPED),
    Case('time', 'clock set ahead as the commands end', stops(
        step_and_silence(signal.SIGUSR1), nothing, CONTROLLER_TIMEOUT_S, True), arguments=STEPPED),
    Case('time', 'control loop paused for 1 s', stops(
        signalled(signal.SIGSTOP), signalled(signal.SIGCONT), FIRMWARE_WATCHDOG_S,
        least_s=PAUSE_S)),
    Case('manager', 'load, start, stop, unload 100 times', hundred_rounds),
    Case('manager', 'controller stopped and started in motion', stops(
        stop_controller, start_controller, 0.1)),
    Case('manager', 'SIGINT in motion', ending(signalled(signal.SIGINT), 0.25),
         arguments=SURVIVED),
    Case('manager', 'SIGTERM in motion', ending(signalled(signal.SIGTERM), 0.25),
         arguments=SURVIVED),
    Case('manager', 'control loop killed in motion', ending(
        signalled(signal.SIGKILL), FIRMWARE_WATCHDOG_S), arguments=SURVIVED),
    Case('manager', 'second node of the same name', second_node, arguments=SURVIVED),
]
