"""The supervisor ends what it started: gently on request, at once when ./diffbot is gone."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

SUPERVISOR = Path(__file__).resolve().parent.parent.parent / "diffbot_cli" / "supervisor.py"
# Says when it is ready, then ends by itself on SIGINT with a word and a code of its own.
POLITE = """
import signal, sys, time
def stop(*_):
    print("stopped gently", flush=True)
    sys.exit(7)
signal.signal(signal.SIGINT, stop)
print("ready", flush=True)
time.sleep(600)
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(600)
"""
WITH_CHILD = """
import subprocess
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
print(child.pid, flush=True)
"""


class SupervisorTest(unittest.TestCase):
    def start(self, *command: str, grace_s: float = 60.0) -> subprocess.Popen:
        read_end, self.control = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SUPERVISOR), str(read_end),
             str(int(signal.SIGINT)), str(grace_s), *command],
            pass_fds=(read_end,), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        os.close(read_end)
        self.addCleanup(self.close, process)
        return process

    def close(self, process: subprocess.Popen) -> None:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
        try:
            os.close(self.control)
        except OSError:
            pass

    def test_the_exit_code_is_the_commands(self) -> None:
        self.assertEqual(self.start("sh", "-c", "exit 5").wait(30), 5)
        self.assertEqual(self.start("sh", "-c", "kill -TERM $$").wait(30), 128 + 15)

    def test_a_command_that_is_not_there_is_named(self) -> None:
        process = self.start("no-such-command")
        self.assertEqual(process.wait(30), 127)
        self.assertIn("no-such-command", process.stderr.read())

    def test_stop_is_gentle_first(self) -> None:
        process = self.start(sys.executable, "-c", POLITE)
        self.assertEqual(process.stdout.readline(), "ready\n")
        os.write(self.control, b"s")
        self.assertEqual(process.stdout.readline(), "stopped gently\n")
        self.assertEqual(process.wait(30), 7)

    def test_stop_does_not_wait_for_ever(self) -> None:
        process = self.start(sys.executable, "-c", STUBBORN, grace_s=0.1)
        self.assertEqual(process.stdout.readline(), "ready\n")
        os.write(self.control, b"s")
        self.assertEqual(process.wait(60), 128 + 9)

    def test_kill_ends_at_once(self) -> None:
        process = self.start(sys.executable, "-c", STUBBORN)
        self.assertEqual(process.stdout.readline(), "ready\n")
        os.write(self.control, b"k")
        self.assertEqual(process.wait(30), 128 + 9)

    def test_the_end_of_diffbot_ends_the_command(self) -> None:
        process = self.start(sys.executable, "-c", STUBBORN)
        self.assertEqual(process.stdout.readline(), "ready\n")
        os.close(self.control)
        self.assertEqual(process.wait(30), 128 + 9)

    def test_nothing_that_the_command_left_behind_survives(self) -> None:
        process = self.start(sys.executable, "-c", WITH_CHILD)
        pid = int(process.stdout.readline())
        self.assertEqual(process.wait(30), 0)
        deadline = time.monotonic() + 30
        while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(Path(f"/proc/{pid}").exists(), "the orphan still runs")


if __name__ == "__main__":
    unittest.main()
