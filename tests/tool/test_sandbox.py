"""What a run sees: read-only system, the checkout at its own place, a network of its own."""
from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from diffbot_cli import sandbox
from diffbot_cli.environment import Environment
from diffbot_cli.errors import DiffbotError
from diffbot_cli.paths import Checkout
from diffbot_cli.sandbox import SandboxOptions


def pairs(arguments: list[str], option: str) -> list[tuple[str, str]]:
    """(source, place) of each use of a two-valued option."""
    return [(arguments[i + 1], arguments[i + 2]) for i, word in enumerate(arguments)
            if word == option]


class SandboxTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        for name in ("usr/bin", "usr/src", "usr/lib", "etc", "var", "home", "tmp", "proc", "opt"):
            (self.root / name).mkdir(parents=True)
        (self.root / "bin").symlink_to("usr/bin")
        (self.root / "etc/passwd").write_text("root:x:0:0::/root:/bin/bash\n")
        (self.root / "etc/group").write_text("root:x:0:\n")

    def test_top_folders_are_bound_whole_and_read_only(self) -> None:
        arguments = sandbox.root_binds(self.root, Path("/home/u/diffbot"))
        places = [place for _, place in pairs(arguments, "--ro-bind")]
        self.assertEqual(places, ["/etc", "/opt", "/usr", "/var"])
        self.assertEqual(pairs(arguments, "--symlink"), [("usr/bin", "/bin")])

    def test_a_checkout_inside_a_system_folder_gets_its_place(self) -> None:
        arguments = sandbox.root_binds(self.root, Path("/usr/src/work/diffbot"))
        places = [place for _, place in pairs(arguments, "--ro-bind")]
        self.assertIn("/usr/bin", places)
        self.assertIn("/usr/lib", places)
        self.assertNotIn("/usr", places)
        self.assertNotIn("/usr/src", places)

    def command(self, **options: object) -> list[str]:
        checkout = Checkout(self.root / "home" / "checkout")
        checkout.root.mkdir(exist_ok=True)
        settings = SandboxOptions(**options)
        return sandbox.command(Environment(self.root, "key"), checkout, settings,
                               sandbox.variables(checkout, settings), checkout.root)

    def test_its_own_network_unless_asked(self) -> None:
        self.assertIn("--unshare-net", self.command())
        self.assertNotIn("--unshare-net", self.command(host_network=True))

    def test_processes_are_always_its_own_and_end_with_it(self) -> None:
        for options in ({}, {"host_network": True}):
            arguments = self.command(**options)
            self.assertIn("--unshare-pid", arguments)
            self.assertIn("--die-with-parent", arguments)

    def test_a_missing_device_is_named(self) -> None:
        with self.assertRaisesRegex(DiffbotError, "/dev/no-such-tty"):
            self.command(devices=["/dev/no-such-tty"])
        with self.assertRaisesRegex(DiffbotError, "not a device"):
            self.command(devices=["/etc/passwd"])
        self.assertIn(("/dev/null", "/dev/null"),
                      pairs(self.command(devices=["/dev/null"]), "--dev-bind"))

    def test_gui_without_a_display_is_refused(self) -> None:
        with mock.patch.dict(os.environ):
            os.environ.pop("DISPLAY", None)
            with self.assertRaisesRegex(DiffbotError, "DISPLAY"):
                self.command(gui=True)


class VariablesTest(unittest.TestCase):
    CHECKOUT = Checkout(Path("/c"))

    def test_the_users_variables_stay_out(self) -> None:
        given = {"ROS_MASTER_URI": "http://robot:11311", "PYTHONPATH": "/x", "DISPLAY": ":0"}
        with mock.patch.dict(os.environ, given):
            names = sandbox.variables(self.CHECKOUT, SandboxOptions())
        self.assertEqual(names["ROS_MASTER_URI"], "http://localhost:11311")
        self.assertNotIn("PYTHONPATH", names)
        self.assertNotIn("DISPLAY", names)

    def test_with_the_hosts_network_the_users_ros_settings_count(self) -> None:
        given = {"ROS_MASTER_URI": "http://robot:11311", "ROS_IP": "10.0.0.2"}
        with mock.patch.dict(os.environ, given):
            os.environ.pop("ROS_HOSTNAME", None)
            names = sandbox.variables(self.CHECKOUT, SandboxOptions(host_network=True))
        self.assertEqual(names["ROS_MASTER_URI"], "http://robot:11311")
        self.assertEqual(names["ROS_IP"], "10.0.0.2")
        self.assertNotIn("ROS_HOSTNAME", names)

    def test_gazebo_never_waits_for_its_online_models(self) -> None:
        names = sandbox.variables(self.CHECKOUT, SandboxOptions())
        self.assertTrue(names["GAZEBO_MODEL_DATABASE_URI"].startswith("file:"))


if __name__ == "__main__":
    unittest.main()
