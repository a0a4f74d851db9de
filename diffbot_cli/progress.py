"""Progress of a step: one updating line on a terminal, an occasional plain line elsewhere."""
from __future__ import annotations

import shutil
import sys
import time

from .paths import human_time

PLAIN_INTERVAL_S = 15.0
TERMINAL_INTERVAL_S = 0.2


class Progress:
    """`with Progress("packages") as p: p.update("12/600 unpacked")`; call tick() while waiting."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.detail = ""
        self.start = time.monotonic()
        self._terminal = sys.stdout.isatty()
        self._last_shown = 0.0 if self._terminal else self.start
        self._width = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._erase()

    @property
    def elapsed_s(self) -> float:
        return time.monotonic() - self.start

    def update(self, detail: str) -> None:
        self.detail = detail
        self.tick()

    def tick(self) -> None:
        """Shows the state when it is time to."""
        now = time.monotonic()
        interval = TERMINAL_INTERVAL_S if self._terminal else PLAIN_INTERVAL_S
        if now - self._last_shown < interval:
            return
        self._last_shown = now
        line = f"[{human_time(now - self.start)}] {self.title}"
        if self.detail:
            line += f": {self.detail}"
        if not self._terminal:
            print(line, flush=True)
            return
        line = line[:max(20, shutil.get_terminal_size().columns - 1)]
        sys.stdout.write("\r" + line.ljust(self._width))
        sys.stdout.flush()
        self._width = len(line)

    def say(self, line: str) -> None:
        """A line that stays."""
        self._erase()
        print(line, flush=True)

    def done(self, text: str) -> None:
        """The step's last line, with its time."""
        self.say(f"{self.title}: {text} ({human_time(self.elapsed_s)})")

    def _erase(self) -> None:
        if self._terminal and self._width:
            sys.stdout.write("\r" + " " * self._width + "\r")
            sys.stdout.flush()
            self._width = 0
