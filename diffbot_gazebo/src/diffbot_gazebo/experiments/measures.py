"""From the series of a protocol to the quantities of the tables, with metrics.py (no ROS)."""

import math
from typing import Dict, List

import numpy as np

from diffbot_gazebo.drives import Drive
from diffbot_gazebo.experiments import metrics
from diffbot_gazebo.experiments.protocols import Series
from diffbot_gazebo.experiments.robot import Robot
from diffbot_gazebo.experiments.statics import felt_inertia, stand
from diffbot_gazebo.kinematics import Geometry, odometry, wheel_speeds
from diffbot_gazebo.model_check.urdf_model import parse
from diffbot_gazebo.pose import Pose

Values = Dict[str, float]
JOINT_STATE_PERIOD = 0.02  # s: joint states come at 50 Hz
BY_MESSAGES = ' by odometry messages'
WINDOW = 2.0  # s at the end of the command over which wheel speeds are averaged, as published
EXPLODED = 100.0  # rad/s: no wheel of these experiments is commanded to a tenth of it
SLIPS = 0.02  # share of the rolled distance that counts as slip


def wheels_of(series: Series, drive: Drive) -> np.ndarray:
    """Return time since the first command, left and right angle (rad), left and right speed
    (rad/s), at every step."""
    wheels = series[drive.name + '/wheels'].copy()
    wheels[:, 0] -= series[drive.name + '/started'][0]
    return wheels


def _at_joint_states(wheels: np.ndarray, started: float, later: float) -> np.ndarray:
    """Return the samples that joint states show: those at whole 20 ms of simulation time (a state
    is stamped one step later than it is); or those `later` s later."""
    ticks = (wheels[:, 0] + started - later) / JOINT_STATE_PERIOD
    return wheels[np.abs(ticks - np.round(ticks)) < 1e-3]


def _following(wheels: np.ndarray, drive: Drive, commanded) -> List[metrics.Following]:
    return [
        metrics.following(
            wheels[:, 0], wheels[:, 3 + side], commanded[side], drive.duration, WINDOW
        )
        for side in (0, 1)
    ]


def _rolled(wheels: np.ndarray, drive: Drive, side: int, commanded: float) -> float:
    """Return how far a wheel turned over the window, as a share of the command."""
    first, last = (
        metrics.at_time(wheels[:, 0], wheels[:, 1 + side], time)
        for time in (drive.duration - WINDOW, drive.duration)
    )
    return (last - first) / WINDOW / commanded


def of_drive(series: Series, drive: Drive, step: float) -> Values:
    """Return the turn ratio and distance ratio of a drive, and how its wheels followed.

    The wheel speeds that Gazebo tells are averaged over every step; over joint states (50 Hz) as
    published; over samples one step later than those; and `rolled` is what the angles tell.
    Odometry is computed from the wheels' angles at every step, as the controller does; on a busy
    machine it loses a message now and then, so what the messages say depends on the load.
    """
    true = series[drive.name + '/true']
    wheels, started = wheels_of(series, drive), float(series[drive.name + '/started'][0])
    commanded = wheel_speeds(drive.linear, drive.angular, Geometry(*series['geometry']))
    values: Values = {}
    for suffix, samples in (
        ('', wheels),
        (' at 50 Hz', _at_joint_states(wheels, started, 0.0)),
        (' at 50 Hz, a step later', _at_joint_states(wheels, started, step)),
    ):
        for side, wheel in zip(('left', 'right'), _following(samples, drive, commanded)):
            values['%s wheel%s' % (side, suffix)] = wheel.share
            values['%s sd%s' % (side, suffix)] = wheel.deviation
    for index, side in enumerate(('left', 'right')):
        values['%s rolled' % side] = _rolled(wheels, drive, index, commanded[index])
    geometry = Geometry(*series['geometry'])
    said = odometry(Pose(0.0, 0.0, 0.0), wheels[:, 1:3], geometry)
    went = metrics.travelled(true[:, 1], true[:, 2])
    if drive.angular:
        values['turn ratio'] = metrics.turned(true[:, 3]) / said.yaw if said.yaw else math.nan
        told = series[drive.name + '/odometry'][:, 3]
        values['turn ratio' + BY_MESSAGES] = metrics.turn_ratio(true[:, 3], told)
    if drive.linear:
        rolled = math.hypot(said.x, said.y)
        values['distance ratio'] = went / rolled if rolled else math.nan
        values['distance error'] = went - abs(drive.linear) * drive.duration
    return {'%s: %s' % (drive.name, key): value for key, value in values.items()}


def of_drives(*drives: Drive):
    """Return a measure of these drives; `rest jitter` (rad/s) and `creep` (mm/s, forward) are of
    the robot at rest, before them."""

    def measure(series: Series, robot: Robot) -> Values:
        rest = series['rest']
        values = {
            'rest jitter': max(metrics.jitter(rest[:, side]) for side in (1, 2)),
            'creep': 1e3 * (rest[-1, 3] - rest[0, 3]) / (rest[-1, 0] - rest[0, 0]),
        }
        values['outer edge'] = metrics.outer_edge_ratio(
            robot.geometry.separation, robot.wheel_width
        )
        for drive in drives:
            values.update(of_drive(series, drive, robot.step_size))
        return values

    return measure


def of_penetration(times):
    """Return a measure of the penetration (mm) at these times (s), of its speed (mm/s) from 0.5 to
    1 s, and of the speed that the loads and the contact settings predict."""

    def measure(series: Series, robot: Robot) -> Values:
        rest = series['rest']
        deep = 1e3 * metrics.penetration(rest[:, 1], rest[:, 2], robot.geometry.radius)
        values = {'%g s' % time: metrics.at_time(rest[:, 0], deep, time) for time in times}
        early, late = (metrics.at_time(rest[:, 0], deep, time) for time in (0.5, 1.0))
        values['sinks'] = (late - early) / 0.5
        values['predicted'] = 1e3 * _sinking_speed(robot)
        return values

    return measure


def _sinking_speed(robot: Robot) -> float:
    settings = parse(robot.urdf).gazebo.get(robot.links[0], {})
    if not float(settings.get('minDepth', 0.0)):
        return 0.0
    kp, kd = float(settings.get('kp', 1e12)), float(settings.get('kd', 1.0))
    try:
        load = stand(robot.urdf, robot.geometry.radius).drive_wheel_load
    except KeyError:  # a user's robot with another caster, or none
        return math.nan
    return metrics.sinking_speed(load, metrics.contact(kp, kd, robot.step_size).cfm)


def of_free_wheels(ratios):
    """Return a measure of each free wheel's decay factor, the wheels being left and right of each
    ratio P h / J in turn."""

    def measure(series: Series, robot: Robot) -> Values:
        speeds = series['speeds'][:, 1:]
        values = {}
        for number, ratio in enumerate(ratios):
            errors = 1.0 - speeds[:, number]
            values['factor %g' % ratio] = metrics.decay_factor(np.append(1.0, errors))
        return values

    return measure


def of_stability(series: Series, robot: Robot) -> Values:
    """Return the wheels' jitter at rest and while turning, their share of the command, and whether
    the robot exploded (1) or not (0)."""
    state = series['state']
    speeds, wheels = state[:, 1:3], wheel_speeds(0.0, 0.5, robot.geometry)
    time = state[:, 0]
    resting = (time > 0.5) & (time <= 1.0)
    turning = time > time[-1] - 1.0
    finite = bool(np.all(np.isfinite(state)))
    worst = float(np.max(np.abs(speeds))) if finite else math.nan
    share = np.mean(speeds[turning], axis=0) / wheels if finite else (math.nan, math.nan)
    return {
        'P': robot.gain,
        'P h / J': robot.gain * robot.step_size / robot.wheel_inertia,
        'limit': 2.0 * felt_inertia(robot.urdf, *robot.geometry) / robot.wheel_inertia,
        'rest jitter': max(metrics.jitter(speeds[resting, side]) for side in (0, 1)),
        'turn jitter': max(metrics.jitter(speeds[turning, side]) for side in (0, 1)),
        'left wheel': float(share[0]),
        'right wheel': float(share[1]),
        'fastest': worst,
        'exploded': 0.0 if worst < EXPLODED else 1.0,
    }


def of_ramps(accelerations):
    """Return a measure of the slip at each acceleration, of where it begins, and of the
    acceleration that the robot reached there."""

    def measure(series: Series, robot: Robot) -> Values:
        friction = _friction(robot)
        values: Values = {}
        for number, acceleration in enumerate(accelerations):
            ramp = series.get('ramp %d' % number)
            if ramp is not None:
                values['slip %g' % acceleration] = metrics.slip(ramp[-1, 1], ramp[-1, 2])
                values['most'] = _acceleration(ramp[:, 0], ramp[:, 1])
        made = [a for a in accelerations if 'slip %g' % a in values]
        values['slips from'] = metrics.onset(made, [values['slip %g' % a] for a in made], SLIPS)
        values['predicted'] = _grip_limit(robot, friction)
        values['friction'] = friction
        return values

    return measure


def _grip_limit(robot: Robot, friction: float) -> float:
    try:
        return stand(robot.urdf, robot.geometry.radius).grip_limit(friction)
    except KeyError:  # a user's robot with another caster, or none
        return math.nan


def _friction(robot: Robot) -> float:
    return float(parse(robot.urdf).gazebo[robot.links[0]]['mu1'])


def _acceleration(time: np.ndarray, travelled: np.ndarray) -> float:
    """Return the acceleration over the second half of a ramp: a parabola's second derivative."""
    half = len(time) // 2
    return float(2.0 * np.polyfit(time[half:] - time[half], travelled[half:], 2)[0])
