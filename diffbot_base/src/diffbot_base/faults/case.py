"""The two kinds of faults: those that must stop the robot, and those that must not matter."""
import re
import time
from typing import Callable, List, NamedTuple, Optional, Tuple

from diffbot_base.launched import wait_until

from .outcome import (FRAMES_LOST, HOLD_S, JUMP_M, SPEED, WHEEL_RADIUS, Outcome, run_on_limit,
                      stop_limit)
from .rig import Rig

LONGEST_STOP_S = 20.0
DIED = re.compile(r'\[diffbot/diffbot_base-\d+\] process has')
Action = Callable[[Rig], None]


class Case(NamedTuple):
    """A row of the table. `run` makes the fault and returns what happened."""

    group: str
    name: str
    run: Callable[[Optional[Rig]], Outcome]
    arguments: Optional[dict] = None  # a robot of its own, launched with these
    without_robot: bool = False
    quick: bool = False  # part of the default tests


def nothing(_: Rig) -> None:
    pass


def clear(rig: Rig) -> None:
    rig.do('clear')


def stops(inject: Action, undo: Action = clear, reaction_s: float = HOLD_S, ramp: bool = False,
          angular: float = 0.0, again: bool = True, jump_limit_m: float = JUMP_M,
          says: str = '', approach: Action = nothing,
          least_s: float = 0.0) -> Callable[[Rig], Outcome]:
    """In motion, `inject`: the robot must stand within the reaction time and the braking. After
    `undo` it must drive again (unless `again` is False). `says`: the log must hold this then.
    `approach`: done in motion before the clock starts. `ramp`: the controller brakes. `least_s`:
    the fault lasts so long at least."""
    def run(rig: Rig) -> Outcome:
        drive = (SPEED, 0.0) if not angular else (0.0, angular)
        rig.rest()
        rig.at_speed(*drive)
        approach(rig)
        began, problems = time.monotonic(), []
        seen = len(rig.output())
        marked = rig.mark()
        inject(rig)
        if not wait_until(lambda: rig.stopped(marked) is not None, LONGEST_STOP_S):
            undo(rig)
            return Outcome(problems=['the robot has not stopped'], note='')
        # and it must not start again
        time.sleep(max(0.3, began + least_s - time.monotonic()))
        stop_s, stop_m = rig.stopped(marked), rig.way()
        if stop_s is None:
            problems.append('the robot has started again by itself')
        problems += common(rig, abs(SPEED) / WHEEL_RADIUS)
        if says and not wait_until(lambda: says in rig.output()[seen:], 5.0):
            problems.append('the log does not say "%s"' % says)
        undo(rig)
        recover_s = recovery(rig, drive) if again else None
        if again and recover_s is None:
            problems.append('the robot does not drive again')
        problems += common(rig, abs(SPEED) / WHEEL_RADIUS)
        return Outcome(stop_s=stop_s, stop_m=stop_m, stop_limit_s=stop_limit(reaction_s, ramp),
                       stop_limit_m=run_on_limit(reaction_s, ramp),
                       jump_m=rig.driver.largest_jump(began), jump_limit_m=jump_limit_m,
                       recover_s=recover_s, problems=unique(problems))
    return run


def rides(inject: Action, seconds: float = 1.0, undo: Action = clear, angular: float = 0.0,
          top_speed: float = SPEED, damaged: Optional[Tuple[str, int]] = None,
          odometry_m: float = 0.005, jump_limit_m: float = JUMP_M) -> Callable[[Rig], Outcome]:
    """In motion, `inject`: whatever it does must be small. No wheel gets faster than `top_speed`
    (m/s) asks for; after `undo` the robot drives on, and at rest odometry and truth agree within
    `odometry_m`. `damaged`: in this direction so many frames were; each may cost two."""
    def run(rig: Rig) -> Outcome:
        drive = (SPEED, angular)
        rig.rest()
        truth, odom = rig.truth(), rig.driver.odometry[-1]
        lost = missing(rig, damaged[0]) if damaged else 0
        began = time.monotonic()
        rig.at_speed(*drive)
        rig.mark()
        inject(rig)
        time.sleep(seconds)
        top = top_speed + 0.5 * abs(angular) * 0.138
        problems = common(rig, top / WHEEL_RADIUS)
        undo(rig)
        recover_s = recovery(rig, drive)
        if recover_s is None:
            problems.append('the robot does not drive on')
        rig.rest()
        jump = rig.driver.largest_jump(began)
        problems += common(rig, top / WHEEL_RADIUS)
        true_way = distance(truth, rig.truth())
        odom_way = distance(odom, rig.driver.odometry[-1])
        if abs(true_way - odom_way) > odometry_m:
            problems.append('odometry says %.3f m, truth %.3f m' % (odom_way, true_way))
        return Outcome(jump_m=jump, jump_limit_m=jump_limit_m, recover_s=recover_s,
                       frames_lost=missing(rig, damaged[0]) - lost if damaged else None,
                       frames_limit=FRAMES_LOST * damaged[1] if damaged else 0,
                       problems=unique(problems))
    return run


def recovery(rig: Rig, drive: tuple) -> Optional[float]:
    """Command the speed; the time until the robot has it (s), None: never."""
    rig.driver.command(*drive)
    target = max(abs(drive[0]) - 0.5 * abs(drive[1]) * 0.138,
                 0.5 * abs(drive[1]) * 0.138) / WHEEL_RADIUS
    begin = time.monotonic()
    if wait_until(lambda: rig.faster_wheel() > 0.9 * target, LONGEST_STOP_S):
        return time.monotonic() - begin
    return None


def common(rig: Rig, wheel_limit: float) -> List[str]:
    """What no fault may cause."""
    problems = []
    too_fast = rig.too_fast(wheel_limit)
    if too_fast:
        problems.append(too_fast)
    if rig.driver.not_finite:
        problems.append('%d messages were not finite' % rig.driver.not_finite)
        rig.driver.not_finite = 0
    if not rig.alive():
        problems.append('the launch has ended')
    elif DIED.search(rig.output()):
        problems.append('diffbot_base has died')
    return problems


def missing(rig: Rig, direction: str) -> int:
    """Messages that one end of the link has sent and the other has not got, since the start."""
    least = None
    for _ in range(15):
        # Asked in this order, a message on its way counts as missing; at some moment none is.
        if direction == 'to_host':
            got = rig.driver.states
            sent = rig.teensy.status()['to_host']['messages']
        else:
            got = rig.teensy.status()['commands']['received']
            sent = rig.driver.wheel_commands
        least = sent - got if least is None else min(least, sent - got)
        time.sleep(0.021)
    return least


def distance(begin, end) -> float:
    return ((end.x - begin.x) ** 2 + (end.y - begin.y) ** 2) ** 0.5


def unique(texts: List[str]) -> List[str]:
    return list(dict.fromkeys(texts))
