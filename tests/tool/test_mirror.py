"""Where Debian's packages come from."""
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from diffbot_cli import mirror

DEB822 = """\
# a comment
Types: deb deb-src
URIs: http://mirror.example/debian/
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
"""
ONE_LINE = """\
# deb http://old.example/debian buster main
deb-src http://source.example/debian bookworm main
deb [signed-by=/a.gpg arch=amd64] https://one.example/debian bookworm main contrib # why
deb http://security.example/debian-security bookworm-security main
deb http://vendor.example/apt bookworm main
deb cdrom:[Debian]/ bookworm main
"""


class ParseTest(unittest.TestCase):
    def test_deb822_source(self) -> None:
        self.assertEqual(mirror.archive_mirrors([("debian.sources", DEB822)]),
                         ["http://mirror.example/debian/"])

    def test_one_line_source(self) -> None:
        self.assertEqual(mirror.archive_mirrors([("sources.list", ONE_LINE)]),
                         ["https://one.example/debian"])

    def test_disabled_stanza_and_sources_only_do_not_count(self) -> None:
        off = DEB822.replace("Types: deb deb-src", "Enabled: no\nTypes: deb")
        self.assertEqual(mirror.archive_mirrors([("a.sources", off)]), [])
        sources = DEB822.replace("Types: deb deb-src", "Types: deb-src")
        self.assertEqual(mirror.archive_mirrors([("a.sources", sources)]), [])

    def test_continued_field(self) -> None:
        text = "Types: deb\nURIs:\n http://a.example/debian\n http://b.example/debian\n" \
               "Suites: stable\nComponents: main\n"
        self.assertEqual(mirror.archive_mirrors([("a.sources", text)]),
                         ["http://a.example/debian", "http://b.example/debian"])


class ChooseTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.etc = Path(scratch.name)
        (self.etc / "apt/sources.list.d").mkdir(parents=True)
        (self.etc / "apt/sources.list.d/debian.sources").write_text(DEB822)
        (self.etc / "os-release").write_text('NAME="Debian"\nID=debian\n')

    def test_the_option_wins(self) -> None:
        url, source = mirror.choose("http://chosen.example/debian", self.etc)
        self.assertEqual((url, source), ("http://chosen.example/debian", "as asked"))

    def test_a_debian_host_gives_its_own(self) -> None:
        self.assertEqual(mirror.choose(None, self.etc)[0], "http://mirror.example/debian/")

    def test_another_host_leaves_it_to_mmdebstrap(self) -> None:
        (self.etc / "os-release").write_text("ID=ubuntu\nID_LIKE=debian\n")
        self.assertIsNone(mirror.choose(None, self.etc)[0])

    def test_what_is_no_url_is_refused(self) -> None:
        for text in ("mirror.example", "ftp://a/b", "http://", "http://a/ b", 'http://a/"'):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, "not a mirror"):
                mirror.choose(text, self.etc)


if __name__ == "__main__":
    unittest.main()
