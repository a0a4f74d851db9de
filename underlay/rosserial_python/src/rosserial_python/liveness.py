"""Whether the device is alive. Every whole frame counts, not the time requests alone."""

SYNC_LOST_S = 15.0
"""No whole frame for so long: the device counts as lost."""
LONGEST_QUIET_S = 30.0


class Liveness:
    """Decides when a quiet device is asked for its topics, and when it is lost.

    A device that has restarted waits for that question and publishes nothing, though it may ask
    for the time. So once data has flowed, only data counts as being alive. A device that answers
    the question and still publishes nothing has nothing to say: it is asked ever more rarely.
    """

    def __init__(self, quiet_timeout_s: float, now: float) -> None:
        self._timeout_s = quiet_timeout_s
        self._quiet_s = quiet_timeout_s
        self._last_frame = now
        self._last_data = None
        self._last_asked = float('-inf')
        self._answered = False

    def frame(self, now: float) -> None:
        """Any whole frame."""
        self._last_frame = now

    def data(self, now: float) -> None:
        """A frame of a topic that the device publishes."""
        self._last_data = now
        self._quiet_s = self._timeout_s

    def answered(self) -> None:
        """The device has announced a topic."""
        self._answered = True

    def asked(self, now: float) -> None:
        """The device has been asked for its topics."""
        if self._answered and self.quiet(now):
            self._quiet_s = min(2.0 * self._quiet_s, LONGEST_QUIET_S)
        self._answered = False
        self._last_asked = now

    def quiet(self, now: float) -> bool:
        """Whether the device should be asked again."""
        last = self._last_frame if self._last_data is None else self._last_data
        return now - max(last, self._last_asked) > max(self._quiet_s, 1e-3)

    def lost_s(self, now: float) -> float:
        """How long the device has been silent if it counts as lost, else 0 (s)."""
        silence = now - self._last_frame
        return silence if silence > SYNC_LOST_S else 0.0
