"""The drives of the simulation test: commands, and the motion that they ask for."""

from typing import List, NamedTuple, Optional

from diffbot_gazebo.kinematics import integrate
from diffbot_gazebo.pose import Motion, Pose, motion

# s of simulation time between two commands (20 Hz; the controller stops after 0.5 s without one)
COMMAND_PERIOD = 0.05
REST = 1.0  # s of simulation time after the zero command in which the robot comes to rest


class AxisLimits(NamedTuple):
    """What the controller allows on one axis; None: no limit (m/s and m/s^2, or rad/s and
    rad/s^2)."""

    velocity: Optional[float] = None
    acceleration: Optional[float] = None


class Drive(NamedTuple):
    """One command, held for a time: linear m/s, angular rad/s, duration s."""

    name: str
    linear: float
    angular: float
    duration: float

    @property
    def turns_on_the_spot(self) -> bool:
        return self.linear == 0.0

    def commands(self) -> int:
        """Return how many times the command is repeated before the zero command."""
        return round(self.duration / COMMAND_PERIOD)


FORWARD = Drive('forward', 0.2, 0.0, 3.0)
BACKWARD = Drive('backward', -0.2, 0.0, 3.0)
LEFT = Drive('left', 0.0, 0.5, 3.0)
RIGHT = Drive('right', 0.0, -0.5, 3.0)
ARC_LEFT = Drive('arc left', 0.2, 0.5, 3.0)
ARC_RIGHT = Drive('arc right', 0.2, -0.5, 3.0)
# Forward and left again at another speed: a ratio of truth to odometry
# that differs between the two is slip.
FORWARD_FAST = Drive('forward fast', 0.3, 0.0, 2.0)
LEFT_FAST = Drive('left fast', 0.0, 1.25, 2.0)

MAIN_DRIVES: List[Drive] = [FORWARD, BACKWARD, LEFT, RIGHT]
ALL_DRIVES: List[Drive] = MAIN_DRIVES + [ARC_LEFT, ARC_RIGHT, FORWARD_FAST, LEFT_FAST]


def limited(target: float, previous: float, limits: AxisLimits, step: float) -> float:
    """Return the next value of a command on its way to the target under the controller's
    limits."""
    if limits.acceleration is not None:
        change = limits.acceleration * step
        target = min(max(target, previous - change), previous + change)
    if limits.velocity is not None:
        target = min(max(target, -limits.velocity), limits.velocity)
    return target


def commanded_motion(
    drive: Drive, linear: AxisLimits, angular: AxisLimits, step: float = 0.001
) -> Motion:
    """Return the motion of a robot that follows the drive exactly, limits included, until it
    stands.

    On a straight line and on the spot this is speed times duration (the loss while speeding up is
    the gain while braking); on an arc the two axes ramp differently, so it is integrated, in
    physics steps (s).
    """
    pose, v, w = Pose(0.0, 0.0, 0.0), 0.0, 0.0
    for index in range(round((drive.duration + REST) / step)):
        going = index < round(drive.duration / step)
        v = limited(drive.linear if going else 0.0, v, linear, step)
        w = limited(drive.angular if going else 0.0, w, angular, step)
        pose = integrate(pose, v * step, w * step)
    return motion(Pose(0.0, 0.0, 0.0), pose)
