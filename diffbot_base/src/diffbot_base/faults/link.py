"""Group 4: bytes and plugs."""
import os
import signal

from diffbot_base.launched import node_pid

from .case import Case, nothing, rides, stops
from .measurements import do
from .outcome import FIRMWARE_WATCHDOG_S, PAUSE_S, RECOVERY_S
from .rig import SERIAL, Rig

STATE, COMMAND = 126, 100
HITS = 5
BYTE_FAULTS = {  # control word: name
    'drop': 'byte dropped',
    'flip': 'bit flipped',
    'insert': 'byte inserted',
    'swap': 'bytes swapped',
    'truncate': 'frame cut short',
    'oversize': 'length with bit 15 set',
    'unknown_id': 'unknown id',
    'version': 'wrong version byte',
    'double_sync': 'doubled sync byte',
    'garbage': 'garbage, checksum right',
    'garbage_short': 'short garbage, checksum right',
    'duplicate': 'frame twice',
    'lose': 'frame lost',
    'junk': 'junk before the frame',
}


def hit(direction: str, fault: str):
    """Five frames, ten apart; each at a place of its own."""
    identity = STATE if direction == 'to_host' else COMMAND
    lines = ['fault %s %s id=%d after=%d seed=%d'
             % (direction, fault, identity, 4 * number, number) for number in range(HITS)]
    return do(*lines)


def other_md5(topic: str, md5: str):
    """The firmware announces a message of another version, because something made the host ask."""
    return do('announce %s md5=%s' % (topic, md5),
              'fault to_host unknown_id id=%d value=190' % STATE)


def byte_cases():
    for direction, words in (('to_host', 'state'), ('to_device', 'command')):
        for fault, name in BYTE_FAULTS.items():
            yield Case('link', '%s (%s)' % (name, words),
                       rides(hit(direction, fault), 1.5, damaged=(direction, HITS)),
                       quick=(fault, direction) in (('flip', 'to_host'), ('drop', 'to_device')))


def unplug(rig: Rig) -> None:
    rig.do('unplug')


def plug(rig: Rig) -> None:
    rig.do('plug')


class SerialNode:
    """The process of the serial node; it must be looked up before it is stopped."""

    def __init__(self) -> None:
        self._pid = 0

    def find(self, _: Rig) -> None:
        self._pid = node_pid(SERIAL)

    def send(self, number: int):
        return lambda _: os.kill(self._pid, number)


def paused_serial_node(rig: Rig):
    """As by a machine that swaps."""
    node = SerialNode()
    return stops(node.send(signal.SIGSTOP), node.send(signal.SIGCONT), FIRMWARE_WATCHDOG_S,
                 approach=node.find, least_s=PAUSE_S)(rig)


def killed_serial_node(rig: Rig):
    """A new process has to start."""
    node = SerialNode()
    outcome = stops(node.send(signal.SIGKILL), nothing, FIRMWARE_WATCHDOG_S,
                    approach=node.find)(rig)
    return outcome._replace(recover_limit_s=2.0 * RECOVERY_S)


def long_silence(rig: Rig) -> None:
    rig.do('silence both 16000')


def wait_for_sound(rig: Rig) -> None:
    rig.wait(lambda: rig.teensy.status()['faults']['active'] == 0, 'the end of the silence')


def device_stalls(rig: Rig):
    """The firmware's main loop hangs for a second: its motors keep turning, nothing else can."""
    outcome = rides(do('stall 1000'), 1.5, nothing)(rig)
    return outcome._replace(note='motors run on until the loop does')


CASES = list(byte_cases()) + [
    Case('link', 'every tenth byte run damaged, 3 s', rides(
        do('fault to_host flip p=0.1 for=3000', 'fault to_device flip p=0.1 for=3000 seed=2'), 3.2,
        odometry_m=0.03)),
    Case('link', 'other md5 sum of the states', stops(
        other_md5('measured_joint_states', '0' * 32), do('reboot'), says='0' * 32)),
    Case('link', 'other md5 sum of the commands', stops(
        other_md5('wheel_cmd_velocities', '1' * 32), do('reboot'), says='1' * 32)),
    Case('link', 'wrong version, lasting', stops(do('fault to_host version count=forever'))),
    Case('link', 'silence to the host', stops(do('silence to_host'))),
    Case('link', 'silence to the device', stops(do('silence to_device'),
                                                reaction_s=FIRMWARE_WATCHDOG_S), quick=True),
    Case('link', 'silence of 16 s, both ways', stops(
        long_silence, wait_for_sound, FIRMWARE_WATCHDOG_S)),
    Case('link', 'unplugged and plugged in', stops(unplug, plug, FIRMWARE_WATCHDOG_S),
         quick=True),
    Case('link', 'serial node killed', killed_serial_node),
    Case('link', 'serial node paused for 1 s', paused_serial_node),
    Case('link', 'device hangs for 1 s', device_stalls),
]
