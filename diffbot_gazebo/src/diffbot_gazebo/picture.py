"""The picture of `drive`: paths, wheel speeds against their commands, and differences over
time."""

import bisect
import os
from typing import List, Sequence, Tuple

import matplotlib

matplotlib.use('Agg')  # no display
import matplotlib.pyplot as plt  # noqa: E402 the backend must be chosen first

from diffbot_gazebo.kinematics import wheel_speeds  # noqa: E402
from diffbot_gazebo.measurement import SIDES, Measurement, PoseSample  # noqa: E402
from diffbot_gazebo.pose import motion, wrap  # noqa: E402

TRUTH, ODOMETRY = '#1b6ca8', '#e07b00'


def _from_start(samples: Sequence[PoseSample]) -> Tuple[List[float], List[float], List[float]]:
    motions = [motion(samples[0].pose, sample.pose) for sample in samples]
    return ([m.forward for m in motions], [m.left for m in motions], [m.turned for m in motions])


def _draw_path(axes, measurement: Measurement) -> None:
    """Draw both paths; for a turn on the spot the heading, since there is no path to see."""
    start = measurement.truth[0].time
    truth, odometry = _from_start(measurement.truth), _from_start(measurement.odometry)
    if measurement.drive.turns_on_the_spot:
        axes.plot(
            [s.time - start for s in measurement.truth],
            truth[2],
            color=TRUTH,
            lw=3,
            label='true pose',
        )
        axes.plot(
            [s.time - start for s in measurement.odometry],
            odometry[2],
            '--',
            color=ODOMETRY,
            label='odometry',
        )
        axes.axhline(measurement.command.turned, color='0.6', lw=0.8)
        axes.set_xlabel('time (s)')
        axes.set_ylabel('turned (rad)')
    else:
        axes.plot(truth[0], truth[1], color=TRUTH, lw=3, label='true pose')
        axes.plot(odometry[0], odometry[1], '--', color=ODOMETRY, label='odometry')
        axes.plot(
            [measurement.command.forward], [measurement.command.left], 'k+', ms=12, label='command'
        )
        axes.set_xlabel('forward (m)')
        axes.set_ylabel('left (m)')
        axes.axis('equal')
    axes.set_title('%s: %.1f m/s, %.1f rad/s, %.1f s' % measurement.drive, fontsize=9)
    axes.legend(fontsize=7)


def _draw_wheels(axes, measurement: Measurement) -> None:
    start = measurement.truth[0].time
    times = [sample.time - start for sample in measurement.wheels]
    commanded = wheel_speeds(
        measurement.drive.linear, measurement.drive.angular, measurement.geometry
    )
    on = (measurement.started - start, measurement.started - start + measurement.drive.duration)
    for index, (side, colour) in enumerate(zip(SIDES, ('#2a9d4e', '#a03070'))):
        axes.plot(
            times, [sample.speed[index] for sample in measurement.wheels], color=colour, label=side
        )
        axes.plot(on, [commanded[index]] * 2, ':', color=colour, lw=2)
    axes.set_xlabel('time (s)')
    axes.set_ylabel('wheel speed (rad/s)')
    axes.set_title('dotted: command', fontsize=8)
    axes.legend(fontsize=7)


def _draw_differences(axes, measurement: Measurement) -> None:
    """Draw truth less odometry at the instants that both have."""
    start = measurement.truth[0].time
    times = [sample.time for sample in measurement.truth]
    truth, odometry = _from_start(measurement.truth), _from_start(measurement.odometry)
    at, along, across, turned = [], [], [], []
    for index, sample in enumerate(measurement.odometry):
        near = bisect.bisect_left(times, sample.time - 1e-6)
        if near < len(times) and abs(times[near] - sample.time) < 1e-6:
            at.append(sample.time - start)
            along.append(1e3 * (truth[0][near] - odometry[0][index]))
            across.append(1e3 * (truth[1][near] - odometry[1][index]))
            turned.append(1e3 * wrap(truth[2][near] - odometry[2][index]))
    axes.plot(at, along, label='forward (mm)')
    axes.plot(at, across, label='left (mm)')
    axes.plot(at, turned, label='turned (mrad)')
    axes.set_xlabel('time (s)')
    axes.set_title('true pose less odometry', fontsize=8)
    axes.legend(fontsize=7)


def draw(path: str, title: str, measurements: Sequence[Measurement]) -> None:
    """Write a PNG with one row per drive to path, in one step."""
    rows = len(measurements)
    height = 2.9 * rows + 0.3  # inches, with the title
    figure, grid = plt.subplots(rows, 3, figsize=(13, height), squeeze=False)
    for axes, measurement in zip(grid, measurements):
        _draw_path(axes[0], measurement)
        _draw_wheels(axes[1], measurement)
        _draw_differences(axes[2], measurement)
    figure.suptitle(title, y=1 - 0.1 / height)
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.3 / height))
    temporary = path + '.tmp'
    try:
        figure.savefig(temporary, format='png', dpi=90)
        os.replace(temporary, path)
    finally:
        plt.close(figure)
        if os.path.exists(temporary):
            os.remove(temporary)
