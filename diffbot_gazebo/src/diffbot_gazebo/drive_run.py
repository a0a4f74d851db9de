"""One fresh simulation: start it, make the drives, return what was measured."""

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
        from diffbot_gazebo.robot_topics import NAMESPACE, provenance
        from diffbot_gazebo.simulation import SimulatedRobot

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
            facts = dict(
                provenance(arguments),
                step_size_s=robot.world.step_size,
                gains=rospy.get_param(NAMESPACE + '/gazebo_ros_control', {}),
                simulated_s=sim,
                wall_s=wall,
                real_time_factor=sim / wall,
                log=os.path.abspath(log),
            )
        rospy.signal_shutdown('done')
    return Run(measurements, facts)
