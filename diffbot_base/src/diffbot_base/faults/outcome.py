"""What a fault did to the robot, and the limits that it is judged by."""
from typing import List, NamedTuple, Optional

SPEED = 0.2  # m/s, at which the faults hit the robot
WHEEL_RADIUS = 0.0333  # m; only the case's expectations use it, the robot has it from its URDF
DECELERATION = 0.6  # m/s^2, the controller's
FIRMWARE_PERIOD_S = 0.05

CONTROLLER_TIMEOUT_S = 0.5
FIRMWARE_WATCHDOG_S = 0.25
HOLD_S = 0.25  # three firmware periods, a cycle of the loop and of the firmware
RECOVERY_S = 5.0
PAUSE_S = 1.0  # for which a process is stopped
# From the command of zero to wheels that stand: a firmware period and two time constants of the
# motors (s). Below that a wheel turns so slowly that its encoder shows nothing.
MOTOR_LAG_S = 0.17
JITTER_S = 0.1  # of a machine that does other things too

# A wheel may be faster than its command by what the speed controller overshoots (rad/s).
OVERSHOOT = 1.1
OVERSHOOT_RAD_S = 0.5
# A step of the odometry is at most the motion of one firmware period (m).
JUMP_M = SPEED * FIRMWARE_PERIOD_S + 0.001
FRAMES_LOST = 2  # per damaged byte


class Outcome(NamedTuple):
    """None: not measured in this case."""

    stop_s: Optional[float] = None
    stop_m: Optional[float] = None
    stop_limit_s: Optional[float] = None
    stop_limit_m: Optional[float] = None
    jump_m: Optional[float] = None
    jump_limit_m: float = JUMP_M
    recover_s: Optional[float] = None
    recover_limit_s: float = RECOVERY_S
    frames_lost: Optional[int] = None
    frames_limit: int = FRAMES_LOST
    note: str = ''
    problems: List[str] = []

    def late(self, slack: float = 1.0) -> List[str]:
        """Limits on time and distance, times `slack`, that are exceeded: a machine that stalls can
        do that too."""
        found = []
        for name, value, limit in (('stop', self.stop_s, self.stop_limit_s),
                                   ('recovery', self.recover_s, self.recover_limit_s)):
            if value is not None and limit is not None and value > slack * limit:
                found.append('%s took %.2f s, limit %.2f s' % (name, value, limit))
        if self.stop_m is not None and self.stop_limit_m is not None \
                and self.stop_m > slack * self.stop_limit_m:
            found.append('ran on %.3f m, limit %.3f m' % (self.stop_m, self.stop_limit_m))
        return found

    def wrong(self) -> List[str]:
        """Everything else that is not as it must be."""
        found = list(self.problems)
        if self.jump_m is not None and self.jump_m > self.jump_limit_m:
            found.append('odometry jumped by %.1f mm, limit %.1f mm'
                         % (1e3 * self.jump_m, 1e3 * self.jump_limit_m))
        if self.frames_lost is not None and self.frames_lost > self.frames_limit:
            found.append('%d frames lost, limit %d' % (self.frames_lost, self.frames_limit))
        return found

    def passed(self) -> bool:
        return not self.late() and not self.wrong()


def stop_limit(reaction_s: float, ramp: bool) -> float:
    """Time in which a robot of SPEED stands after something has happened (s). `ramp`: braked by
    the controller's limiter; else by the motors at once."""
    return reaction_s + (SPEED / DECELERATION if ramp else 0.0) + MOTOR_LAG_S + JITTER_S


def run_on_limit(reaction_s: float, ramp: bool) -> float:
    """The way it makes meanwhile: v t + v^2 / (2 a) (m)."""
    braking = SPEED ** 2 / (2.0 * DECELERATION) if ramp else 0.0
    return SPEED * (reaction_s + MOTOR_LAG_S + JITTER_S) + braking


HEADER = ('fault', 'stopped', 'limit', 'ran on', 'limit', 'jump', 'limit', 'driving again',
          'frames lost', 'result')


def cells(name: str, outcome: Outcome, tries: int) -> List[str]:
    """One row of the table."""
    def text(value: Optional[float], unit: str, scale: float = 1.0, digits: int = 2) -> str:
        return '-' if value is None else '%.*f %s' % (digits, scale * value, unit)

    failures = outcome.wrong() + outcome.late()
    result = 'FAIL: ' + '; '.join(failures) if failures else 'pass'
    if tries > 1:
        result += ' (try %d)' % tries
    if outcome.note:
        result += ', ' + outcome.note
    lost = outcome.frames_lost
    return [name, text(outcome.stop_s, 's'), text(outcome.stop_limit_s, 's'),
            text(outcome.stop_m, 'm', digits=3), text(outcome.stop_limit_m, 'm', digits=3),
            text(outcome.jump_m, 'mm', 1e3, 1), text(outcome.jump_limit_m, 'mm', 1e3, 1)
            if outcome.jump_m is not None else '-',
            text(outcome.recover_s, 's'),
            '-' if lost is None else '%d (limit %d)' % (lost, outcome.frames_limit), result]


WIDTHS = (42, 8, 8, 8, 8, 8, 8, 13, 12, 6)


def row(texts) -> str:
    return '  '.join(text.ljust(width) for text, width in zip(texts, WIDTHS)).rstrip()
