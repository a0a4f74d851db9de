"""Frames against the sample bytes of the protocol, and the reader against damage."""
import random
import struct
import unittest

from rosserial_python.framing import FrameReader, encode

SAMPLES = [
    # (bytes as hex, id, payload)
    ('FF FE 00 00 FF 00 00 FF', 0, b''),
    ('FF FE 00 00 FF 0B 00 F4', 11, b''),
    ('FF FE 08 00 F7 0A 00 00 00 00 00 00 00 00 00 F5', 10, bytes(8)),
    ('FF FE 08 00 F7 0A 00 00 F1 53 65 80 B2 E6 0E 26', 10,
     struct.pack('<II', 1700000000, 250000000)),
    ('FF FE 40 00 BF 7E 00' + ' 00' * 20 + ' 02 00 00 00'
     + ' 00 00 00 00 00 00 F8 3F 00 00 00 00 00 00 F8 BF' + ' 02 00 00 00'
     + ' 00 00 00 00 00 00 08 40 00 00 00 00 00 00 08 C0' + ' 00 00 00 00' + ' 7F', 126,
     bytes(20) + struct.pack('<I2dI2dI', 2, 1.5, -1.5, 2, 3.0, -3.0, 0)),
    ('FF FE 1C 00 E3 64 00 01 00 00 00 05 00 00 00 06 00 00 00 00 00 00 00 02 00 00 00'
     ' 00 00 C0 40 00 00 C0 C0 0D', 100,
     struct.pack('<IIIII2f', 1, 5, 6, 0, 2, 6.0, -6.0)),
    ('FF FE 07 00 F8 07 00 01 02 00 00 00 68 69 24', 7, b'\x01\x02\x00\x00\x00hi'),
    ('FF FE 1F 00 E0 06 00 1B 00 00 00' + ' ' + b'/diffbot/encoder_resolution'.hex(' ')
     + ' 0F', 6, b'\x1b\x00\x00\x00/diffbot/encoder_resolution'),
    ('FF FE 10 00 EF 06 00 01 00 00 00 1E 02 00 00 00 00 00 00 00 00 00 00 D8', 6,
     struct.pack('<IiII', 1, 542, 0, 0)),
]


def state_frame(number: int) -> bytes:
    """A wheel state with as many FF bytes in it as a real one may have."""
    return encode(126, struct.pack('<II2d', number, 0xFFFF00FF, number * 0.1, -number * 0.1))


def read_all(data: bytes, chunk: int = 4096, reader: FrameReader = None):
    reader = reader or FrameReader()
    frames = []
    for start in range(0, len(data), chunk):
        frames += reader.feed(data[start:start + chunk], 0.0)
    return frames


class EncodeTest(unittest.TestCase):
    def test_sample_frames(self):
        for text, topic_id, payload in SAMPLES:
            self.assertEqual(encode(topic_id, payload).hex(' '), bytes.fromhex(text).hex(' '))

    def test_payload_that_fits_no_frame(self):
        with self.assertRaisesRegex(ValueError, '65536 bytes'):
            encode(100, bytes(65536))


class ReadTest(unittest.TestCase):
    def test_sample_frames_in_any_pieces(self):
        stream = b''.join(bytes.fromhex(text) for text, _, _ in SAMPLES)
        expected = [(topic_id, payload) for _, topic_id, payload in SAMPLES]
        for chunk in (1, 2, 3, 7, 4096):
            self.assertEqual(read_all(stream, chunk), expected, 'chunks of %d' % chunk)

    def test_garbage_before_and_between(self):
        reader = FrameReader()
        self.assertEqual(len(read_all(b'hello' + state_frame(1) + b'\x00\xfe' + state_frame(2),
                                      reader=reader)), 2)
        self.assertEqual(reader.counters.skipped_bytes, 7)
        self.assertEqual(reader.counters.resyncs, 1)

    def test_doubled_sync_byte_loses_nothing(self):
        reader = FrameReader()
        stream = state_frame(1) + b'\xff' + state_frame(2) + b'\xff\xff\xff' + state_frame(3)
        self.assertEqual(len(read_all(stream, reader=reader)), 3)
        self.assertEqual(reader.counters.errors, 0)

    def test_length_with_bit_15_set_is_refused_at_once(self):
        reader = FrameReader()
        head = b'\xff\xfe\x00\x80\x7f\x7e\x00'
        frames = read_all(head + state_frame(1), reader=reader)
        self.assertEqual(len(frames), 1)
        self.assertEqual(reader.counters.oversize, 1)

    def test_length_above_the_announced_buffer_is_refused(self):
        reader = FrameReader()
        reader.max_payload = 512
        self.assertEqual(len(read_all(b'\xff\xfe\x01\x02\xfc' + state_frame(1), reader=reader)), 1)
        self.assertEqual(reader.counters.oversize, 1)

    def test_wrong_length_holds_the_link_for_a_moment_only(self):
        reader = FrameReader(baud=115200)
        false_head = b'\xff\xfe\x00\x01\xfe'  # claims 256 bytes
        self.assertEqual(reader.feed(false_head + state_frame(1), 10.0), [])
        self.assertEqual(reader.poll(10.05), [])
        self.assertEqual(len(reader.poll(10.3)), 1)
        self.assertEqual(reader.counters.cut_short, 1)

    def test_frame_cut_short_does_not_eat_the_next(self):
        frame = state_frame(1)
        for length in range(1, len(frame)):
            reader = FrameReader()
            frames = reader.feed(frame[:length] + state_frame(2) + state_frame(3), 0.0)
            frames += reader.poll(1.0) + reader.poll(2.0)
            self.assertEqual(len(frames), 2, 'cut after %d bytes' % length)

    def test_old_protocol_version_is_noticed(self):
        reader = FrameReader()
        read_all(b'\xff\xff\x00\x00\x08\x00' * 5, reader=reader)
        self.assertEqual(reader.counters.versions, {0xFF: 5})
        reader = FrameReader()
        read_all(b'\xff\xfd\x00\x00\x08\x00' * 5, reader=reader)
        self.assertEqual(reader.counters.versions, {0xFD: 5})

    def test_one_damaged_byte_costs_one_frame_and_gives_no_wrong_one(self):
        good = [state_frame(number) for number in range(5)]
        stream = b''.join(good)
        expected = read_all(stream)
        start = len(good[0])
        for position in range(start, start + len(good[1])):
            for kind in ('drop', 'insert', 'flip'):
                for value in (0x00, 0x01, 0x55, 0xFE, 0xFF):
                    data = bytearray(stream)
                    if kind == 'drop':
                        del data[position]
                    elif kind == 'insert':
                        data.insert(position, value)
                    elif value in (0, data[position] ^ value):
                        continue
                    else:
                        data[position] ^= value
                    reader = FrameReader()
                    frames = reader.feed(bytes(data), 0.0) + reader.poll(1.0) + reader.poll(2.0)
                    what = '%s %02x at %d: %r' % (kind, value, position, frames)
                    self.assertGreaterEqual(len(frames), 4, what)
                    for frame in frames:
                        self.assertIn(frame, expected, what)

    def test_random_bytes(self):
        """No input may raise or hang, and a good frame behind the noise is found."""
        generator = random.Random(7)
        good = encode(126, b'payload')
        for _ in range(2000):
            noise = bytes(generator.choice((0xFF, 0xFE, 0, generator.randrange(256)))
                          for _ in range(generator.randrange(120)))
            reader = FrameReader()
            frames = reader.feed(noise + good, 0.0)
            for now in range(1, len(noise) + 2):
                frames += reader.poll(float(now))
            self.assertIn((126, b'payload'), frames, noise.hex())


if __name__ == '__main__':
    unittest.main()
