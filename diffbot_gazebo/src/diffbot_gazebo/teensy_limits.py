"""The limits of a drive over the simulated Teensy, where time is the machine's own."""

import math

from diffbot_gazebo import checks
from diffbot_gazebo.kinematics import Geometry, wheel_speeds
from diffbot_gazebo.limits import Limits
from diffbot_gazebo.measurement import Measurement

COMMAND = 0.02  # share of the commanded motion: commands come every 50 ms, cycles every 20 ms
AGREEMENT = 0.002  # share of the way by which truth and odometry may differ
# m and rad between truth and odometry: half an encoder tick at each end of each wheel is 0.2 mm
# of way and 3 mrad of turn.
TICK_WAY, TICK_TURN = 0.0005, 0.006
HEADING = 0.01  # rad, on a straight line
# m and rad: controller and check integrate the same joint angles in other steps.
RECOMPUTED = 1e-4
TICK = 2 * math.pi / 542  # rad of the wheel
# rad/s, standard deviation of a measured wheel speed: a tick in a firmware period of 50 ms.
TICK_SPEED = TICK / 0.05
NOT_JUDGED = math.inf

LOOK_AT = {
    checks.COMMAND_TO_WHEELS: (
        'gain, trim, motor_constant, pwm_limit; gains of the firmware; the log (holds, overruns)'
    ),
    checks.WHEELS_TO_ODOMETRY: checks.LOOK_AT[checks.WHEELS_TO_ODOMETRY],
    checks.ODOMETRY_TO_TRUTH: 'encoder_resolution; wheel radius and separation; /diagnostics',
    checks.COMMAND_TO_ODOMETRY: checks.LOOK_AT[checks.COMMAND_TO_ODOMETRY],
    checks.COMMAND_TO_TRUTH: checks.LOOK_AT[checks.COMMAND_TO_TRUTH],
}


def limits(measurement: Measurement) -> Limits:
    """Return the limits of one drive: they grow with what was commanded."""
    drive, geometry = measurement.drive, measurement.geometry
    way = abs(drive.linear) * drive.duration
    turn = abs(drive.angular) * drive.duration
    slowest = min(map(abs, wheel_speeds(drive.linear, drive.angular, geometry)))
    return Limits(
        recomputed=RECOMPUTED,
        wheel_speed=COMMAND + TICK / max(slowest, 1.0),  # a mean over 1 s: a tick more or less
        wheel_deviation=TICK_SPEED,
        distance=COMMAND * way,
        distance_agreement=TICK_WAY + AGREEMENT * way,
        sideways=HEADING * way,
        heading=HEADING,
        arc_distance=COMMAND * way,
        arc_agreement=TICK_WAY + AGREEMENT * way,
        turn=COMMAND * turn,
        turn_agreement=TICK_TURN,
        drift=COMMAND * wheel_way(turn, geometry),
        ratio=NOT_JUDGED,
        idle_position=NOT_JUDGED,
        idle_angle=NOT_JUDGED,
    )


def wheel_way(turn: float, geometry: Geometry) -> float:
    """Return how far a wheel rolls (m) in a turn on the spot (rad)."""
    return turn * geometry.separation / 2.0
