"""Makes one run: a fresh simulation in lockstep.

To be called once per process (rospy's node).
"""

import os
import shutil
import time
from typing import Any, Dict, Tuple

import yaml

from diffbot_gazebo.experiments.description import Setting
from diffbot_gazebo.experiments.protocols import Series
from diffbot_gazebo.launcher import Launched, LaunchEnded
from diffbot_gazebo.model_check import sources


class NoMaster(Exception):
    """Roslaunch gave up before its ROS master answered: it waits 10 s for it, which a busy machine
    exceeds now and then.

    Nothing has begun then, so simulate() can be called again.
    """


def _write_files(setting: Setting, folder: str) -> Dict[str, str]:
    """Write what the launch file is to load; return its arguments."""
    robot = setting.robot
    files = {
        'urdf': ('robot.urdf', robot.urdf),
        'overlay': ('parameters.yaml', yaml.safe_dump(robot.parameters)),
        'world_name': ('experiment.world', robot.world),
    }
    arguments = {}
    for argument, (name, text) in files.items():
        arguments[argument] = os.path.join(folder, name)
        with open(arguments[argument], 'w') as stream:
            stream.write(text)
    # For a user's robot any of our models will do: the overlay replaces its parameters.
    known = sources.models()
    arguments['model'] = setting.robot_name if setting.robot_name in known else known[0]
    return arguments


def _wait_master(launched: Launched) -> None:
    """Return when roslaunch's ROS master answers; NoMaster if it never will."""
    import rosgraph

    while not rosgraph.is_master_online():
        try:
            launched.check()
        except LaunchEnded as error:
            raise NoMaster(str(error)) from error
        time.sleep(0.1)


def simulate(setting: Setting, folder: str) -> Tuple[Series, Dict[str, Any]]:
    """Return the series of one run and what it took; `folder` gets its files and its log.

    Raises NoMaster, NotReady, LaunchEnded, LockstepError, rospy's exceptions or OSError with the
    reason.
    """
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    arguments = _write_files(setting, folder)
    began = time.monotonic()
    with Launched(os.path.join(folder, 'roslaunch.log'), arguments) as launched:
        _wait_master(launched)
        import rospy
        from diffbot_gazebo.simulation import SimulatedRobot

        launched.wait_master()
        rospy.init_node('experiment', anonymous=True, disable_signals=True, argv=['experiment'])
        try:
            with SimulatedRobot(
                check=launched.check, start=setting.protocol.start, patience=120.0
            ) as robot:
                ready = time.monotonic()
                simulated, used = robot.world.time, launched.processor_time('gzserver')
                series = setting.protocol.run(robot)
                wall = time.monotonic() - ready
                simulated = robot.world.time - simulated
                used = launched.processor_time('gzserver') - used
                facts = {
                    'ros_distro': rospy.get_param('/rosdistro', '').strip(),
                    'start_wall_s': ready - began,
                    'wall_s': wall,
                    'simulated_s': simulated,
                    'real_time_factor': simulated / wall,
                    # What one processor does without other work; hardly depends on the load.
                    'speed': simulated / used if used else None,
                }
        finally:
            rospy.signal_shutdown('done')
    return series, facts
