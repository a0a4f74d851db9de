"""Which packages there are, and which a name stands for."""
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from diffbot_cli import packages
from diffbot_cli.errors import DiffbotError
from diffbot_cli.paths import Checkout


class PackagesTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        self.add("robot", "<depend>driver</depend><test_depend>roscpp</test_depend>")
        self.add("underlay/driver", "<exec_depend>messages</exec_depend>")
        self.add("underlay/messages")
        self.add("underlay/other")
        self.known = packages.find(Checkout(self.root))

    def add(self, folder: str, more: str = "") -> None:
        (self.root / folder).mkdir(parents=True)
        name = Path(folder).name
        (self.root / folder / "package.xml").write_text(
            f"<package format='2'><name>{name}</name>{more}</package>")

    def test_both_workspaces_are_found(self) -> None:
        self.assertEqual({p.name: p.workspace for p in self.known.values()},
                         {"robot": "diffbot", "driver": "underlay", "messages": "underlay",
                          "other": "underlay"})

    def test_dependencies_are_followed_through_both(self) -> None:
        wanted = packages.with_dependencies(self.known, [self.known["robot"]])
        self.assertEqual({p.name for p in wanted}, {"robot", "driver", "messages"})

    def test_a_folder_name_stands_for_its_package(self) -> None:
        for name in ("driver", "underlay/driver/", "./underlay/driver"):
            self.assertEqual(packages.select(self.known, [name])[0].name, "driver")

    def test_an_unknown_name_gets_a_suggestion(self) -> None:
        with self.assertRaises(DiffbotError) as caught:
            packages.select(self.known, ["driwer"])
        self.assertIn("driver", caught.exception.hint)

    def test_an_ignored_package_is_none(self) -> None:
        (self.root / "robot" / "CATKIN_IGNORE").touch()
        self.assertNotIn("robot", packages.find(Checkout(self.root)))

    def test_a_broken_manifest_is_named(self) -> None:
        (self.root / "robot" / "package.xml").write_text("<package>")
        with self.assertRaisesRegex(DiffbotError, "robot/package.xml is not XML"):
            packages.find(Checkout(self.root))

    def test_a_name_used_twice_is_an_error(self) -> None:
        self.add("underlay/robot")
        with self.assertRaisesRegex(DiffbotError, "two packages are named robot"):
            packages.find(Checkout(self.root))


if __name__ == "__main__":
    unittest.main()
