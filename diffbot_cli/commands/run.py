"""./diffbot run"""
from __future__ import annotations

import argparse

from ..errors import DiffbotError
from .common import add_sandbox_options, add_setup_options, make_builder, working_folder

SUMMARY = "run one command with the workspace built and sourced"
EXAMPLES = """\
  ./diffbot run rostest diffbot_gazebo sim_drive_diffbot.test
  ./diffbot run --gui roslaunch diffbot_gazebo diffbot.launch gui:=true
  ./diffbot run --host-network --device /dev/ttyACM0 roslaunch diffbot_base bringup.launch
Options of ./diffbot come before the command; everything after it belongs to the command.
Its exit code is the exit code. When it ends, everything that it started ends."""
USAGE = "./diffbot run [OPTION ...] COMMAND [ARGUMENT ...]"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_sandbox_options(parser)
    add_setup_options(parser)
    # The command itself is cut off before argparse sees the line: see split().
    parser.set_defaults(command_to_run=[])


def split(words: list[str]) -> tuple[list[str], list[str]]:
    """(options of ./diffbot, the command to run): the command begins at the first other word."""
    takes_value = {"--mirror", "--keyring", "--device"}
    index = 0
    while index < len(words):
        word = words[index]
        if word == "--":
            return words[:index], words[index + 1:]
        if not word.startswith("-"):
            break
        index += 2 if word in takes_value else 1
    return words[:index], words[index:]


def run(arguments: argparse.Namespace) -> int:
    command = arguments.command_to_run
    if not command:
        raise DiffbotError("run what?", hint="./diffbot run COMMAND [ARGUMENT ...]", code=2)
    builder = make_builder(arguments)
    builder.build_all()
    return builder.runner.run(command, setup=builder.setup, interactive=True,
                              folder=working_folder(builder.checkout))
