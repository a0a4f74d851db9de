"""Groups 2 and 3: joint states that must not be believed, and encoders that wrap or start anew."""
import time

import rospy
from diffbot_base.driver import NAMESPACE
from std_msgs.msg import Empty

from .case import Case, nothing, rides, stops
from .outcome import FIRMWARE_PERIOD_S, SPEED
from .rig import Rig

TICKS_HIGH = 2147483647
RESTARTED = 'the firmware has restarted'


def do(*lines: str):
    def action(rig: Rig) -> None:
        for line in lines:
            rig.do(line)
    return action


def do_and_rest(*lines: str):
    """The wheels were not turning as commanded: only a command of zero frees them."""
    def action(rig: Rig) -> None:
        do(*lines)(rig)
        rig.rest()
        time.sleep(1.0)  # the controller brakes down to zero, though the wheels stand already
    return action


def reset(rig: Rig) -> None:
    publisher = rospy.Publisher(NAMESPACE + '/reset', Empty, queue_size=1)
    rig.wait(lambda: publisher.get_num_connections() > 0, 'the serial node to listen to reset')
    publisher.publish()
    time.sleep(0.2)
    publisher.unregister()


def near_wrap(sign: int):
    """Both counters shortly before their end, in the direction of the drive."""
    ticks = sign * (TICKS_HIGH - 50)
    return rides(do('ticks both %d' % ticks), 1.0)


def backward_over_wrap(rig: Rig):
    """The counter falls below its least value: the robot drives forward, so it is preset above."""
    rig.rest()
    rig.do('ticks both -2147483600')
    began = time.monotonic()
    rig.driver.command(-SPEED)
    time.sleep(2.0)
    outcome = rides(nothing)(rig)
    return outcome._replace(jump_m=rig.driver.largest_jump(began))


def measurement_lasts(name: str, line: str, quick: bool = False) -> Case:
    return Case('measurements', name, stops(do('measure ' + line)), quick=quick)


def measurement_once(name: str, line: str) -> Case:
    return Case('measurements', name, rides(do('measure %s count=1' % line)))


CASES = [
    measurement_lasts('NaN, lasting', 'nan', quick=True),
    measurement_lasts('NaN velocity of one wheel, lasting', 'nan field=velocity wheel=left'),
    measurement_lasts('Inf, lasting', 'inf'),
    measurement_lasts('-Inf, lasting', '-inf'),
    measurement_lasts('1e308, lasting', 'huge'),
    measurement_once('NaN, once', 'nan'),
    measurement_once('Inf, once', 'inf'),
    measurement_once('1e308, once', 'huge'),
    measurement_once('position 50 rad off, once', 'offset value=50 field=position'),
    measurement_lasts('0 elements, lasting', 'elements value=0'),
    measurement_lasts('1 element, lasting', 'elements value=1'),
    measurement_lasts('3 elements, lasting', 'elements value=3'),
    measurement_once('0 elements, once', 'elements value=0'),
    measurement_lasts('frozen', 'frozen'),
    Case('measurements', 'gap of 0.3 s', rides(do('measure mute for=300'))),
    Case('measurements', 'gap of 0.3 s, then a burst',
         rides(do('fault to_host delay id=126 ms=300'))),
    Case('measurements', 'stamps an hour in the past', rides(do('measure stamp value=-3600'))),
    Case('measurements', 'reversed [right, left], turning', stops(
        do('measure reversed'), do_and_rest('clear'), reaction_s=1.25, angular=2.0)),
    Case('encoder', 'counter wraps upwards', near_wrap(1), quick=True),
    Case('encoder', 'counter wraps downwards', backward_over_wrap),
    Case('encoder', 'counter starts at 10^6', rides(nothing),
         arguments={'teensy_args': '--start-ticks 1000000'}),
    Case('encoder', 'firmware restarts in motion', stops(
        do('reboot boot=300'), says=RESTARTED), quick=True),
    Case('encoder', 'firmware restarts with other ids', stops(
        do('reboot boot=300 order=reversed'), do('reboot boot=300'), says=RESTARTED)),
    Case('encoder', 'reset topic in motion', rides(
        reset, odometry_m=SPEED * FIRMWARE_PERIOD_S + 0.005)),
    Case('encoder', 'one wheel blocked', stops(
        do('wheel left blocked'), do_and_rest('wheel left free'), reaction_s=1.25)),
]
