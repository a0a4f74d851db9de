"""What is done with a robot in one simulation, and the series that it gives.

A protocol is plain data (part of the key under which a run is kept); `run` gets a SimulatedRobot
and returns named arrays. One row per sample, the first column is time (s) unless said otherwise.
"""

from typing import Any, Dict, NamedTuple, Sequence, Tuple

import numpy as np

from diffbot_gazebo.drives import Drive
from diffbot_gazebo.pose import Pose

Series = Dict[str, np.ndarray]
RAMP_PERIOD = 0.01  # s between two commands of a ramp


class Drives(NamedTuple):
    """Drives from rest to rest, after a look at the robot at rest (time, wheel speeds, x).

    Each gives true pose and odometry (time, x, y, yaw) and at every step the wheels (time, angles,
    speeds).
    """

    drives: Tuple[Drive, ...]
    start: float = 2.0  # s of simulation time
    rest: float = 0.2  # s

    def run(self, robot: Any) -> Series:
        samples = robot.advance(self.rest)
        series = {
            'geometry': np.array(robot.geometry),
            'rest': np.column_stack(
                (samples.time, samples.joint_velocity, [pose[0] for pose in samples.pose])
            ),
        }
        for drive in self.drives:
            measured = robot.drive(drive)
            series[drive.name + '/true'] = _poses(measured.truth[::10])
            series[drive.name + '/odometry'] = _poses(measured.odometry)
            series[drive.name + '/wheels'] = np.column_stack(
                ([sample.time for sample in measured.truth], measured.angles, measured.speeds)
            )
            series[drive.name + '/started'] = np.array([measured.started])
        return series


class Rest(NamedTuple):
    """Nothing but standing, from the spawn on: time, height, pitch."""

    seconds: float
    start: float = 0.02
    every: int = 20  # physics steps between two samples

    def run(self, robot: Any) -> Series:
        rows = []
        while robot.world.time < self.seconds - 1e-9:
            left = min(5.0, self.seconds - robot.world.time)
            samples = robot.advance(left, every=self.every)
            rows += [
                (time, pose[2], _pitch(pose)) for time, pose in zip(samples.time, samples.pose)
            ]
        return {'geometry': np.array(robot.geometry), 'rest': np.array(rows)}


class FreeWheels(NamedTuple):
    """A step of the speed command to wheels that touch nothing: time, then each wheel's speed
    (rad/s)."""

    joints: Tuple[str, ...]
    speed: float = 1.0  # rad/s
    steps: int = 20
    start: float = 0.0

    def run(self, robot: Any) -> Series:
        linear = self.speed * robot.geometry.radius
        seconds = self.steps * robot.world.step_size
        samples = robot.advance(seconds, linear, 0.0, joints=self.joints)
        return {'speeds': np.column_stack((samples.time, samples.joint_velocity))}


class Stability(NamedTuple):
    """Standing from the spawn on, then turning on the spot: time, wheel speeds (left, right), x,
    y, yaw, height.

    Needs no controller's message, so that it also measures what explodes.
    """

    angular: float = 0.5  # rad/s
    rest: float = 1.0  # s
    turn: float = 2.0  # s
    start: float = 0.02

    def run(self, robot: Any) -> Series:
        rows = []
        command_period = max(0.05, robot.world.step_size)
        for _ in range(round(self.rest / command_period)):
            rows += _state(robot.advance(command_period))
        for _ in range(round(self.turn / command_period)):
            rows += _state(robot.advance(command_period, 0.0, self.angular))
        return {'geometry': np.array(robot.geometry), 'state': np.array(rows)}


class Ramps(NamedTuple):
    """Speeding up from rest with each acceleration (m/s^2) for `seconds`, then braking gently,
    until the wheels spin.

    Each gives `ramp N`: time, travelled, rolled (m, both wheels' mean), speed of the command
    (m/s), while speeding up.
    """

    accelerations: Tuple[float, ...]  # rising
    braking: float  # m/s^2
    spinning: float = 0.1  # share of slip after which the robot may point anywhere: the end
    seconds: float = 0.4
    start: float = 2.0
    rest: float = 1.0

    def run(self, robot: Any) -> Series:
        series: Series = {}
        for number, acceleration in enumerate(self.accelerations):
            table = self._ramp(robot, acceleration)
            series['ramp %d' % number] = table
            if table[-1, 1] < (1.0 - self.spinning) * table[-1, 2]:
                break
            speed = table[-1, 3]
            while speed > 0.0:
                speed = max(0.0, speed - self.braking * RAMP_PERIOD)
                robot.advance(RAMP_PERIOD, speed, 0.0, every=0)
            robot.advance(self.rest, 0.0, 0.0, every=0)
        return series

    def _ramp(self, robot: Any, acceleration: float) -> np.ndarray:
        rows, speed = [], 0.0
        for _ in range(round(self.seconds / RAMP_PERIOD)):
            speed += acceleration * RAMP_PERIOD
            samples = robot.advance(RAMP_PERIOD, speed, 0.0)
            rows += [
                (time, pose[0], pose[1], speed, *angles)
                for time, pose, angles in zip(samples.time, samples.pose, samples.joint_position)
            ]
        table = np.array(rows)
        travelled = np.hypot(table[:, 1] - table[0, 1], table[:, 2] - table[0, 2])
        angles = np.mean(np.unwrap(table[:, 4:6], axis=0), axis=1)  # Gazebo wraps each
        rolled = robot.geometry.radius * (angles - angles[0])
        return np.column_stack((table[:, 0], travelled, rolled, table[:, 3]))


def _poses(samples: Sequence[Any]) -> np.ndarray:
    return np.array([(sample.time, *sample.pose) for sample in samples])


def _pitch(pose: Sequence[float]) -> float:
    """Return the pitch (rad) of a pose x y z qx qy qz qw."""
    _, _, _, qx, qy, qz, qw = pose
    return float(np.arcsin(np.clip(2.0 * (qw * qy - qz * qx), -1.0, 1.0)))


def _state(samples: Any) -> list:
    rows = []
    for time, pose, speeds in zip(samples.time, samples.pose, samples.joint_velocity):
        yaw = Pose.from_quaternion(pose[0], pose[1], *pose[3:]).yaw
        rows.append((time, *speeds[:2], pose[0], pose[1], yaw, pose[2]))
    return rows
