"""Errors that end a command with a message for a person instead of a traceback."""
from __future__ import annotations

import errno
import sys
from pathlib import Path

TAIL_LINES = 20


class DiffbotError(Exception):
    """A step failed. `log` is shown by its last lines and its path, `hint` says what to try."""

    def __init__(self, message: str, *, log: Path | None = None, excerpt: list[str] | None = None,
                 hint: str = "", code: int = 1) -> None:
        super().__init__(message)
        self.log = log
        self.excerpt = excerpt
        self.hint = hint
        self.code = code


class Terminated(BaseException):
    """SIGTERM or SIGHUP reached ./diffbot. Like KeyboardInterrupt, only clean-up may catch it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def tail(path: Path, lines: int = TAIL_LINES) -> list[str]:
    """The last lines of a log file; empty when it cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return []
    return text.replace("\r", "\n").rstrip().split("\n")[-lines:] if text.strip() else []


def no_space(text: str) -> bool:
    """Whether a log or message says that a disk is full."""
    return "No space left on device" in text or "enough free space" in text \
        or "Disk quota exceeded" in text


def disk_full_hint(folder: Path) -> str:
    return (f"the disk of {folder} is full: free some space, or put the environment elsewhere "
            f"with XDG_CACHE_HOME=/another/folder")


def from_os_error(error: OSError) -> DiffbotError:
    """A plain message for an operating system error that nobody caught nearer by."""
    hint = ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        hint = "the disk is full: free some space and run the same command again"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = "check who owns that path (a run as root leaves files of root)"
    where = f": {error.filename}" if error.filename else ""
    return DiffbotError(f"{error.strerror or error}{where}", hint=hint)


def show(error: DiffbotError) -> None:
    """Prints an error: message, last lines of its log, the log's path, what to try."""
    sys.stdout.flush()
    out = sys.stderr
    print(f"diffbot: error: {error}", file=out)
    excerpt = error.excerpt
    if excerpt is None and error.log is not None:
        excerpt = tail(error.log)
    for line in excerpt or []:
        print(f"  | {line}", file=out)
    if error.log is not None:
        print(f"  log: {error.log}", file=out)
    if error.hint:
        print(f"  try: {error.hint}", file=out)
    out.flush()
