"""One fresh simulation: start it, make the drives, return what was measured."""

import hashlib
import os
import time
from typing import Any, Dict, List, NamedTuple, Sequence

from diffbot_gazebo.drives import Drive
from diffbot_gazebo.launcher import Launched
from diffbot_gazebo.measurement import Measurement


def say(text: str) -> None:
    """Print a line of progress at once."""
    print(text, flush=True)


class Run(NamedTuple):
    """The measurements of one simulation, and what they depend on."""

    measurements: List[Measurement]
    facts: Dict[str, Any]  # provenance, JSON-ready


def run_drives(
    drives: Sequence[Drive],
    log: str,
    arguments: Dict[str, str],
    real_time_factor: float = 0.0,
    quiet: bool = False,
) -> Run:
    """Start sim_drive.launch with the arguments, make the drives one after the other, and end it.

    Raises NotReady, LaunchEnded or LockstepError with the reason. To be called once per process
    (rospy's node).
    """
    began = time.monotonic()
    with Launched(log, arguments) as launched:
        import rospy
        from diffbot_gazebo.simulation import NAMESPACE, SimulatedRobot

        launched.wait_master()
        rospy.init_node('drive', anonymous=True, disable_signals=True, argv=['drive'])
        with SimulatedRobot(check=launched.check, real_time_factor=real_time_factor) as robot:
            report = (lambda text: None) if quiet else say
            report('simulation ready after %.1f s' % (time.monotonic() - began))
            recordings = []
            sim, wall = robot.world.time, time.monotonic()
            for drive in drives:
                recordings.append(robot.record(drive))
                report('%s: done' % drive.name)
            wall = time.monotonic() - wall
            sim = robot.world.time - sim
            robot.wait_messages()
            measurements = [robot.measurement(recording) for recording in recordings]
            description = rospy.get_param(NAMESPACE + '/robot_description')
            facts = {
                'launch_arguments': dict(arguments),
                'ros_version': rospy.get_param('/rosversion', '').strip(),
                'ros_distro': rospy.get_param('/rosdistro', '').strip(),
                'step_size_s': robot.world.step_size,
                'model_sha256': hashlib.sha256(description.encode()).hexdigest(),
                'parameters': rospy.get_param(NAMESPACE + '/mobile_base_controller'),
                'gains': rospy.get_param(NAMESPACE + '/gazebo_ros_control', {}),
                'simulated_s': sim,
                'wall_s': wall,
                'real_time_factor': sim / wall,
                'log': os.path.abspath(log),
            }
        rospy.signal_shutdown('done')
    return Run(measurements, facts)
