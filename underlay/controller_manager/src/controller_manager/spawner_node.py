"""The spawner: loads and starts controllers, and stops and unloads them when it ends."""

import argparse
import os
import threading
import time
from typing import List, Optional, Sequence

import rosparam
import rospy
from controller_manager.client import ManagerClient, WaitTimeout
from controller_manager.manager_log import ManagerLog
from controller_manager.node import node
from std_msgs.msg import Bool

EPILOG = """
Exit code: 1 if the services or the --wait-for signal did not come in time, or if a controller
could not be loaded or started; 0 otherwise. Failing to load or start a controller does not end
the spawner, so that the other controllers run and are unloaded at the end, unless --fail-on-error
is given.
"""

PAUSE_AFTER_FAILURE = 1.0  # s of wall time, for the manager's log to arrive
LOG_TIMEOUT = 1.0  # s of wall time to wait for the connection to the manager's log
STOP_TIMEOUT = 2.0  # s: the manager gives up 1 s later if its control loop does not run any more


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog='spawner', description='Load and start controllers; stop and unload them at the end.',
        epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--stopped', action='store_true', help='load, but do not start')
    parser.add_argument('--wait-for', metavar='TOPIC',
                        help='wait for a std_msgs/Bool that is true before anything else')
    parser.add_argument('--namespace', metavar='NS', default='',
                        help="where the controller manager is (default: the node's namespace)")
    parser.add_argument('--timeout', type=float, default=30.0, metavar='S',
                        help='seconds of wall time to wait for each service, and for the signal; '
                        '<= 0: for ever (default: %(default)s)')
    parser.add_argument('--no-timeout', action='store_true', help='the same as --timeout 0')
    parser.add_argument('--shutdown-timeout', metavar='S', help='deprecated, has no effect')
    parser.add_argument('--fail-on-error', action='store_true',
                        help='end with exit code 1 if any controller cannot be loaded or started')
    parser.add_argument('controllers', nargs='+', metavar='CONTROLLER',
                        help='name of a controller, or of a YAML file with the parameters of '
                        'controllers, which are set first')
    return parser.parse_args(argv)


class Spawner:
    """Loads controllers, starts them, and takes back both."""

    def __init__(self, client: ManagerClient, log: ManagerLog) -> None:
        self._client = client
        self._log = log
        self._loaded: List[str] = []

    def load(self, names: Sequence[str]) -> bool:
        """Load one after the other. False if any failed; the others are loaded all the same."""
        ok = True
        for name in names:
            rospy.loginfo(f'Loading controller: {name}')
            self._log.clear()
            self._loaded.append(name)  # before the call: it may be interrupted
            if not self._client.load(name):
                self._loaded.remove(name)
                ok = False
                rospy.logerr(f'Failed to load {name}. {self._log.reason(PAUSE_AFTER_FAILURE)}')
        return ok

    def start(self) -> bool:
        """Start all that were loaded, in one switch. False if not all of them run afterwards."""
        if not self._loaded:
            return True
        rospy.loginfo(f'Controller Spawner: Loaded controllers: {", ".join(self._loaded)}')
        self._log.clear()
        ok = self._client.switch(self._loaded, [])
        running = self._client.running()
        missing = [name for name in self._loaded if name not in running]
        if missing or not ok:
            rospy.logerr(f'Failed to start controllers: {", ".join(missing or self._loaded)}. '
                         + self._log.reason(PAUSE_AFTER_FAILURE))
            return False
        rospy.loginfo(f'Started controllers: {", ".join(self._loaded)}')
        return True

    def take_back(self) -> None:
        """Stop and unload what was loaded. Failures are warned about: the manager may be gone."""
        loaded, self._loaded = self._loaded, []
        if not loaded:
            return
        rospy.loginfo('Shutting down spawner. Stopping and unloading controllers...')
        try:
            there = {controller.name: controller.state
                     for controller in self._client.controllers() if controller.name in loaded}
            running = [name for name in loaded if there.get(name) == 'running']
            if running and not self._client.switch([], running, timeout=STOP_TIMEOUT):
                rospy.logwarn(f'Controllers could not be stopped: {", ".join(running)}')
            for name in reversed(loaded):
                if name in there and not self._client.unload(name):
                    rospy.logwarn(f'Controller could not be unloaded: {name}')
        # No manager or no master any more, or asked to end at once: nothing is left to do.
        except (Exception, KeyboardInterrupt) as error:
            rospy.logwarn('Controller Spawner: the controllers were not taken back: '
                          + (str(error) or 'interrupted'))


def set_parameters(names: Sequence[str], namespace: str) -> List[str]:
    """Set the parameters in each name that is a YAML file, below `namespace`.

    Returns the names of controllers, with each file's top-level keys in its place.
    """
    controllers = []
    for name in names:
        if not os.path.isfile(name):
            controllers.append(name)
            continue
        for parameters, file_namespace in rosparam.load_file(name, default_namespace=namespace):
            rosparam.upload_params(file_namespace, parameters)
            controllers += parameters
    return controllers


def wait_for_signal(topic: str, timeout: float) -> None:
    """Wait for a true on `topic`; `timeout` in s of wall time, <= 0: for ever."""
    received = threading.Event()
    subscriber = rospy.Subscriber(topic, Bool, lambda signal: signal.data and received.set())
    begin = time.monotonic()
    while not received.wait(0.1):
        if rospy.is_shutdown():
            raise rospy.ROSInterruptException('shutdown while waiting for ' + topic)
        if 0.0 < timeout < time.monotonic() - begin:
            raise WaitTimeout(f'no true was received on {subscriber.resolved_name} within '
                              f'{timeout:g} s.')
    subscriber.unregister()


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the spawner; returns its exit code."""
    arguments = parse_arguments(rospy.myargv()[1:] if argv is None else argv)
    ok = False
    with node('spawner', ros_time=False):
        if arguments.shutdown_timeout is not None:
            rospy.logwarn('The option --shutdown-timeout is deprecated and has no effect.')
        try:
            ok = spawn(arguments)
        except WaitTimeout as error:
            rospy.logerr(f'Controller Spawner: {error} The controllers are not loaded: '
                         + ', '.join(arguments.controllers))
            return 1
        except (rospy.ServiceException, rosparam.RosParamException) as error:
            rospy.logerr(f'Controller Spawner: {error}')
        if ok or not arguments.fail_on_error:
            rospy.spin()
    return 0 if ok else 1


def spawn(arguments: argparse.Namespace) -> bool:
    """Wait for the manager, then load and start the controllers. False if any failed."""
    timeout = 0.0 if arguments.no_timeout else arguments.timeout
    client = ManagerClient(arguments.namespace)
    log = ManagerLog(client.service('load_controller'))
    spawner = Spawner(client, log)
    if arguments.wait_for:
        wait_for_signal(arguments.wait_for, timeout)
    rospy.loginfo('Controller Spawner: Waiting for service ' + client.service('load_controller'))
    client.wait_for_services(['load_controller', 'switch_controller', 'unload_controller'],
                             timeout)
    rospy.on_shutdown(spawner.take_back)
    names = set_parameters(arguments.controllers, client.namespace)
    log.wait_until_connected(LOG_TIMEOUT)
    ok = spawner.load(names)
    if not arguments.stopped:
        ok = spawner.start() and ok
    log.close()
    return ok
