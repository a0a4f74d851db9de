"""Running commands in the environment: in a sandbox, or directly when already inside one."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Sequence

from . import sandbox
from .environment import Environment
from .errors import Terminated
from .paths import Checkout
from .process import pump
from .progress import Progress
from .sandbox import SandboxOptions

SUPERVISOR = Path(__file__).resolve().with_name("supervisor.py")
# roslaunch gives its nodes 15 s after SIGINT and 2 s after SIGTERM.
GRACE_S = 20.0
# On a terminal, two Ctrl-C within this time end the sandbox at once.
SECOND_INTERRUPT_S = 5.0
# $1 is a workspace's setup file; what it prints is of no use to the command's reader.
WITH_SETUP = 'source "$1" > /dev/null; shift; exec "$@"'


@dataclass(frozen=True)
class Runner:
    """Starts commands for one checkout in one environment."""

    environment: Environment
    checkout: Checkout
    options: SandboxOptions = SandboxOptions()

    def _start(self, argv: Sequence[str], *, setup: Path | None, folder: Path, interactive: bool,
               first_signal: int, piped: bool) -> tuple[subprocess.Popen, int]:
        """The process and the control pipe's end (see supervisor.py)."""
        self.checkout.home.mkdir(parents=True, exist_ok=True)
        names = sandbox.variables(self.checkout, self.options)
        command: list[str] = []
        if not self.environment.is_here:
            command += sandbox.command(self.environment, self.checkout, self.options, names,
                                       folder)
        else:
            names = {**os.environ, **{k: v for k, v in names.items() if k not in os.environ}}
        if piped:
            # Lines as they are written, not in blocks: they are the progress.
            names["PYTHONUNBUFFERED"] = "1"
        control_read, control_write = os.pipe()
        command += ["python3", "-I", "-S", str(SUPERVISOR), str(control_read), str(first_signal),
                    str(GRACE_S)]
        if setup is not None:
            command += ["bash", "-c", WITH_SETUP, "diffbot", str(setup)]
        command += argv
        try:
            process = subprocess.Popen(
                command, env=names, cwd=folder, pass_fds=(control_read,),
                stdin=None if interactive else subprocess.DEVNULL,
                stdout=subprocess.PIPE if piped else None,
                stderr=subprocess.STDOUT if piped else None, preexec_fn=sandbox.ignore_sigint)
        except BaseException:
            os.close(control_write)
            raise
        finally:
            os.close(control_read)
        return process, control_write

    def run(self, argv: Sequence[str], *, setup: Path | None = None, folder: Path | None = None,
            interactive: bool = False, shell: bool = False) -> int:
        """Runs with this process's output; returns the command's exit code."""
        sys.stdout.flush()
        process, control = self._start(
            argv, setup=setup, folder=folder or self.checkout.root, interactive=interactive,
            first_signal=signal.SIGHUP if shell else signal.SIGINT, piped=False)
        terminal = interactive and sys.stdin.isatty()
        return _attend(process, control, process.wait, patient=terminal)

    def run_logged(self, argv: Sequence[str], log: Path, *, setup: Path | None = None,
                   folder: Path | None = None, progress: Progress | None = None,
                   on_line: Callable[[str], None] | None = None) -> int:
        """Runs with the output into `log`, each line also to `on_line`."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "ab") as sink:
            sink.write(f"\n$ {' '.join(argv)}\n".encode())
            sink.flush()
            process, control = self._start(
                argv, setup=setup, folder=folder or self.checkout.root, interactive=False,
                first_signal=signal.SIGINT, piped=True)

            def work() -> int:
                pump(process.stdout, sink, on_line, progress)
                return process.wait()

            try:
                return _attend(process, control, work, patient=False)
            finally:
                process.stdout.close()


def _attend(process: subprocess.Popen, control: int, work: Callable[[], int], *,
            patient: bool) -> int:
    """Does `work` until the process has ended, passing interrupts on to the supervisor.

    patient: the terminal belongs to the command, which may live on after a Ctrl-C.
    """
    interrupt: BaseException | None = None
    last = -1e9
    try:
        while True:
            try:
                code = work()
                break
            except (KeyboardInterrupt, Terminated) as reason:
                again = time.monotonic() - last < SECOND_INTERRUPT_S if patient \
                    else interrupt is not None
                last = time.monotonic()
                gentle = patient and isinstance(reason, KeyboardInterrupt)
                if not gentle:
                    interrupt = interrupt or reason
                if again:
                    _tell(control, b"k")
                    process.kill()
                elif gentle:
                    _tell(control, b"i")
                else:
                    print("\nstopping (once more: at once)", file=sys.stderr, flush=True)
                    _tell(control, b"s")
        if interrupt is not None:
            raise interrupt
        return code if code >= 0 else 128 - code
    except BaseException:
        # Whatever went wrong here, the sandbox must not stay behind.
        if process.poll() is None:
            _tell(control, b"k")
            process.kill()
            process.wait()
        raise
    finally:
        os.close(control)


def _tell(control: int, letter: bytes) -> None:
    try:
        os.write(control, letter)
    except BrokenPipeError:
        pass
