"""Which topics the device has announced, and when to ask again. No ROS, no port.

A device announces all its topics after each request, without a mark for the end. One announcement
can be lost to damage, so a topic that is missing from a round is asked for once more before it
counts as gone, and a round with damaged frames is repeated.
"""
from typing import Hashable, List, Optional, Set

ANSWER_S = 1.0
"""A round is over when no announcement has come for so long."""
REPEATS = 3
"""How often in a row a round is repeated because frames were damaged in it."""


class Negotiation:
    """Decides about requests. `poll` says what to do; times are s of any steady clock."""

    def __init__(self) -> None:
        self.known: Set[Hashable] = set()
        self.requests = 0
        self.synced = False
        self._heard: Set[Hashable] = set()
        self._suspects: Set[Hashable] = set()
        self._asked_at: Optional[float] = None
        self._heard_at: Optional[float] = None
        self._errors_at_start = 0
        self._repeats = 0

    def asked(self, now: float, errors: int) -> None:
        """A request has been sent; `errors` is the reader's count of damaged frames."""
        self.requests += 1
        self._asked_at = now
        self._heard_at = None
        self._heard = set()
        self._errors_at_start = errors

    def heard(self, key: Hashable, now: float) -> None:
        """The device has announced this topic."""
        self.synced = True
        self.known.add(key)
        self._heard.add(key)
        self._suspects.discard(key)
        self._heard_at = now

    def last_asked(self) -> float:
        return self._asked_at if self._asked_at is not None else float('-inf')

    def poll(self, now: float, errors: int) -> 'Verdict':
        """Call often. `Verdict.ask` means: send a request now."""
        if self._asked_at is None:
            return Verdict(False, [])
        if self._heard_at is None:
            # nobody has answered yet; a device that is known is asked again by the session
            return Verdict(not self.synced and now - self._asked_at >= ANSWER_S, [])
        if now - self._heard_at < ANSWER_S:
            return Verdict(False, [])
        missing = self.known - self._heard
        gone = sorted(missing & self._suspects, key=str)
        self.known -= set(gone)
        self._suspects = missing - set(gone)
        damaged = errors != self._errors_at_start and self._repeats < REPEATS
        self._repeats = self._repeats + 1 if damaged else 0
        self._asked_at = now
        self._heard_at = None
        if not self._suspects and not damaged:
            self._asked_at = None
        return Verdict(bool(self._suspects) or damaged, gone)


class Verdict:
    """What `Negotiation.poll` wants: ask the device again, forget topics that are gone."""

    def __init__(self, ask: bool, gone: List[Hashable]) -> None:
        self.ask = ask
        self.gone = gone
