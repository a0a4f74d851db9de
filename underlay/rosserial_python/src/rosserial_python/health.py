"""What the link is doing: counters, the state, and /diagnostics."""
import threading
import time
from typing import Dict, List, Tuple

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from .framing import SYNC, ReadCounters

CLOSED = 'port closed'
WAITING = 'waiting for the device'
RUNNING = 'running'
LOST = 'lost'
SAMPLE_BYTES = 64
RECENT_S = 10.0
"""Damage younger than this makes the status a warning."""


def diagnose(counters: ReadCounters, sample: bytes, port: str, baud: int) -> str:
    """Why an open port has not led to a session, as far as the received bytes tell."""
    if counters.bytes_in == 0:
        return ('%s is open at %d baud, but nothing has arrived: the device runs no rosserial '
                'program, or its program hangs' % (port, baud))
    if counters.frames:
        return ('%s: the device sends rosserial frames, but has not announced a topic: reset it'
                % port)
    printable = sum(1 for byte in sample if 32 <= byte < 127 or byte in b'\r\n\t')
    if printable >= 0.9 * len(sample):
        text = ' '.join(sample[:32].decode('ascii', 'replace').split())
        return ('%s sends text ("%s"), not rosserial frames: it is another device, or it runs '
                'another program' % (port, text))
    total = sum(counters.versions.values())
    if total >= 3:
        version, count = max(counters.versions.items(), key=lambda item: item[1])
        # version n is written as 0x100 - n
        if count >= 0.8 * total and version != 0xFE and version >= 0xF0:
            return ('%s: protocol version mismatch: the device speaks rosserial version %d, this '
                    'node version 2: build the firmware with a rosserial of ROS hydro or later'
                    % (port, 1 if version == SYNC else 0x100 - version))
    return ('%s: %d bytes have arrived at %d baud and none of them form a frame: the baud rate '
            'differs from the device\'s, or it is another device'
            % (port, counters.bytes_in, baud))


class Health:
    """Counters over all connections of this node. Written by the session, read by a publisher."""

    def __init__(self, port: str, baud: int) -> None:
        self.port = port
        self.baud = baud
        self.state = CLOSED
        self.detail = ''
        self.read = ReadCounters()
        self.counts: Dict[str, int] = dict.fromkeys(
            ('frames out', 'malformed payloads', 'unknown ids', 'refused ids', 'handler errors',
             'dropped late', 'dropped full', 'too large for the device', 'output stalls',
             'connections', 'topic requests', 'times lost'), 0)
        self.problems: List[str] = []
        self.sample = b''
        self.last_sync = 0.0
        self.last_sync_lost = 0.0
        self._damage: Tuple[int, float] = (0, float('-inf'))

    def count(self, name: str, number: int = 1) -> None:
        self.counts[name] += number

    def set_state(self, state: str, detail: str = '') -> None:
        self.state = state
        self.detail = detail

    def diagnosis(self) -> str:
        return diagnose(self.read, self.sample, self.port, self.baud)

    def status(self) -> DiagnosticStatus:
        """The present state for /diagnostics."""
        damage = (self.read.errors + self.counts['malformed payloads'] + self.counts['unknown ids']
                  + self.counts['dropped late'] + self.counts['dropped full'])
        if damage != self._damage[0]:
            self._damage = (damage, time.monotonic())
        status = DiagnosticStatus(name='rosserial_python', hardware_id=self.port)
        if self.state != RUNNING:
            status.level = DiagnosticStatus.ERROR
            status.message = self.detail or (
                self.diagnosis() if self.state == WAITING else self.state)
        elif self.problems:
            status.level = DiagnosticStatus.ERROR
            status.message = self.problems[0]
        elif time.monotonic() - self._damage[1] < RECENT_S:
            status.level = DiagnosticStatus.WARN
            status.message = 'running, with damaged or dropped frames in the last %g s' % RECENT_S
        else:
            status.level = DiagnosticStatus.OK
            status.message = 'running'
        values = [('state', self.state), ('baud', self.baud),
                  ('last sync', local_time(self.last_sync)),
                  ('last sync lost', local_time(self.last_sync_lost)),
                  ('frames in', self.read.frames), ('bytes in', self.read.bytes_in),
                  ('bad checksums', self.read.bad_checksum), ('bad lengths', self.read.bad_length),
                  ('oversize', self.read.oversize), ('cut short', self.read.cut_short),
                  ('wrong versions', self.read.bad_version), ('resyncs', self.read.resyncs),
                  ('skipped bytes', self.read.skipped_bytes)]
        values += sorted(self.counts.items())
        values += [('refused topic', text) for text in self.problems]
        status.values = [KeyValue(key, str(value)) for key, value in values]
        return status


def local_time(seconds: float) -> str:
    return time.ctime(seconds) if seconds else 'never'


class DiagnosticsPublisher(threading.Thread):
    """Publishes the status once a second of wall time, good news too."""

    def __init__(self, health: Health, period_s: float = 1.0) -> None:
        super().__init__(name='rosserial_diagnostics', daemon=True)
        self._health = health
        self._period_s = period_s
        self._publisher = rospy.Publisher('/diagnostics', DiagnosticArray, queue_size=10)
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(self._period_s) and not rospy.is_shutdown():
            self.publish()

    def publish(self) -> None:
        array = DiagnosticArray(status=[self._health.status()])
        array.header.stamp = rospy.Time.now()
        try:
            self._publisher.publish(array)
        except rospy.ROSException:
            pass  # the node is going down

    def finish(self) -> None:
        self._ended.set()
        self._publisher.unregister()
