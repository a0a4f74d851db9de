"""rosserial frames, protocol version 2, without ROS and without a port.

A frame is ``FF FE lenL lenH lenCheck idL idH payload dataCheck``, little endian. Both checks are
255 less the sum of what they cover modulo 256: the two length bytes; the id bytes and the payload.
"""
import struct
from dataclasses import dataclass, field
from typing import Dict, List, NamedTuple

SYNC = 0xFF
VERSION = 0xFE
OVERHEAD = 8
"""Bytes of a frame beside its payload."""
LENGTH_LIMIT = 32767
"""Largest payload before the device has announced its buffers: 15 bits, as old hosts read it."""
FRAME_SLACK_S = 0.1
"""How much longer than its bytes take on the wire a frame may need to arrive."""


class Frame(NamedTuple):
    topic_id: int
    payload: bytes


@dataclass
class ReadCounters:
    """What the reader has seen since it was made; `errors` is every frame lost to damage."""

    bytes_in: int = 0
    frames: int = 0
    skipped_bytes: int = 0
    bad_version: int = 0
    bad_length: int = 0
    oversize: int = 0
    bad_checksum: int = 0
    cut_short: int = 0
    resyncs: int = 0
    versions: Dict[int, int] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        return (self.bad_version + self.bad_length + self.oversize + self.bad_checksum
                + self.cut_short)


def check(data: bytes) -> int:
    """The check byte of the protocol for these bytes."""
    return 255 - sum(data) % 256


def encode(topic_id: int, payload: bytes) -> bytes:
    """One frame. Raises ValueError when the payload does not fit a 16 bit length."""
    if len(payload) > 0xFFFF:
        raise ValueError('payload of %d bytes, a frame holds at most 65535' % len(payload))
    length = struct.pack('<H', len(payload))
    body = struct.pack('<H', topic_id) + payload
    return bytes((SYNC, VERSION)) + length + bytes((check(length),)) + body + bytes((check(body),))


class FrameReader:
    """Finds the frames in a byte stream and loses as few of them as possible to damage.

    Whatever fails a test, only its sync byte is given up; the search goes on with the byte behind
    it, so a frame that stands inside the bytes of a damaged one is still found. A doubled sync
    byte costs nothing. An incomplete frame is given up when its time is over (see `poll`).
    """

    def __init__(self, baud: int = 57600, counters: ReadCounters = None) -> None:
        self.counters = counters or ReadCounters()
        self.max_payload = LENGTH_LIMIT
        self.byte_time_s = 10.0 / max(baud, 1)
        self._buffer = bytearray()
        self._candidate_since = 0.0
        self._in_sync = False
        self._last_skipped = 0

    def feed(self, data: bytes, now: float) -> List[Frame]:
        """Take in bytes that arrived at `now` (s, any steady clock): frames complete by then."""
        self.counters.bytes_in += len(data)
        if not self._buffer:
            self._candidate_since = now
        self._buffer += data
        return self._scan(now)

    def poll(self, now: float) -> List[Frame]:
        """Give up an overdue incomplete frame; frames that were found in its bytes."""
        if len(self._buffer) < 2 or now - self._candidate_since <= self._allowed_s():
            return []
        self.counters.cut_short += 1
        self._skip(1, now)
        return self._scan(now)

    def _allowed_s(self) -> float:
        length = 0
        if len(self._buffer) >= 5:
            length = self._buffer[2] | self._buffer[3] << 8
        return FRAME_SLACK_S + 1.5 * (length + OVERHEAD) * self.byte_time_s

    def _skip(self, count: int, now: float) -> None:
        if self._in_sync:
            self.counters.resyncs += 1
        self._in_sync = False
        self.counters.skipped_bytes += count
        self._last_skipped = self._buffer[count - 1]
        del self._buffer[:count]
        self._candidate_since = now

    def _scan(self, now: float) -> List[Frame]:
        frames: List[Frame] = []
        while self._buffer:
            start = self._buffer.find(SYNC)
            if start:
                self._skip(start if start > 0 else len(self._buffer), now)
                continue
            if len(self._buffer) < 2:
                break
            if self._buffer[1] == SYNC:
                # the doubled byte is not damage, so it does not cost the synchronisation
                self.counters.skipped_bytes += 1
                self._last_skipped = SYNC
                del self._buffer[:1]
                continue
            if self._buffer[1] != VERSION:
                self._note_version()
                self._skip(1, now)
                continue
            if len(self._buffer) < 5:
                break
            if self._buffer[4] != check(self._buffer[2:4]):
                self.counters.bad_length += 1
                self._skip(1, now)
                continue
            length = self._buffer[2] | self._buffer[3] << 8
            if length > self.max_payload:
                self.counters.oversize += 1
                self._skip(1, now)
                continue
            if len(self._buffer) < length + OVERHEAD:
                break
            body = self._buffer[5:length + 7]
            if self._buffer[length + 7] != check(body) or self._ends_in_next_head(length):
                self.counters.bad_checksum += 1
                self._skip(1, now)
                continue
            frames.append(Frame(body[0] | body[1] << 8, bytes(body[2:])))
            self.counters.frames += 1
            self._in_sync = True
            self._last_skipped = 0
            del self._buffer[:length + OVERHEAD]
            self._candidate_since = now
        return frames

    def _ends_in_next_head(self, length: int) -> bool:
        """Whether the check byte is the sync byte of the next frame.

        A frame that has lost an FF byte passes its test with that byte. Behind a true check byte
        stands a sync byte, never a version.
        """
        return (self._buffer[length + 7] == SYNC and len(self._buffer) > length + OVERHEAD
                and self._buffer[length + OVERHEAD] == VERSION)

    def _note_version(self) -> None:
        """Count a wrong version byte, but not the FF bytes met while hunting through a payload."""
        if not self._in_sync and self.counters.frames:
            return
        version = SYNC if self._last_skipped == SYNC else self._buffer[1]
        self.counters.bad_version += 1
        # a broken stream has many values here, 256 at most
        self.counters.versions[version] = self.counters.versions.get(version, 0) + 1
