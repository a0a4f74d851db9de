"""Kinematics of a differential drive with wheel radius r and wheel separation b (both m)."""

import math
from typing import Iterable, NamedTuple, Tuple

from diffbot_gazebo.pose import Pose


class Geometry(NamedTuple):
    """What the URDF says of the drive wheels: radius and separation in m."""

    radius: float
    separation: float


def wheel_speeds(linear: float, angular: float, geometry: Geometry) -> Tuple[float, float]:
    """Return the left and right wheel speed (rad/s) of a body that moves at linear m/s and angular
    rad/s."""
    half = angular * geometry.separation / 2.0
    return (linear - half) / geometry.radius, (linear + half) / geometry.radius


def integrate(pose: Pose, distance: float, turn: float) -> Pose:
    """Return the pose after an arc of the given length (m) and heading change (rad); yaw is not
    wrapped."""
    yaw = pose.yaw + turn
    if abs(turn) < 1e-9:
        middle = pose.yaw + turn / 2.0
        return Pose(
            pose.x + distance * math.cos(middle), pose.y + distance * math.sin(middle), yaw
        )
    radius = distance / turn
    return Pose(
        pose.x + radius * (math.sin(yaw) - math.sin(pose.yaw)),
        pose.y - radius * (math.cos(yaw) - math.cos(pose.yaw)),
        yaw,
    )


def odometry(start: Pose, angles: Iterable[Tuple[float, float]], geometry: Geometry) -> Pose:
    """Return the pose that wheel odometry reaches from start.

    angles: (left, right) wheel angles in rad, the first at start.
    """
    pose, previous = start, None
    for left, right in angles:
        if previous is not None:
            d_left = (left - previous[0]) * geometry.radius
            d_right = (right - previous[1]) * geometry.radius
            pose = integrate(
                pose, (d_left + d_right) / 2.0, (d_right - d_left) / geometry.separation
            )
        previous = (left, right)
    return pose
