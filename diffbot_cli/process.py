"""Running host programs with a log, progress, and a gentle end when the user interrupts."""
from __future__ import annotations

import ctypes
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path
from typing import IO, Callable, Mapping, Sequence

from .progress import Progress

POLL_S = 0.2
# After SIGINT: mmdebstrap needs a moment to unmount and remove its folder.
GRACE_S = 20.0


def die_with_parent() -> None:
    """In a child before exec: SIGKILL when ./diffbot itself is killed (prctl PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0)


def stop_group(process: subprocess.Popen, grace_s: float = GRACE_S) -> None:
    """Ends a process that leads its own session: SIGINT, then SIGTERM, then SIGKILL."""
    for signum, wait_s in ((signal.SIGINT, grace_s), (signal.SIGTERM, 3), (signal.SIGKILL, 10)):
        if process.poll() is not None and signum != signal.SIGKILL:
            continue
        try:
            os.killpg(process.pid, signum)
        except ProcessLookupError:
            return
        try:
            process.wait(wait_s)
        except subprocess.TimeoutExpired:
            continue


def pump(stream: IO[bytes], log: IO[bytes], on_line: Callable[[str], None] | None,
         progress: Progress | None) -> None:
    """Copies a stream to a log until its end; gives each line to `on_line`."""
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while True:
            if selector.select(POLL_S):
                chunk = os.read(stream.fileno(), 65536)
                if not chunk:
                    break
                log.write(chunk)
                log.flush()
                if on_line is not None:
                    *lines, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
                    for line in lines:
                        on_line(line.decode("utf-8", "replace"))
            if progress is not None:
                progress.tick()
    if rest and on_line is not None:
        on_line(rest.decode("utf-8", "replace"))


def run_logged(argv: Sequence[str], log: Path, *, progress: Progress | None = None,
               on_line: Callable[[str], None] | None = None,
               environment: Mapping[str, str] | None = None) -> int:
    """Runs a host program in its own session, output into `log`; returns its exit code."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "ab") as sink:
        sink.write(f"\n$ {' '.join(argv)}\n".encode())
        sink.flush()
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=environment,
                                   start_new_session=True, preexec_fn=die_with_parent)
        try:
            pump(process.stdout, sink, on_line, progress)
            code = process.wait()
        except BaseException:
            stop_group(process)
            raise
        finally:
            process.stdout.close()
        sink.write(f"exit {code} at {time.strftime('%H:%M:%S')}\n".encode())
    return code
