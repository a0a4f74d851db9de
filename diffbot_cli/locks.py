"""Locks between processes. They vanish with the process that holds them (flock)."""
from __future__ import annotations

import contextlib
import fcntl
import os
import sys
import time
from pathlib import Path
from typing import Iterator


@contextlib.contextmanager
def hold(path: Path, command: str, what: str) -> Iterator[None]:
    """Holds the lock file `path` for the block; waits for another holder and says who it is.

    `command` is written into the file for those who wait; `what` names the thing guarded.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for {_holder(fd)}, which uses {what}", file=sys.stderr, flush=True)
            start = time.monotonic()
            # Waits in the kernel; a signal ends the wait by its exception.
            fcntl.flock(fd, fcntl.LOCK_EX)
            print(f"... went on after {time.monotonic() - start:.0f} s", file=sys.stderr,
                  flush=True)
        os.ftruncate(fd, 0)
        os.pwrite(fd, f"{os.getpid()} {command}\n".encode(), 0)
        yield
    finally:
        # The file stays: removing it would let two processes hold two files of the same name.
        with contextlib.suppress(OSError):
            os.ftruncate(fd, 0)
        os.close(fd)


def share(path: Path) -> int:
    """Marks a thing as used, together with any number of processes, until the file is closed.

    Waits while somebody holds it by only_user(). Returns the open file; a process's end closes it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(fd, fcntl.LOCK_SH)
    except BaseException:
        os.close(fd)
        raise
    return fd


@contextlib.contextmanager
def only_user(path: Path) -> Iterator[bool]:
    """For the block: True when nobody shares the thing (and nobody will), False when one does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(fd)


def _holder(fd: int) -> str:
    text = os.pread(fd, 4096, 0).decode("utf-8", "replace").strip()
    pid, _, command = text.partition(" ")
    return f"process {pid} ({command})" if pid else "another ./diffbot"
