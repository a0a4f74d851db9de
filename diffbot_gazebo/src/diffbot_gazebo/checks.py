"""The checks of a drive: four links of the chain from the command to the true pose, each with a
message of its own.

A check that fails names the layer: the wheels miss their command (motor loop, contacts), the
odometry is not what the wheels did (controller's geometry), the robot did not go where its
odometry says (geometry of the model, contacts, slip).
"""

import math
from typing import Iterable, List, Mapping, NamedTuple, Sequence, Tuple

from diffbot_gazebo.limits import Limits
from diffbot_gazebo.measurement import Measurement
from diffbot_gazebo.pose import Motion

COMMAND_TO_WHEELS = 'command -> wheel speed'
WHEELS_TO_ODOMETRY = 'wheel angles -> odometry'
ODOMETRY_TO_TRUTH = 'odometry -> true pose'
COMMAND_TO_ODOMETRY = 'command -> odometry'
COMMAND_TO_TRUTH = 'command -> true pose'
IDLE = 'no command -> true pose'

LOOK_AT = {
    IDLE: 'minDepth, contact stiffness, masses; gains (P h / J); the spawn pose',
    COMMAND_TO_WHEELS: (
        'gains (P h / J, I with i_clamp), effort limit, wheel contacts, controller limits'
    ),
    WHEELS_TO_ODOMETRY: (
        "the controller's wheel radius, separation and multipliers against the URDF; "
        'joint names and sides'
    ),
    ODOMETRY_TO_TRUTH: (
        'wheel radius, separation and collision shape of the model; contact settings, caster, slip'
    ),
    COMMAND_TO_ODOMETRY: 'controller limits and timeout; how the wheels follow',
    COMMAND_TO_TRUTH: 'the checks above it: the first one that fails names the layer',
}


class Check(NamedTuple):
    """One comparison: measured against expected, in the unit, with the tolerance that holds for
    the difference."""

    link: str
    quantity: str
    measured: float
    expected: float
    tolerance: float
    unit: str

    @property
    def error(self) -> float:
        return self.measured - self.expected

    @property
    def ok(self) -> bool:
        return abs(self.error) <= self.tolerance  # False for NaN

    def __str__(self) -> str:
        return '%s: %s is %+.6f %s, expected %+.6f +- %.2g (off by %+.2g)' % (
            self.link,
            self.quantity,
            self.measured,
            self.unit,
            self.expected,
            self.tolerance,
            self.error,
        )


def _compare(
    link: str, measured: Motion, expected: Motion, forward: float, left: float, turned: float
) -> List[Check]:
    difference = measured - expected
    return [
        Check(link, 'forward', measured.forward, expected.forward, forward, 'm'),
        Check(link, 'left', measured.left, expected.left, left, 'm'),
        # The difference is wrapped, so that it holds across +-pi.
        Check(link, 'turned', expected.turned + difference.turned, expected.turned, turned, 'rad'),
    ]


def check_idle(
    poses: Sequence[Sequence[float]], spawned: Tuple[float, float], limits: Limits
) -> List[Check]:
    """Return the checks of a robot without a command: still, upright, where it was spawned.

    poses: x y z (m) qx qy qz qw at each step; spawned: x, y (m), with yaw 0.
    Each check holds the worst pose of all.
    """

    def worst(values: Iterable[float]) -> float:
        # NaN compares false with everything, so it is looked for by itself.
        listed = list(values)
        return math.nan if any(math.isnan(value) for value in listed) else max(listed, key=abs)

    def check(quantity: str, values: Iterable[float], tolerance: float, unit: str) -> Check:
        return Check(IDLE, quantity, worst(values), 0.0, tolerance, unit)

    return [
        check(
            'x from the spawn pose',
            (pose[0] - spawned[0] for pose in poses),
            limits.idle_position,
            'm',
        ),
        check(
            'y from the spawn pose',
            (pose[1] - spawned[1] for pose in poses),
            limits.idle_position,
            'm',
        ),
        check('height above the ground', (pose[2] for pose in poses), limits.idle_position, 'm'),
        # Twice the vector part of a unit quaternion near identity is the small
        # angle about each axis.
        check('roll', (2 * pose[3] for pose in poses), limits.idle_angle, 'rad'),
        check('pitch', (2 * pose[4] for pose in poses), limits.idle_angle, 'rad'),
        check('yaw', (2 * pose[5] for pose in poses), limits.idle_angle, 'rad'),
    ]


def check_wheels(measurement: Measurement, limits: Limits) -> List[Check]:
    """Return the checks of the first link: each wheel at its commanded speed, without
    oscillation."""
    checks = []
    for side, wheel in measurement.tracking().items():
        checks.append(
            Check(
                COMMAND_TO_WHEELS,
                side + ' wheel speed',
                wheel.mean,
                wheel.commanded,
                limits.wheel_speed * max(abs(wheel.commanded), 1.0),
                'rad/s',
            )
        )
        checks.append(
            Check(
                COMMAND_TO_WHEELS,
                side + ' wheel oscillation',
                wheel.deviation,
                0.0,
                limits.wheel_deviation,
                'rad/s',
            )
        )
    return checks


def check_motions(measurement: Measurement, limits: Limits) -> List[Check]:
    """Return the checks of odometry, true pose and command against each other."""
    command = measurement.command
    odometry = measurement.odometry_motion()
    truth = measurement.true_motion()
    checks = _compare(
        WHEELS_TO_ODOMETRY,
        odometry,
        measurement.recomputed_motion(),
        limits.recomputed,
        limits.recomputed,
        limits.recomputed,
    )
    if measurement.drive.turns_on_the_spot:
        checks += [
            Check(
                ODOMETRY_TO_TRUTH,
                'turned',
                odometry.turned + (truth - odometry).turned,
                odometry.turned,
                limits.turn_agreement,
                'rad',
            ),
            *_compare(
                COMMAND_TO_ODOMETRY, odometry, command, limits.drift, limits.drift, limits.turn
            ),
            *_compare(COMMAND_TO_TRUTH, truth, command, limits.drift, limits.drift, limits.turn),
            Check(
                COMMAND_TO_TRUTH,
                'centre drift',
                math.hypot(truth.forward, truth.left),
                0.0,
                limits.drift,
                'm',
            ),
        ]
        return checks
    if measurement.drive.angular == 0.0:
        agreement, turned_agreement = limits.distance_agreement, limits.heading
        along, across, turned = limits.distance, limits.sideways, limits.heading
    else:
        agreement, turned_agreement = limits.arc_agreement, limits.turn_agreement
        along, across, turned = limits.arc_distance, limits.arc_distance, limits.turn
    checks += _compare(ODOMETRY_TO_TRUTH, truth, odometry, agreement, agreement, turned_agreement)
    checks += _compare(COMMAND_TO_ODOMETRY, odometry, command, along, across, turned)
    checks += _compare(COMMAND_TO_TRUTH, truth, command, along, across, turned)
    return checks


def check_drive(measurement: Measurement, limits: Limits) -> List[Check]:
    """Return all checks of one drive, in the order of the chain."""
    return check_wheels(measurement, limits) + check_motions(measurement, limits)


def failure_text(
    measurement: Measurement, checks: List[Check], look_at: Mapping[str, str] = LOOK_AT
) -> str:
    """Return the message of the failed checks with all three motions; empty when none failed."""
    failed = [check for check in checks if not check.ok]
    if not failed:
        return ''
    lines = [
        'drive "%s" (%.2f m/s, %.2f rad/s for %.1f s) failed %d of %d checks:'
        % (*measurement.drive, len(failed), len(checks))
    ]
    lines += ['  ' + str(check) for check in failed]
    lines += [
        '  command    ' + str(measurement.command),
        '  odometry   ' + str(measurement.odometry_motion()),
        '  true pose  ' + str(measurement.true_motion()),
        '  look first at: ' + look_at[failed[0].link],
    ]
    return '\n'.join(lines)


def slip_or_geometry(slow: Measurement, fast: Measurement, tolerance: float) -> str:
    """Return what the ratio of truth to odometry at two speeds says; empty when it is 1 at both.

    The same ratio at both speeds is geometry (a radius, a separation, a contact point); one that
    moves with the speed is slip.
    """

    def ratio(measurement: Measurement) -> float:
        part = 'turned' if measurement.drive.turns_on_the_spot else 'forward'
        return getattr(measurement.true_motion(), part) / getattr(
            measurement.odometry_motion(), part
        )

    at_slow, at_fast = ratio(slow), ratio(fast)
    if abs(at_slow - 1.0) <= tolerance and abs(at_fast - 1.0) <= tolerance:
        return ''
    numbers = 'true / odometry is %.4f in "%s" and %.4f in "%s" (tolerance %.4f): ' % (
        at_slow,
        slow.drive.name,
        at_fast,
        fast.drive.name,
        tolerance,
    )
    if abs(at_fast - at_slow) <= tolerance:
        return (
            numbers
            + 'the same at both speeds, so it is geometry: wheel radius, separation, contact point'
        )
    return (
        numbers
        + 'it changes with the speed, so it is slip: friction, contact stiffness, acceleration'
    )
