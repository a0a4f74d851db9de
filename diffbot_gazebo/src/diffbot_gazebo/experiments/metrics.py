"""The metrics of the experiments: plain functions of plain series (no ROS, no Gazebo).

Times in s, lengths in m, angles in rad, speeds in rad/s or m/s.
"""

import math
from typing import NamedTuple, Sequence

import numpy as np


class Following(NamedTuple):
    """How a wheel followed its command: mean as a share of the command, standard deviation in
    rad/s."""

    share: float
    deviation: float


def turned(yaw: Sequence[float]) -> float:
    """Return how far a series of wrapped headings turned in all; counts full turns."""
    unrolled = np.unwrap(np.asarray(yaw, dtype=float))
    return float(unrolled[-1] - unrolled[0])


def turn_ratio(true_yaw: Sequence[float], odometry_yaw: Sequence[float]) -> float:
    """Return the true turn as a share of the odometry's: 1 when both agree."""
    said = turned(odometry_yaw)
    return turned(true_yaw) / said if said else math.nan


def outer_edge_ratio(separation: float, width: float) -> float:
    """Return the turn ratio of wheels that push at their outer edges: b / (b + width)."""
    return separation / (separation + width)


def travelled(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the straight distance from the first to the last point."""
    return math.hypot(x[-1] - x[0], y[-1] - y[0])


def following(
    time: Sequence[float], speed: Sequence[float], commanded: float, end: float, window: float
) -> Following:
    """Return how a wheel followed `commanded` (rad/s) over the last `window` s before `end`."""
    time, speed = np.asarray(time), np.asarray(speed)
    inside = speed[(time > end - window + 1e-9) & (time <= end + 1e-9)]
    if len(inside) < 2:
        raise ValueError(
            'only %d samples in the last %g s before %g s' % (len(inside), window, end)
        )
    return Following(float(np.mean(inside)) / commanded, float(np.std(inside)))


def jitter(speed: Sequence[float]) -> float:
    """Return the standard deviation of a speed, NaN when a value is not finite."""
    return float(np.std(speed)) if np.all(np.isfinite(speed)) else math.nan


def penetration(height: Sequence[float], pitch: Sequence[float], radius: float) -> np.ndarray:
    """Return how deep a wheel is in the ground: radius less the height of its centre.

    height: of the point under the axle that was on the ground at first; pitch: of the body.
    """
    return radius - (np.asarray(height) + radius * np.cos(pitch))


def at_time(time: Sequence[float], values: Sequence[float], instant: float) -> float:
    """Return the value at an instant, linearly between the samples; NaN outside of them."""
    if not time[0] - 1e-9 <= instant <= time[-1] + 1e-9:
        return math.nan
    return float(np.interp(instant, time, values))


def decay_factor(errors: Sequence[float]) -> float:
    """Return f of errors that follow e[n + 1] = f e[n]: the mean of all quotients.

    Errors below a millionth of the largest are left out: they are rounding.
    """
    errors = np.asarray(errors, dtype=float)
    before, after = errors[:-1], errors[1:]
    finite = np.isfinite(before) & np.isfinite(after)
    before, after = before[finite], after[finite]
    if not len(before) or not np.any(before):
        return math.nan
    big = np.abs(before) > 1e-6 * np.max(np.abs(before))
    return float(np.mean(after[big] / before[big]))


def predicted_decay(gain: float, step: float, inertia: float) -> float:
    """Return 1 - P h / J: what P (N m s/rad) alone makes of a free wheel's speed error each
    step."""
    return 1.0 - gain * step / inertia


class Contact(NamedTuple):
    """ODE's contact: error reduction (share of the penetration per step) and constraint force
    mixing (m/s of yielding per N, times the step)."""

    erp: float
    cfm: float


def contact(kp: float, kd: float, step: float, ground=(1e12, 1.0)) -> Contact:
    """Return what Gazebo makes of a stiffness (N/m) and a damping (N s/m) against the ground's.

    Stiffnesses combine as springs in series, dampings as a sum; ERP = h kp / (h kp + kd), CFM =
    1 / (h kp + kd).
    """
    stiffness = 1.0 / (1.0 / kp + 1.0 / ground[0])
    damping = kd + ground[1]
    hardness = step * stiffness + damping
    return Contact(step * stiffness / hardness, 1.0 / hardness)


def sinking_speed(load: float, cfm: float) -> float:
    """Return how fast (m/s) a contact under `load` N yields while within minDepth."""
    return load * cfm


def slip(true_distance: float, rolled_distance: float) -> float:
    """Return the share of the rolled distance that the robot did not travel; 0 without slip."""
    return 1.0 - true_distance / rolled_distance if rolled_distance else math.nan


def onset(settings: Sequence[float], values: Sequence[float], limit: float) -> float:
    """Return the first of the rising settings whose value exceeds the limit (or is no number); NaN
    if none does."""
    for setting, value in zip(settings, values):
        if not value <= limit:
            return setting
    return math.nan
