"""Runs one mistake: writes the changed files, checks them, drives them."""

import os
from typing import Dict, NamedTuple

import yaml

from diffbot_gazebo.checks import check_drive, check_idle, failure_text
from diffbot_gazebo.drives import FORWARD, LEFT
from diffbot_gazebo.launcher import Launched, LaunchEnded
from diffbot_gazebo.limits import LIMITS
from diffbot_gazebo.mistakes import Mistake, apply
from diffbot_gazebo.model_check import sources
from diffbot_gazebo.model_check.model import check

IDLE = 3.0  # s of simulation time without a command, before the drives


class Files(NamedTuple):
    """The changed files of one mistake."""

    model: str
    urdf: str
    overlay: str
    world: str
    log: str


def write_files(mistake: Mistake, model: str, folder: str) -> Files:
    """Write what the launch files are to load instead of the model's own."""
    files = Files(
        model,
        *(
            os.path.join(folder, name)
            for name in ('robot.urdf', 'overlay.yaml', 'test.world', 'roslaunch.log')
        ),
    )
    with open(files.urdf, 'w') as stream:
        stream.write(apply(mistake.urdf, sources.description(model)))
    with open(files.overlay, 'w') as stream:
        yaml.safe_dump(mistake.overlay, stream)
    with open(files.world, 'w') as stream:
        stream.write(apply(mistake.world, sources.read(sources.worlds()[0])))
    return files


def check_files(files: Files, mistake: Mistake) -> str:
    """Return the findings of the static check, one a line."""
    parameters = sources.parameters(files.model, gains=mistake.launch.get('gains') != 'false')
    overlay = yaml.safe_load(sources.read(files.overlay))
    found = check(
        sources.read(files.urdf),
        sources.merge(parameters, overlay or {}),
        sources.read(files.world),
    )
    return '\n'.join(str(one) for one in found)


def drive(files: Files, model: str, launch: Dict[str, str]) -> str:
    """Start the simulation, let it idle, drive forward and left; return the first failure, or
    ''."""
    arguments = dict(
        launch, model=model, urdf=files.urdf, world_name=files.world, overlay=files.overlay
    )
    with Launched(files.log, arguments) as launched:
        import rospy
        from diffbot_gazebo.lockstep import LockstepError
        from diffbot_gazebo.readiness import NotReady
        from diffbot_gazebo.recorder import Silence
        from diffbot_gazebo.simulation import SPAWNED, SimulatedRobot

        launched.wait_master()
        rospy.init_node('mistake', anonymous=True, disable_signals=True, argv=['mistake'])
        try:
            with SimulatedRobot(check=launched.check) as robot:
                failed = [
                    one for one in check_idle(robot.idle(IDLE), SPAWNED, LIMITS) if not one.ok
                ]
                if failed:
                    return '\n'.join(str(one) for one in failed)
                texts = []
                for each in (FORWARD, LEFT):
                    measurement = robot.drive(each)
                    texts.append(failure_text(measurement, check_drive(measurement, LIMITS)))
                return '\n'.join(text for text in texts if text)
        except (NotReady, LaunchEnded, LockstepError, Silence, ValueError) as error:
            return str(error)
        finally:
            rospy.signal_shutdown('done')
