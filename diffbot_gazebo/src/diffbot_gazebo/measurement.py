"""What one drive measured, as plain data: three motions, the wheels, and the series they come
from."""

import hashlib
import statistics
import struct
from typing import Dict, List, NamedTuple, Sequence, Tuple

from diffbot_gazebo.drives import Drive
from diffbot_gazebo.kinematics import Geometry, odometry, wheel_speeds
from diffbot_gazebo.pose import Motion, Pose, motion

SIDES = ('left', 'right')


class WheelSample(NamedTuple):
    """Both drive wheels at one instant: time in s, (left, right) angles in rad and speeds in
    rad/s."""

    time: float
    angle: Tuple[float, float]
    speed: Tuple[float, float]


class PoseSample(NamedTuple):
    """A pose at one instant of simulation time (s)."""

    time: float
    pose: Pose


class Tracking(NamedTuple):
    """How one wheel followed its command over the last second of it (rad/s)."""

    commanded: float
    mean: float
    deviation: float  # standard deviation


class Measurement(NamedTuple):
    """One drive, from rest to rest, in simulation time."""

    drive: Drive
    geometry: Geometry
    command: Motion  # of a robot that follows the command exactly
    started: float  # s, when the first command arrived
    odometry: List[PoseSample]
    truth: List[PoseSample]
    wheels: List[WheelSample]  # as the robot's joint states say
    angles: Sequence[
        Tuple[float, ...]
    ]  # (left, right) wheel angles in rad at every step, as Gazebo says, not wrapped
    speeds: Sequence[Sequence[float]] = ()  # (left, right) in rad/s at every step, likewise

    def odometry_motion(self) -> Motion:
        return motion(self.odometry[0].pose, self.odometry[-1].pose)

    def true_motion(self) -> Motion:
        return motion(self.truth[0].pose, self.truth[-1].pose)

    def recomputed_motion(self) -> Motion:
        """Return what the wheel angles and the URDF's geometry say that the odometry should be."""
        start = self.odometry[0].pose
        return motion(start, odometry(start, self.angles, self.geometry))

    def tracking(self) -> Dict[str, Tracking]:
        """Return the tracking of each wheel over the last second of the command."""
        end = self.started + self.drive.duration
        last = [sample for sample in self.wheels if end - 1.0 < sample.time <= end]
        if len(last) < 2:
            raise ValueError(
                '%s: only %d joint states in the last second of the command'
                % (self.drive.name, len(last))
            )
        commanded = wheel_speeds(self.drive.linear, self.drive.angular, self.geometry)
        return {
            side: Tracking(
                commanded[index],
                statistics.mean(sample.speed[index] for sample in last),
                statistics.pstdev(sample.speed[index] for sample in last),
            )
            for index, side in enumerate(SIDES)
        }


def pose_hash(measurements: Sequence[Measurement]) -> str:
    """Return a hash over every bit of what these drives did.

    That is the true pose and the wheel angles at every step, and the odometry at both ends. The
    odometry on the way comes in messages, of which a busy machine may lose one.
    """
    digest = hashlib.sha256()
    for measurement in measurements:
        ends = [measurement.odometry[0], measurement.odometry[-1]]
        for sample in measurement.truth:
            digest.update(struct.pack('<4d', sample.time, *sample.pose))
        for sample in ends:
            digest.update(struct.pack('<3d', *sample.pose))
        for angles in measurement.angles:
            digest.update(struct.pack('<2d', *angles))
    return digest.hexdigest()[:16]


def first_difference(one: Sequence[Measurement], other: Sequence[Measurement]) -> str:
    """Return where what pose_hash() looks at differs first between two runs; empty: nowhere."""
    for a, b in zip(one, other):
        if len(a.truth) != len(b.truth):
            return '%s: %d steps and %d steps' % (a.drive.name, len(a.truth), len(b.truth))
        for kind, ours, theirs in (
            ('true pose (t s; x m, y m, yaw rad)', a.truth, b.truth),
            ('wheel angles (left, right rad)', a.angles, b.angles),
            ('odometry at the start', a.odometry[:1], b.odometry[:1]),
            ('odometry at the end', a.odometry[-1:], b.odometry[-1:]),
        ):
            for step, (left, right) in enumerate(zip(ours, theirs)):
                if tuple(left) != tuple(right):
                    return '%s, step %d, %s: %r and %r' % (
                        a.drive.name,
                        step,
                        kind,
                        tuple(left),
                        tuple(right),
                    )
    return ''
