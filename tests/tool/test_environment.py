"""The environment's folder: what counts as finished, what is thrown away."""
from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from diffbot_cli import environment, hosttools, locks, rootfs, trees
from diffbot_cli.environment import SetupOptions
from diffbot_cli.errors import DiffbotError
from diffbot_cli.paths import find_checkout


class EnvironmentTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.cache = Path(scratch.name) / "diffbot"
        self.checkout = find_checkout()
        self.key = environment.current_key(self.checkout)
        for target, value in (("environment.cache_root", lambda: self.cache),
                              ("environment.inside", lambda: None),
                              ("hosttools.require", lambda **_: None),
                              ("hosttools.require_sandbox", lambda: None)):
            patcher = mock.patch(f"diffbot_cli.{target}", value)
            patcher.start()
            self.addCleanup(patcher.stop)

    def ensure(self, maker: object) -> environment.Environment:
        with mock.patch("diffbot_cli.environment.make_root_file_system", maker), \
                mock.patch("diffbot_cli.environment.free_bytes", lambda _: 10**11):
            return environment.ensure(self.checkout, SetupOptions(), "./diffbot test")

    def good(self, checkout: object, target: Path, key: str, *_: object) -> float:
        (target / "etc").mkdir()
        (target / environment.MARKER).write_text(key + "\n")
        return 1.0

    def test_made_once_and_then_found(self) -> None:
        made = self.ensure(self.good)
        self.assertEqual(made.root, self.cache / self.key)
        again = self.ensure(lambda *_: self.fail("made twice"))
        self.assertEqual(again, made)

    def test_a_failure_leaves_nothing(self) -> None:
        def bad(checkout: object, target: Path, *_: object) -> float:
            (target / "half").mkdir()
            raise DiffbotError("no network")

        with self.assertRaisesRegex(DiffbotError, "no network"):
            self.ensure(bad)
        self.assertEqual(sorted(p.suffix for p in self.cache.iterdir()), [".lock", ".use"])

    def test_an_interrupt_leaves_nothing(self) -> None:
        def interrupted(checkout: object, target: Path, *_: object) -> float:
            (target / "half").mkdir()
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.ensure(interrupted)
        self.assertEqual(sorted(p.suffix for p in self.cache.iterdir()), [".lock", ".use"])

    def test_a_set_up_without_its_marker_is_not_finished(self) -> None:
        with self.assertRaisesRegex(DiffbotError, "marker"):
            self.ensure(lambda *_: 1.0)
        self.assertFalse((self.cache / self.key).exists())

    def test_leftovers_of_a_killed_set_up_go_away(self) -> None:
        stale = self.cache / f"{self.key}.tmp-1"
        (stale / "usr").mkdir(parents=True)
        other = self.cache / "bullseye-amd64-other.tmp-1"
        other.mkdir()
        self.ensure(self.good)
        self.assertFalse(stale.exists())
        self.assertTrue(other.exists(), "another recipe's set-up may be running")

    def test_too_little_space_is_said_before_anything_is_fetched(self) -> None:
        with mock.patch("diffbot_cli.environment.free_bytes", lambda _: 10**8), \
                self.assertRaisesRegex(DiffbotError, "100 MB free"):
            environment.ensure(self.checkout, SetupOptions(), "x")

    def test_an_environment_in_use_is_not_removed(self) -> None:
        fd = locks.share(self.cache / f"{self.key}.use")
        with self.assertRaisesRegex(DiffbotError, "another ./diffbot runs"):
            environment.remove(self.checkout, "./diffbot clean --all")
        os.close(fd)

    def test_removed_means_gone(self) -> None:
        with mock.patch("diffbot_cli.environment.share", lambda _: None):
            made = self.ensure(self.good)
        environment.remove(self.checkout, "./diffbot clean --all")
        self.assertFalse(made.root.exists())

    def test_inside_a_container_nothing_is_made(self) -> None:
        with mock.patch("diffbot_cli.environment.inside", lambda: self.key):
            made = self.ensure(lambda *_: self.fail("made"))
        self.assertTrue(made.is_here)


class RemoveTreeTest(unittest.TestCase):
    def test_read_only_folders_are_no_obstacle(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "root"
            (folder / "a" / "b").mkdir(parents=True)
            (folder / "a" / "b" / "file").write_text("x")
            (folder / "a" / "b").chmod(0o555)
            (folder / "a").chmod(0o555)
            trees.remove_tree(folder)
            self.assertFalse(folder.exists())

    def test_nothing_is_removed_below_a_mount(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "root"
            (folder / "proc").mkdir(parents=True)
            with mock.patch("diffbot_cli.trees.mounts_below", lambda _: [str(folder / "proc")]), \
                    self.assertRaisesRegex(DiffbotError, "mounted at .*/proc"):
                trees.remove_tree(folder)
            self.assertTrue((folder / "proc").exists())

    def test_mounts_are_seen(self) -> None:
        self.assertIn("/proc", trees.mounts_below(Path("/")))

    def test_a_link_to_a_folder_is_not_followed(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            outside = Path(scratch) / "outside"
            outside.mkdir()
            (outside / "keep").write_text("x")
            folder = Path(scratch) / "root"
            folder.mkdir()
            (folder / "link").symlink_to(outside)
            trees.remove_tree(folder)
            self.assertTrue((outside / "keep").exists())


class WaitTest(unittest.TestCase):
    def test_a_folder_in_use_is_waited_for(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "root"
            trees.wait_until_unused(folder)
            user = subprocess.Popen(["sh", "-c", "read line", str(folder)], stdin=subprocess.PIPE)
            try:
                with self.assertRaisesRegex(DiffbotError, f"process {user.pid} still works"):
                    trees.wait_until_unused(folder, 0.1)
            finally:
                user.communicate()
            trees.wait_until_unused(folder)


class MakeTest(unittest.TestCase):
    """The command that makes the root file system, and what its failures tell."""

    def command(self, **given: object) -> list[str]:
        arguments = {"arch": "amd64", "target": "/t", "url": None, "keyring": None,
                     "as_root": True, **given}
        return rootfs.mmdebstrap_command(find_checkout().environment, **arguments)

    def test_signatures_are_always_checked(self) -> None:
        for word in self.command(url="http://a/debian"):
            self.assertNotRegex(word, "(?i)trusted=yes|AllowUnauthenticated|AllowInsecure")

    def test_mirror_and_keyring_are_single_words(self) -> None:
        words = self.command(url="http://a/debian", keyring="/k y.gpg")
        self.assertEqual(words[-3:], ["bullseye", "/t", "http://a/debian"])
        self.assertIn("--keyring=/k y.gpg", words)

    def test_nothing_is_read_from_the_checkout_inside_the_user_namespace(self) -> None:
        """Its folders may be closed to the subordinate ids (a home of mode 700)."""
        words = self.command(as_root=False, target="-")
        self.assertIn("--dpkgopt=path-exclude=/usr/share/doc/*", words)
        self.assertFalse([word for word in words if str(find_checkout().root) in word])

    def test_root_mounts_are_in_a_namespace_of_their_own(self) -> None:
        for word in ("--mount", "private", "--pid", "--kill-child=SIGKILL"):
            self.assertIn(word, rootfs.IN_NAMESPACES)

    def test_an_ordinary_user_gets_a_tarball_from_a_user_namespace(self) -> None:
        words = self.command(as_root=False, target="-")
        self.assertIn("--mode=unshare", words)
        self.assertEqual(words[-1], "-")

    def explained(self, text: str) -> str:
        with tempfile.TemporaryDirectory() as scratch:
            log = Path(scratch) / "log"
            log.write_text(text)
            return rootfs.explain("failed", log, Path(scratch)).hint

    def test_the_hint_fits_the_failure(self) -> None:
        for text, hint in (
                ("E: write error - No space left on device", "disk"),
                ("W: Temporary failure resolving 'mirror.example'", "network"),
                ("E: The repository 'x' does not have a Release file.", "--mirror"),
                ("http://x/debian/dists/bullseye/InRelease  400  Bad Request\n"
                 "E: The repository 'x InRelease' is not signed.", "carry Debian 11"),
                ("the following signatures couldn't be verified: NO_PUBKEY 1", "keyring"),
                ("/etc/subuid doesn't exist", "usermod"),
                ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "pinned"),
                ("something new", "log")):
            with self.subTest(text=text):
                self.assertIn(hint, self.explained(text))


class HostToolsTest(unittest.TestCase):
    def test_what_to_run_names_the_package_manager_of_the_machine(self) -> None:
        with mock.patch("shutil.which", lambda name: "/x" if name == "dnf" else None):
            text = hosttools.instructions(["bwrap", "mmdebstrap"])
        self.assertIn("sudo dnf install -y bubblewrap mmdebstrap", text)
        self.assertNotIn("apt-get", text)

    def test_an_unknown_system_gets_all_three(self) -> None:
        with mock.patch("shutil.which", lambda name: None):
            text = hosttools.instructions(["bwrap"])
        for manager in ("apt-get", "dnf", "pacman"):
            self.assertIn(manager, text)

    def test_an_ordinary_user_is_told_and_nothing_is_installed(self) -> None:
        with mock.patch("shutil.which", lambda name: None), \
                mock.patch("os.geteuid", lambda: 1000), \
                self.assertRaisesRegex(DiffbotError, "missing.*bwrap"):
            hosttools.require(making=False, log=Path(os.devnull))


if __name__ == "__main__":
    unittest.main()
