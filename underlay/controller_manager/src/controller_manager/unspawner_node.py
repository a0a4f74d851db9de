"""The unspawner: keeps controllers stopped while it runs, and starts them again when it ends."""

import sys
from typing import List, Optional, Sequence

import rospy
from controller_manager.client import BEST_EFFORT, ManagerClient
from controller_manager.node import node

USAGE = """usage: unspawner [-h | --help] <controller name> ...

Stops those of the controllers that run, also if they are started again later, and starts what it
stopped when it ends. Waits for the controller manager without limit.
"""

PERIOD = 3.0  # s of ROS time between looks at the controllers


class Unspawner:
    """Stops controllers, and remembers which of them it stopped."""

    def __init__(self, client: ManagerClient, names: Sequence[str]) -> None:
        self._client = client
        self._names = names
        self._stopped: List[str] = []

    def stop(self, _event=None) -> None:
        """Stop those that run now."""
        try:
            running = self._client.running()
            to_stop = [name for name in self._names if name in running]
            if not to_stop or rospy.is_shutdown():
                return
            if self._client.switch([], to_stop, BEST_EFFORT):
                self._stopped += [name for name in to_stop if name not in self._stopped]
                rospy.loginfo(f'Stopped controllers: {", ".join(to_stop)}')
            else:
                rospy.logerr(f'Failed to stop controllers: {", ".join(to_stop)}. '
                             "The reason is in the log of the controller manager's node.")
        except rospy.ServiceException as error:
            rospy.logwarn(f'Unspawner: {error}')

    def start_again(self) -> None:
        """Start what was stopped. The manager may be gone: failures are only warned about."""
        stopped, self._stopped = self._stopped, []
        if not stopped:
            return
        try:
            if self._client.switch(stopped, [], BEST_EFFORT):
                rospy.loginfo(f'Started controllers again: {", ".join(stopped)}')
            else:
                rospy.logwarn(f'Controllers could not be started again: {", ".join(stopped)}')
        # No manager or no master any more, or asked to end at once: nothing is left to do.
        except (Exception, KeyboardInterrupt) as error:
            rospy.logwarn('Unspawner: the controllers were not started again: '
                          + (str(error) or 'interrupted'))


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the unspawner; returns its exit code."""
    names = rospy.myargv()[1:] if argv is None else list(argv)
    if not names or '-h' in names or '--help' in names:
        sys.stdout.write(USAGE)
        return 1
    with node('unspawner', ros_time=True):
        client = ManagerClient()
        unspawner = Unspawner(client, names)
        client.wait_for_services(['switch_controller', 'list_controllers'])
        rospy.on_shutdown(unspawner.start_again)
        unspawner.stop()
        # reset: the timer goes on when simulated time jumps back
        rospy.Timer(rospy.Duration(PERIOD), unspawner.stop, reset=True)
        rospy.spin()
    return 0
