"""The command line: what is accepted, and what is said about the rest."""
from __future__ import annotations

import contextlib
import io
import unittest
from unittest import mock

from diffbot_cli import main as command_line
from diffbot_cli.commands import COMMANDS
from diffbot_cli.commands import run as run_command
from diffbot_cli.errors import DiffbotError


def call(*words: str) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of a command that must not get far."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), \
            mock.patch("diffbot_cli.commands.common.ensure", side_effect=AssertionError("ran")):
        try:
            code = command_line.main(list(words))
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()


class CommandLineTest(unittest.TestCase):
    def test_help_of_each_command_has_examples(self) -> None:
        for name in COMMANDS:
            with self.subTest(command=name):
                code, out, _ = call(name, "--help")
                self.assertEqual(code, 0)
                self.assertIn("examples:", out)
                self.assertIn(f"./diffbot {name}", out)

    def test_help_lists_every_command(self) -> None:
        code, out, _ = call("--help")
        self.assertEqual(code, 0)
        for name in COMMANDS:
            self.assertIn(name, out)

    def test_without_a_command_the_help_is_shown_and_it_fails(self) -> None:
        code, out, _ = call()
        self.assertEqual(code, 2)
        self.assertIn("drive", out)

    def test_an_unknown_command_gets_a_suggestion(self) -> None:
        code, _, err = call("tset")
        self.assertEqual(code, 2)
        self.assertIn("unknown command 'tset'", err)
        self.assertIn("did you mean test?", err)

    def test_an_unknown_package_gets_a_suggestion_before_anything_is_built(self) -> None:
        code, _, err = call("test", "diffbot_gazbo")
        self.assertEqual(code, 2)
        self.assertIn("unknown package 'diffbot_gazbo'", err)
        self.assertIn("diffbot_gazebo", err)

    def test_a_check_may_be_given_as_a_folder(self) -> None:
        with mock.patch("diffbot_cli.commands.test.make_builder", side_effect=DiffbotError("far")):
            self.assertIn("far", call("test", "tests/lint/")[2])

    def test_an_unknown_model_is_answered_with_the_known_ones(self) -> None:
        code, _, err = call("drive", "--model", "diffbto")
        self.assertEqual(code, 2)
        self.assertIn("unknown model 'diffbto'; known: diffbot, remo", err)

    def test_an_unknown_option_is_named(self) -> None:
        code, _, err = call("build", "--fast")
        self.assertEqual(code, 2)
        self.assertIn("--fast", err)

    def test_drive_passes_unknown_options_on(self) -> None:
        arguments = command_line.parse(["drive", "--model", "remo", "--speed", "0.1"])
        self.assertEqual(arguments.passed_on, ["--speed", "0.1"])

    def test_drive_knows_where_it_can_drive(self) -> None:
        self.assertEqual(command_line.parse(["drive"]).on, "gazebo")
        self.assertEqual(command_line.parse(["drive", "--on", "teensy"]).on, "teensy")
        code, _, err = call("drive", "--on", "mars")
        self.assertEqual(code, 2)
        self.assertIn("'gazebo', 'teensy'", err)

    def test_a_window_over_the_teensy_is_refused_before_anything_is_built(self) -> None:
        code, _, err = call("drive", "--on", "teensy", "--gui")
        self.assertEqual(code, 2)
        self.assertIn("--gui: only Gazebo has a window", err)

    def test_faults_passes_its_options_on(self) -> None:
        arguments = command_line.parse(["faults", "--group", "link", "--only", "bit flipped"])
        self.assertEqual(arguments.passed_on, ["--group", "link", "--only", "bit flipped"])

    def test_an_unknown_experiment_is_answered_before_anything_is_built(self) -> None:
        code, _, err = call("experiment", "gian")
        self.assertEqual(code, 2)
        self.assertIn("unknown experiment 'gian'", err)
        self.assertIn("did you mean gain?", err)

    def test_run_without_a_command_says_how(self) -> None:
        code, _, err = call("run", "--gui")
        self.assertEqual(code, 2)
        self.assertIn("./diffbot run COMMAND", err)

    def test_run_leaves_the_commands_own_options_alone(self) -> None:
        split = run_command.split
        self.assertEqual(split(["--gui", "roslaunch", "a", "--screen"]),
                         (["--gui"], ["roslaunch", "a", "--screen"]))
        self.assertEqual(split(["--device", "/dev/x", "ls", "-l"]),
                         (["--device", "/dev/x"], ["ls", "-l"]))
        self.assertEqual(split(["--device=/dev/x", "--", "--odd"]),
                         (["--device=/dev/x"], ["--odd"]))
        self.assertEqual(split(["-h"]), (["-h"], []))

    def test_output_outside_of_the_checkout_is_refused(self) -> None:
        code, _, err = call("drive", "--output", "/somewhere/else")
        self.assertEqual(code, 2)
        self.assertIn("outside of the checkout", err)


if __name__ == "__main__":
    unittest.main()
