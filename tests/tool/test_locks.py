"""Locks: the second process waits, says for whom, and goes on when the first one is gone."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from diffbot_cli import locks

HOLDER = """
import sys
from pathlib import Path
from diffbot_cli.locks import hold
with hold(Path(sys.argv[1]), "./diffbot test", "the workspace"):
    print("held", flush=True)
    sys.stdin.read()
"""
WAITER = """
import sys
from pathlib import Path
from diffbot_cli.locks import hold
with hold(Path(sys.argv[1]), "./diffbot build", "the workspace"):
    print("mine", flush=True)
"""


class LockTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = Path(scratch.name) / "lock"

    def start(self, code: str) -> subprocess.Popen:
        process = subprocess.Popen([sys.executable, "-c", code, str(self.path)], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(self.close, process)
        return process

    @staticmethod
    def close(process: subprocess.Popen) -> None:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()

    def test_the_second_waits_and_names_the_first(self) -> None:
        first = self.start(HOLDER)
        self.assertEqual(first.stdout.readline(), "held\n")
        second = self.start(WAITER)
        message = second.stderr.readline()
        self.assertIn(f"process {first.pid} (./diffbot test)", message)
        self.assertIn("the workspace", message)
        first.stdin.close()
        self.assertEqual(second.stdout.readline(), "mine\n")
        self.assertEqual(second.wait(30), 0)

    def test_the_lock_of_a_killed_process_is_gone(self) -> None:
        first = self.start(HOLDER)
        first.stdout.readline()
        first.kill()
        first.wait()
        with locks.hold(self.path, "me", "it"):
            self.assertIn("me", self.path.read_text())

    def test_it_can_be_taken_again(self) -> None:
        for _ in range(2):
            with locks.hold(self.path, "me", "it"):
                pass

    def test_a_thing_that_is_used_is_not_ones_own(self) -> None:
        users = [locks.share(self.path), locks.share(self.path)]
        with locks.only_user(self.path) as mine:
            self.assertFalse(mine)
        for fd in users:
            os.close(fd)
        with locks.only_user(self.path) as mine:
            self.assertTrue(mine)


if __name__ == "__main__":
    unittest.main()
