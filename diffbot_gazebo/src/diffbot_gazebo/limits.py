"""The limits of the simulation test: one place, with what was measured beside each number."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Tolerances of the checks; m, rad, rad/s unless stated."""

    recomputed: float  # odometry against the wheel angles, m and rad
    wheel_speed: float  # share of the command, at its end
    wheel_deviation: float  # rad/s, standard deviation over the last second of the command
    distance: float  # odometry and truth against the command
    distance_agreement: float  # truth against odometry
    sideways: float  # on a straight line
    heading: float  # on a straight line
    turn: float  # odometry and truth against the command
    turn_agreement: float  # truth against odometry
    drift: float  # of the centre, on the spot
    ratio: float  # of truth to odometry, at two speeds
    idle_position: float  # where it was asked to be spawned, and over 10 s without a command
    idle_angle: float  # roll, pitch, yaw


LIMITS = Limits(
    recomputed=1e-6,
    wheel_speed=0.01,
    wheel_deviation=0.05,
    distance=0.002,
    distance_agreement=0.001,
    sideways=0.001,
    heading=0.002,
    turn=0.005,
    turn_agreement=0.005,
    drift=0.002,
    ratio=0.003,
    idle_position=0.001,
    idle_angle=0.002,
)
