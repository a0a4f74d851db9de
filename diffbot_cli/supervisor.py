"""Runs one command inside the sandbox and sees to it that it ends, gently first.

    python3 supervisor.py CONTROL_FD FIRST_SIGNAL GRACE_S COMMAND...

./diffbot holds the other end of the pipe CONTROL_FD and writes a letter into it:
  s  stop: FIRST_SIGNAL to the command, after GRACE_S seconds SIGTERM, 3 s later the end
  i  the user pressed Ctrl-C: SIGINT to the command, unless the terminal already sent it
  k  end at once
The pipe's end means that ./diffbot is gone: the same as k. When this process ends, the sandbox's
process namespace ends with it. Without one (in a dev container) it ends what it has started.
This file runs alone, by its path, in the environment's Python.
"""
from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import time

TERM_GRACE_S = 3.0
POLL_S = 0.5
PR_SET_CHILD_SUBREAPER = 36
SIGINT_MEMORY_S = 1.0


class Supervisor:
    def __init__(self, control_fd: int, first_signal: int, grace_s: float) -> None:
        self.control_fd = control_fd
        self.first_signal = first_signal
        self.grace_s = grace_s
        self.child: subprocess.Popen | None = None
        self.last_sigint = -1e9
        self.deadline: float | None = None
        self.terminated = False

    def on_sigint(self, *_: object) -> None:
        """The terminal sends Ctrl-C to the whole foreground group, the command included."""
        self.last_sigint = time.monotonic()

    def on_child(self, *_: object) -> None:
        """Only wakes select()."""

    def send(self, signum: int) -> None:
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(signum)

    def obey(self, letter: bytes) -> bool:
        """Acts on a letter; False when it is time to end."""
        if letter in (b"", b"k"):
            return False
        recent = time.monotonic() - self.last_sigint < SIGINT_MEMORY_S
        if letter == b"i":
            if not recent:
                self.send(signal.SIGINT)
        elif letter == b"s" and self.deadline is None:
            if not (recent and self.first_signal == signal.SIGINT):
                self.send(self.first_signal)
            self.deadline = time.monotonic() + self.grace_s
        return True

    def run(self, command: list[str]) -> int:
        wake_read, wake_write = os.pipe()
        os.set_blocking(wake_write, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self.on_sigint)
        signal.signal(signal.SIGCHLD, self.on_child)
        os.set_inheritable(self.control_fd, False)
        try:
            self.child = subprocess.Popen(command, preexec_fn=default_signals)
        except OSError as error:
            print(f"diffbot: cannot run {command[0]}: {error.strerror}", file=sys.stderr)
            return 127 if isinstance(error, FileNotFoundError) else 126
        while self.child.poll() is None:
            timeout = POLL_S
            ready, _, _ = select.select([self.control_fd, wake_read], [], [], timeout)
            if wake_read in ready:
                os.read(wake_read, 4096)
            if self.control_fd in ready and not self.obey(os.read(self.control_fd, 1)):
                break
            if self.deadline is not None and time.monotonic() > self.deadline:
                if self.terminated:
                    break
                self.terminated = True
                self.send(signal.SIGTERM)
                self.deadline = time.monotonic() + TERM_GRACE_S
        code = self.child.poll()
        if code is None:
            self.child.kill()
            return 128 + signal.SIGKILL
        return code if code >= 0 else 128 - code


def default_signals() -> None:
    """The command starts as from a shell: bwrap and this process ignore what it must not."""
    for signum in (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGHUP):
        signal.signal(signum, signal.SIG_DFL)


def end_descendants() -> None:
    """Kills every process that this one has started, directly or not, and that still runs."""
    for _ in range(100):
        children = child_pids(os.getpid())
        if not children:
            return
        for pid in children:
            try:
                os.kill(pid, signal.SIGKILL)
                # Orphans of the killed one become this process's own children: next round.
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                continue


def child_pids(parent: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as stat:
                # pid (name, which may hold blanks and brackets) state ppid ...
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(name))
    return found


def main(arguments: list[str]) -> int:
    control_fd, first_signal, grace_s, *command = arguments
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    supervisor = Supervisor(int(control_fd), int(first_signal), float(grace_s))
    code = supervisor.run(command)
    end_descendants()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
