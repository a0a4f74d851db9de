"""Waits until the simulation can be driven, each condition by name and with the reason when it
does not come."""

import os
import re
import threading
import time
from typing import Callable, Dict, List, Optional, Tuple

import rosnode
import rospkg
import rosservice
import rospy
from controller_manager_msgs.srv import (
    ListControllers,
    ListControllerTypes,
    SwitchController,
    SwitchControllerRequest,
)
from gazebo_msgs.srv import GetWorldProperties

from diffbot_gazebo.lockstep import NAMESPACE as LOCKSTEP
from diffbot_gazebo.lockstep import Lockstep

CONTROLLERS = ('joint_state_controller', 'mobile_base_controller')
NOBODY = 5.0  # s of wall time without a spawner after which no model is expected any more
BLOCKED = 0.5  # s of wall time: a controller switch that takes longer waits for another step
OVERTAKEN = 20  # calls: a service that is overtaken so often by another one waits for a lock
_TROUBLE = (' ERROR ', ' FATAL ', 'ERROR:', 'FATAL:', 'error:')


class NotReady(Exception):
    """Something that the drives need is missing; the text says what and, where known, why."""


class Waiting:
    """How long to wait for each thing, and what else would end the waiting.

    patience: s of wall time;
    check: called while waiting, raises when waiting has become pointless.
    """

    def __init__(self, patience: float, check: Callable[[], None] = lambda: None) -> None:
        self.patience = patience
        self._check = check
        self._end = 0.0

    def start(self) -> None:
        self._end = time.monotonic() + self.patience

    def over(self) -> bool:
        """Return whether the patience is used up."""
        self._check()
        if rospy.is_shutdown():
            raise NotReady('the ROS node was shut down while waiting')
        return time.monotonic() > self._end


def _log_directory() -> str:
    run_id = rospy.get_param('/run_id', '')
    return os.path.join(rospkg.get_log_dir(), run_id) if run_id else rospkg.get_log_dir()


def logged_errors(most: int = 12, words: Tuple[str, ...] = _TROUBLE) -> str:
    """Return the error lines that nodes of this run have logged, as text to put under a
    message."""
    path = os.path.join(_log_directory(), 'rosout.log')
    try:
        with open(path, errors='replace') as stream:
            lines = [
                re.sub(r'\[topics: [^]]*\] ', '', line.rstrip())
                for line in stream
                if any(word in line for word in words)
            ]
    except OSError as error:
        return '\n  (no log to look into: %s)' % error
    if not lines:
        return '\n  (no error in %s)' % path
    return '\n  errors in %s:\n    ' % path + '\n    '.join(lines[:most])


class _Call:
    """A service call in a thread of its own, since rospy's calls have no time-out."""

    def __init__(self, proxy) -> None:
        self.answer: Optional[object] = None
        self.error: Optional[Exception] = None
        self.done = threading.Event()

        def run() -> None:
            try:
                self.answer = proxy()
            except (rospy.ServiceException, rospy.ROSException) as error:
                self.error = error
            self.done.set()

        threading.Thread(target=run, daemon=True).start()


def _wait_service(name: str, waiting: Waiting, hint: str) -> None:
    waiting.start()
    while not waiting.over():
        try:
            rospy.wait_for_service(name, timeout=1.0)
            return
        except rospy.ROSException:
            fatal = logged_errors(words=(' FATAL ',))
            if ' FATAL ' in fatal:
                raise NotReady('there will be no service %s: %s%s' % (name, hint, fatal))
    similar = [
        service
        for service in rosservice.get_service_list()
        if service.rsplit('/', 1)[-1] == name.rsplit('/', 1)[-1]
    ]
    raise NotReady(
        'service %s did not appear within %.0f s: %s%s%s'
        % (
            name,
            waiting.patience,
            hint,
            '; there is %s instead (another namespace?)' % ', '.join(similar) if similar else '',
            logged_errors(),
        )
    )


def wait_simulator(waiting: Waiting) -> None:
    """Wait for Gazebo with the lockstep plugin."""
    _wait_service(
        LOCKSTEP + 'open',
        waiting,
        'gzserver did not start, or its world has no lockstep plugin '
        '(<plugin name="lockstep" filename="libdiffbot_gazebo_lockstep.so"/>)',
    )


def wait_model(model: str, waiting: Waiting) -> None:
    """Wait until the robot has been spawned."""
    proxy = rospy.ServiceProxy('/gazebo/get_world_properties', GetWorldProperties)
    alone_since = time.monotonic()
    waiting.start()
    while True:
        names: List[str] = proxy().model_names
        if model in names:
            return
        if waiting.over():
            raise NotReady(
                "no model '%s' was spawned within %.0f s; the world holds: %s%s"
                % (model, waiting.patience, ', '.join(names), logged_errors())
            )
        if any(node.endswith('/spawn_model') for node in rosnode.get_node_names()):
            alone_since = time.monotonic()
        elif time.monotonic() - alone_since > NOBODY:
            raise NotReady(
                "no model '%s' in the world, and no node that would spawn it; it holds: %s%s"
                % (model, ', '.join(names), logged_errors())
            )
        time.sleep(0.05)


def _describe(states: Dict[str, str]) -> str:
    return ', '.join('%s is %s' % (name, states.get(name, 'not loaded')) for name in CONTROLLERS)


def _failed_to_load() -> bool:
    return 'Failed to load' in logged_errors(most=1000)


def start_controllers(world: Lockstep, namespace: str, waiting: Waiting) -> None:
    """Start the controllers, which somebody else loads, in the first step of the world.

    Loading needs no step, so the world stands meanwhile: what it does must not depend on how long
    that takes. The switch is executed by a step, which must not come before the switch is pending.
    """
    manager = namespace + '/controller_manager/'
    _wait_service(
        manager + 'list_controllers',
        waiting,
        'the model has no gazebo_ros_control plugin, or it failed to load',
    )
    states = _wait_loaded(manager, waiting)
    stopped = [name for name in CONTROLLERS if states[name] != 'running']
    if stopped:
        states = _switch_on(world, manager, stopped, waiting)
    if any(states.get(name) != 'running' for name in CONTROLLERS):
        raise NotReady('a controller did not start: %s%s' % (_describe(states), logged_errors()))


def _wait_loaded(manager: str, waiting: Waiting) -> Dict[str, str]:
    """Return the states of the controllers once all are loaded."""
    states: Dict[str, str] = {}
    waiting.start()
    while not waiting.over():
        states = _states(manager, waiting)
        missing = [name for name in CONTROLLERS if name not in states]
        if not missing:
            return states
        if _failed_to_load():
            raise NotReady(
                'a controller did not start: %s%s' % (_describe(states), logged_errors())
            )
        time.sleep(0.05)
    raise NotReady(
        'the controllers were not loaded within %.0f s: %s%s'
        % (waiting.patience, _describe(states), logged_errors())
    )


def _states(manager: str, waiting: Waiting) -> Dict[str, str]:
    answer = _answer(
        _Call(rospy.ServiceProxy(manager + 'list_controllers', ListControllers)),
        'list_controllers',
        waiting,
    )
    return {controller.name: controller.state for controller in answer.controller}


def _answer(call: _Call, name: str, waiting: Waiting):
    while not call.done.wait(0.1):
        if waiting.over():
            raise NotReady(
                'no answer from %s within %.0f s%s' % (name, waiting.patience, logged_errors())
            )
    if call.error is not None:
        raise NotReady('%s failed: %s%s' % (name, call.error, logged_errors()))
    return call.answer


def _switch_on(
    world: Lockstep, manager: str, names: List[str], waiting: Waiting
) -> Dict[str, str]:
    """Start the controllers with one step, and return their states."""
    request = SwitchControllerRequest(
        start_controllers=names, strictness=SwitchControllerRequest.STRICT
    )
    proxy = rospy.ServiceProxy(manager + 'switch_controller', SwitchController)
    switch = _Call(lambda: proxy(request))
    while not switch.done.is_set() and not _is_locked(manager):
        if waiting.over():
            raise NotReady('%sswitch_controller does not begin%s' % (manager, logged_errors()))
    world.step(1)
    # One step is enough; a manager that takes more of them gets them.
    while not switch.done.wait(BLOCKED) and not waiting.over():
        world.step(1)
    _answer(switch, 'switch_controller', waiting)
    return _states(manager, waiting)


def _is_locked(manager: str) -> bool:
    """Return whether the manager is in the middle of a change: it makes one at a time, so another
    of its services does not answer.

    That a slow machine does not answer yet is told from this by another service of the same
    process, called later, which answers many times meanwhile.
    """
    call = _Call(rospy.ServiceProxy(manager + 'list_controller_types', ListControllerTypes))
    other = rospy.ServiceProxy('/gazebo/get_world_properties', GetWorldProperties)
    if call.done.wait(0.1):
        return False
    for _ in range(OVERTAKEN):
        other()
        if call.done.wait(0.01):
            return False
    return True
