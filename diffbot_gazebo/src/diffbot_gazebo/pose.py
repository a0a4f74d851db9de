"""Planar poses and motions (REP 103: x forward, y left, yaw counter-clockwise; m, rad)."""

import math
from typing import NamedTuple


def wrap(angle: float) -> float:
    """Return the angle (rad) wrapped to -pi..pi."""
    return math.atan2(math.sin(angle), math.cos(angle))


class Pose(NamedTuple):
    """A pose in some fixed frame: x, y in m, yaw in rad."""

    x: float
    y: float
    yaw: float

    @classmethod
    def from_quaternion(
        cls, x: float, y: float, qx: float, qy: float, qz: float, qw: float
    ) -> 'Pose':
        """Return the planar part of a pose whose orientation is a unit quaternion."""
        yaw = math.atan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        return cls(x, y, yaw)

    @classmethod
    def from_msg(cls, pose) -> 'Pose':
        """Return the planar part of a geometry_msgs/Pose."""
        at, turn = pose.position, pose.orientation
        return cls.from_quaternion(at.x, at.y, turn.x, turn.y, turn.z, turn.w)


class Motion(NamedTuple):
    """The end pose in the start pose's frame, inv(T_start) T_end: forward, left in m, turned in
    rad (-pi..pi)."""

    forward: float
    left: float
    turned: float

    def __sub__(self, other: 'Motion') -> 'Motion':
        return Motion(
            self.forward - other.forward, self.left - other.left, wrap(self.turned - other.turned)
        )

    def __str__(self) -> str:
        return 'forward %+.4f m, left %+.4f m, turned %+.4f rad' % self


def motion(start: Pose, end: Pose) -> Motion:
    """Return the motion from start to end, both in the same fixed frame."""
    dx, dy = end.x - start.x, end.y - start.y
    cos, sin = math.cos(start.yaw), math.sin(start.yaw)
    return Motion(cos * dx + sin * dy, cos * dy - sin * dx, wrap(end.yaw - start.yaw))
