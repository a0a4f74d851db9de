"""`./diffbot run` and `./diffbot shell` on this machine: isolation, signals, terminal.

Needs the environment and a built workspace; `./diffbot test` has both by then.
"""
from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import time
import unittest
import uuid
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = str(ROOT / "diffbot")
# Generous: other programs may keep the machine busy.
LIMIT_S = 120.0
# Counts each SIGINT, ends by itself half a second after the first one.
COUNTER = """
import signal, sys, time
hits = []
signal.signal(signal.SIGINT, lambda *_: hits.append(1))
print("ready", flush=True)
while not hits:
    time.sleep(0.05)
time.sleep(0.5)
print("interrupted", len(hits), "times", flush=True)
sys.exit(9)
"""


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([TOOL, "run", *words], cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=LIMIT_S)


def processes_with(mark: str) -> list[str]:
    """Command lines of all processes of the machine that hold a mark."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):
                line = Path(f"/proc/{name}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                if mark in line:
                    found.append(f"{name} {line}")
    return found


class IsolationTest(unittest.TestCase):
    def test_the_exit_code_is_the_commands(self) -> None:
        self.assertEqual(run("sh", "-c", "exit 5").returncode, 5)

    def test_a_command_that_is_not_there(self) -> None:
        result = run("no-such-command")
        self.assertEqual(result.returncode, 127)
        self.assertIn("no-such-command", result.stderr)

    def test_words_arrive_as_they_are(self) -> None:
        result = run("printf", "[%s]", "a b", "$HOME", "--gui", "'\"")
        self.assertEqual(result.stdout, "[a b][$HOME][--gui]['\"]")

    def test_it_has_a_network_and_processes_of_its_own(self) -> None:
        result = run("sh", "-c", "tail -n +3 /proc/net/dev; echo; ls /proc | grep -c '^[0-9]'")
        devices, _, count = result.stdout.partition("\n\n")
        self.assertEqual([line.split(":")[0].strip() for line in devices.splitlines()], ["lo"])
        self.assertLess(int(count), 10)

    def test_the_system_is_read_only_and_the_checkout_is_not(self) -> None:
        mark = ROOT / ".diffbot" / f"written-{uuid.uuid4().hex}"
        result = run("sh", "-c", f"touch /usr/x; touch /etc/x; touch '{mark}' && ls /home /root")
        self.addCleanup(lambda: mark.unlink(missing_ok=True))
        self.assertEqual(result.stderr.count("Read-only file system"), 2)
        self.assertTrue(mark.exists())
        self.assertEqual(mark.stat().st_uid, os.getuid())

    def test_the_workspace_is_sourced(self) -> None:
        result = run("rospack", "find", "diffbot_gazebo")
        self.assertEqual(result.stdout.strip(), str(ROOT / "diffbot_gazebo"))

    def test_two_ros_masters_do_not_meet(self) -> None:
        """Both have the same port, and each sees its own parameter only."""
        script = "roscore > /dev/null 2>&1 & until rosparam set /mine {0} 2> /dev/null; do " \
                 "sleep 0.2; done; sleep 1; rosparam get /mine"
        both = [subprocess.Popen([TOOL, "run", "bash", "-c", script.format(n)], cwd=ROOT,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
                for n in (1, 2)]
        for number, process in enumerate(both, 1):
            out, _ = process.communicate(timeout=LIMIT_S)
            self.assertEqual(out.strip(), str(number))


class EndTest(unittest.TestCase):
    """However ./diffbot ends, nothing of what it started is left."""

    def start(self, mark: str) -> subprocess.Popen:
        # An orphan in a session of its own, and the command itself.
        script = f"setsid bash -c 'sleep 3600; : {mark}' & exec python3 -c '{COUNTER}' {mark}"
        process = subprocess.Popen([TOOL, "run", "bash", "-c", script], cwd=ROOT, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def check_nothing_left(self, mark: str) -> None:
        deadline = time.monotonic() + 30
        while processes_with(mark) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(processes_with(mark), [])

    def end_with(self, signum: int) -> tuple[int, str]:
        mark = uuid.uuid4().hex
        process = self.start(mark)
        self.assertTrue(processes_with(mark))
        process.send_signal(signum)
        out, _ = process.communicate(timeout=LIMIT_S)
        self.check_nothing_left(mark)
        return process.returncode, out

    def test_sigint_lets_the_command_end_by_itself(self) -> None:
        code, out = self.end_with(signal.SIGINT)
        self.assertIn("interrupted 1 times", out)
        self.assertEqual(code, 128 + signal.SIGINT)

    def test_sigterm(self) -> None:
        code, out = self.end_with(signal.SIGTERM)
        self.assertIn("interrupted 1 times", out)
        self.assertEqual(code, 128 + signal.SIGTERM)

    def test_sighup(self) -> None:
        code, out = self.end_with(signal.SIGHUP)
        self.assertIn("interrupted 1 times", out)
        self.assertEqual(code, 128 + signal.SIGHUP)

    def test_sigkill(self) -> None:
        self.end_with(signal.SIGKILL)


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, *argv: str) -> None:
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.environ["TERM"] = "dumb"
            os.execv(argv[0], argv)

    def wait_for(self, pattern: str) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not re.search(pattern, self.text):
            if time.monotonic() > deadline or not self._read(deadline):
                raise AssertionError(f"{pattern!r} did not come; the terminal shows:\n{self.text}")

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.monotonic()))
        try:
            chunk = os.read(self.fd, 4096) if ready else b""
        except OSError:
            # Linux: the last process has closed the terminal.
            chunk = b""
        self.text += chunk.decode("utf-8", "replace")
        return bool(chunk)

    def type(self, text: str) -> None:
        self.text = ""
        os.write(self.fd, text.encode())

    def finish(self) -> int:
        while self._read(time.monotonic() + LIMIT_S):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.fd)


@contextlib.contextmanager
def terminal(*argv: str) -> Iterator[Terminal]:
    window = Terminal(*argv)
    try:
        yield window
    finally:
        window.close()


class TerminalTest(unittest.TestCase):
    def test_ctrl_c_reaches_the_command_once(self) -> None:
        with terminal(TOOL, "run", "python3", "-c", COUNTER) as window:
            window.wait_for("ready")
            window.type("\x03")
            window.wait_for("interrupted 1 times")
            self.assertEqual(window.finish(), 9)

    def test_a_second_ctrl_c_ends_a_stubborn_command(self) -> None:
        stubborn = "import signal, time; signal.signal(2, signal.SIG_IGN); " \
                   "print('ready', flush=True); time.sleep(3600)"
        with terminal(TOOL, "run", "python3", "-c", stubborn) as window:
            window.wait_for("ready")
            window.type("\x03")
            time.sleep(0.3)
            window.type("\x03")
            self.assertNotEqual(window.finish(), 0)

    def test_a_command_can_read_from_the_terminal(self) -> None:
        with terminal(TOOL, "run", "python3", "-c", "print('got ' + input('name? '))") as window:
            window.wait_for(r"name\? ")
            window.type("robot\n")
            window.wait_for("got robot")
            self.assertEqual(window.finish(), 0)

    def test_the_shell_has_job_control_and_survives_ctrl_c(self) -> None:
        with terminal(TOOL, "shell") as window:
            window.wait_for(r"\(diffbot\).*[#$] ")
            # The foreground job itself says that it runs: an interrupt before the shell has
            # handed the terminal over makes bash leave.
            window.type("sh -c 'echo $((40 + 2)); exec sleep 3600'\n")
            window.wait_for(r"\n42")
            window.type("\x03")
            window.wait_for(r"[#$] ")
            window.type("sleep 3600 & jobs\n")
            window.wait_for(r"\[1\].*Running")
            window.type("rosversion -d; echo code $?\n")
            window.wait_for(r"code 0")
            window.type("exit 3\n")
            self.assertEqual(window.finish(), 3)
        self.assertNotIn("no job control", window.text)


if __name__ == "__main__":
    unittest.main()
