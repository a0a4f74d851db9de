"""When a workspace is built again."""
from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path

from diffbot_cli import stamps


class StampTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.package = Path(scratch.name) / "pkg"
        (self.package / "src").mkdir(parents=True)
        self.file = self.package / "src" / "a.cpp"
        self.file.write_text("int a;")
        self.before = stamps.digest([self.package], "x")

    def assert_changed(self, changed: bool) -> None:
        self.assertEqual(stamps.digest([self.package], "x") != self.before, changed)

    def test_content_counts(self) -> None:
        self.file.write_text("int b;")
        self.assert_changed(True)

    def test_a_touched_file_does_not(self) -> None:
        os.utime(self.file, (1, 1))
        self.assert_changed(False)

    def test_a_new_file_and_a_new_name_count(self) -> None:
        self.file.rename(self.package / "src" / "b.cpp")
        self.assert_changed(True)

    def test_an_executable_bit_counts(self) -> None:
        self.file.chmod(0o755)
        self.assert_changed(True)

    def test_compiled_python_does_not(self) -> None:
        cache = self.package / "__pycache__"
        cache.mkdir()
        (cache / "a.cpython-39.pyc").write_bytes(b"x")
        self.assert_changed(False)

    def test_what_else_is_given_counts(self) -> None:
        self.assertNotEqual(stamps.digest([self.package], "y"), self.before)

    def test_a_dangling_link_is_read_as_a_link(self) -> None:
        (self.package / "link").symlink_to("nowhere")
        self.assert_changed(True)


if __name__ == "__main__":
    unittest.main()
