"""The outbox, the negotiation and the liveness rule, each without ROS and with its own clock."""
import unittest

from rosserial_python.framing import encode
from rosserial_python.liveness import Liveness
from rosserial_python.negotiation import Negotiation
from rosserial_python.outbox import Outbox


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class OutboxTest(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        self.box = Outbox(per_topic=3, max_age_s=0.25, clock=self.clock)

    def drain(self):
        frames = []
        while True:
            frame = self.box.take(0.0)
            if frame is None:
                return frames
            frames.append(frame)

    def test_order_is_kept(self):
        self.box.put(100, b'a')
        self.box.put(101, b'b')
        self.box.put(100, b'c')
        self.assertEqual(self.drain(), [encode(100, b'a'), encode(101, b'b'), encode(100, b'c')])

    def test_a_topic_keeps_its_newest_messages(self):
        self.box.put(101, b'other')
        for number in range(1000):
            self.box.put(100, bytes([number % 256]))
        self.assertEqual(self.drain(), [encode(101, b'other')]
                         + [encode(100, bytes([number % 256])) for number in (997, 998, 999)])
        self.assertEqual(self.box.dropped_full, 997)

    def test_late_commands_are_not_delivered(self):
        self.box.put(100, b'old')
        self.clock.now = 0.2
        self.box.put(100, b'new')
        self.clock.now = 0.3
        self.assertEqual(self.drain(), [encode(100, b'new')])
        self.assertEqual(self.box.dropped_late, 1)

    def test_protocol_frames_go_first_and_are_made_when_taken(self):
        self.box.put(100, b'data')
        self.box.put_control(10, lambda: bytes([int(self.clock.now)]))
        self.clock.now = 0.2
        self.box.put_control(0)
        self.clock.now = 7.0
        self.assertEqual(self.drain(), [encode(10, b'\x07'), encode(0, b'')])

    def test_closed_box_is_empty(self):
        self.box.put(100, b'a')
        self.box.close()
        self.assertIsNone(self.box.take(5.0))


class NegotiationTest(unittest.TestCase):
    def setUp(self):
        self.negotiation = Negotiation()

    def round(self, now: float, keys, errors: int = 0):
        self.negotiation.asked(now, errors)
        for key in keys:
            self.negotiation.heard(key, now + 0.1)
        return self.negotiation.poll(now + 1.2, errors)

    def test_silent_device_is_asked_each_second(self):
        self.negotiation.asked(0.0, 0)
        self.assertFalse(self.negotiation.poll(0.9, 0).ask)
        self.assertTrue(self.negotiation.poll(1.0, 0).ask)

    def test_complete_round_needs_nothing(self):
        verdict = self.round(0.0, 'abc')
        self.assertFalse(verdict.ask)
        self.assertEqual(verdict.gone, [])
        self.assertFalse(self.negotiation.poll(100.0, 0).ask)

    def test_missing_topic_is_asked_for_once_more_and_then_forgotten(self):
        self.round(0.0, 'abc')
        verdict = self.round(10.0, 'ab')
        self.assertTrue(verdict.ask)
        self.assertEqual(verdict.gone, [])
        verdict = self.round(12.0, 'ab')
        self.assertFalse(verdict.ask)
        self.assertEqual(verdict.gone, ['c'])

    def test_topic_that_was_only_overheard_stays(self):
        self.round(0.0, 'abc')
        self.assertTrue(self.round(10.0, 'ab').ask)
        verdict = self.round(12.0, 'abc')
        self.assertEqual((verdict.ask, verdict.gone), (False, []))

    def test_damage_during_a_round_repeats_it(self):
        self.negotiation.asked(0.0, 5)
        self.negotiation.heard('a', 0.1)
        self.assertTrue(self.negotiation.poll(1.2, 6).ask)
        self.assertFalse(self.round(2.0, 'ab', 6).ask)

    def test_constant_damage_does_not_repeat_for_ever(self):
        asks = 0
        for number in range(20):
            self.negotiation.asked(float(10 * number), number)
            self.negotiation.heard('a', 10 * number + 0.1)
            asks += self.negotiation.poll(10 * number + 2.0, number + 1).ask
        self.assertLessEqual(asks, 15)


class LivenessTest(unittest.TestCase):
    def test_any_frame_keeps_the_device_alive(self):
        liveness = Liveness(3.0, 0.0)
        liveness.frame(10.0)
        self.assertEqual(liveness.lost_s(20.0), 0.0)
        self.assertEqual(liveness.lost_s(26.0), 16.0)

    def test_restarted_device_that_only_asks_for_the_time_is_noticed(self):
        liveness = Liveness(3.0, 0.0)
        liveness.data(10.0)
        for now in (12.0, 13.0, 14.0):
            liveness.frame(now)
        self.assertFalse(liveness.quiet(12.9))
        self.assertTrue(liveness.quiet(13.1))
        liveness.asked(13.1)
        self.assertFalse(liveness.quiet(14.0))
        self.assertTrue(liveness.quiet(16.2))

    def test_device_with_nothing_to_say_is_asked_more_rarely(self):
        liveness = Liveness(1.0, 0.0)
        liveness.data(0.0)
        now, asked = 0.0, 0
        while now < 120.0:
            now += 0.1
            if liveness.quiet(now):
                liveness.asked(now)
                liveness.answered()
                asked += 1
        self.assertLess(asked, 10)
        liveness.data(now)
        self.assertTrue(liveness.quiet(now + 1.1))

    def test_dead_device_is_asked_steadily(self):
        liveness = Liveness(1.0, 0.0)
        liveness.data(0.0)
        now, asked = 0.0, 0
        while now < 30.0:
            now += 0.1
            if liveness.quiet(now):
                liveness.asked(now)
                asked += 1
        self.assertGreater(asked, 20)


if __name__ == '__main__':
    unittest.main()
