"""A client of one controller manager."""

import threading
import time
from contextlib import contextmanager
from typing import Iterator, List, Sequence

import rospy
from controller_manager_msgs import srv
from controller_manager_msgs.msg import ControllerState
from controller_manager_msgs.utils import get_controller_managers
from rosgraph_msgs.msg import Clock

STRICT = srv.SwitchControllerRequest.STRICT
BEST_EFFORT = srv.SwitchControllerRequest.BEST_EFFORT

REPORT_PERIOD = 10.0  # s of wall time between messages while something is being waited for

CLOCK_TIMEOUT = 1.0  # s of wall time without /clock after which it counts as not started


class WaitTimeout(Exception):
    """Something did not appear in time; the text says what, and what there is instead."""


class ManagerClient:
    """Calls the services of the controller manager in a namespace."""

    def __init__(self, namespace: str = '') -> None:
        """namespace: where `controller_manager/` is; without a leading `/` below this node's."""
        self._prefix = namespace + '/' if namespace and not namespace.endswith('/') else namespace

    @property
    def namespace(self) -> str:
        """The full namespace in which the manager looks for its controllers' parameters."""
        return rospy.resolve_name(self._prefix)

    def service(self, name: str) -> str:
        """The full name of the manager's service `name`."""
        return rospy.resolve_name(self._prefix + 'controller_manager/' + name)

    def load(self, name: str) -> bool:
        return self._call('load_controller', srv.LoadController, name=name).ok

    def unload(self, name: str) -> bool:
        return self._call('unload_controller', srv.UnloadController, name=name).ok

    def switch(self, start: Sequence[str], stop: Sequence[str], strictness: int = STRICT,
               timeout: float = 0.0) -> bool:
        """Start and stop controllers. True: the switch was carried out; look at the states too."""
        return self._call('switch_controller', srv.SwitchController, start_controllers=list(start),
                          stop_controllers=list(stop), strictness=strictness, start_asap=False,
                          timeout=timeout).ok

    def controllers(self) -> List[ControllerState]:
        return self._call('list_controllers', srv.ListControllers).controller

    def running(self) -> List[str]:
        return [c.name for c in self.controllers() if c.state == 'running']

    def types(self) -> srv.ListControllerTypesResponse:
        return self._call('list_controller_types', srv.ListControllerTypes)

    def reload_libraries(self, force_kill: bool) -> bool:
        return self._call('reload_controller_libraries', srv.ReloadControllerLibraries,
                          force_kill=force_kill).ok

    def _call(self, name: str, service_type, /, **request):
        service = self.service(name)
        with reports_while(f'Still waiting for {service} to answer. It cannot while the '
                           'simulation is paused or the control loop is blocked.'):
            return rospy.ServiceProxy(service, service_type)(**request)

    def wait_for_services(self, names: Sequence[str], timeout: float = 0.0) -> None:
        """Wait until the services exist; `timeout`: s of wall time for each, <= 0: for ever.

        While simulated time is used but stands at 0, the simulation is still starting: then this
        waits on. Raises WaitTimeout, or rospy.ROSInterruptException on shutdown.
        """
        for name in names:
            self._wait_for_service(self.service(name), timeout)

    def _wait_for_service(self, service: str, timeout: float) -> None:
        begin = time.monotonic()
        next_report = begin + REPORT_PERIOD
        while True:
            deadline = begin + timeout if timeout > 0.0 else float('inf')
            now = time.monotonic()
            try:
                # At least 1 ms: 0 would wait for ever.
                rospy.wait_for_service(service, max(0.001, min(deadline, next_report) - now))
                return
            except rospy.ROSInterruptException:
                raise
            except rospy.ROSException:
                pass  # not there yet
            now = time.monotonic()
            if now >= deadline:
                if not clock_stands_at_zero():
                    raise WaitTimeout(f'the service {service} did not appear within {timeout:g} '
                                      's. ' + other_managers())
                begin = now
            if now >= next_report:
                next_report = now + REPORT_PERIOD
                rospy.logwarn(f'Still waiting for the service {service}. '
                              + ('Simulated time has not started: is the simulator running, or '
                                 'paused since its start?' if clock_stands_at_zero()
                                 else other_managers()))


def clock_stands_at_zero() -> bool:
    """Whether simulated time is used and has not started; takes up to CLOCK_TIMEOUT."""
    if not rospy.get_param('/use_sim_time', False):
        return False
    try:
        return rospy.wait_for_message('/clock', Clock, CLOCK_TIMEOUT).clock.is_zero()
    except rospy.ROSInterruptException:
        raise
    except rospy.ROSException:
        return True  # nobody publishes it


def other_managers() -> str:
    """A sentence that tells which controller managers there are."""
    try:
        managers = get_controller_managers()
    except Exception as error:  # the master may be gone: this text is only a hint
        return f'(Looking for other controller managers failed: {error})'
    if managers:
        return ('Controller managers that are running: ' + ', '.join(managers)
                + '. Is the namespace right?')
    return ('No controller manager is running at all. In simulation, the gazebo_ros_control '
            'plugin makes it when the robot is spawned: look for errors in its output.')


@contextmanager
def reports_while(text: str) -> Iterator[None]:
    """Log `text` as a warning every REPORT_PERIOD while the body runs."""
    done = threading.Event()

    def report() -> None:
        while not done.wait(REPORT_PERIOD):
            rospy.logwarn(text)

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
