"""./diffbot mistakes"""
from __future__ import annotations

import argparse

from ..packages import check_model
from ..paths import find_checkout
from .common import add_setup_options, make_builder

SUMMARY = "make each known mistake on purpose and show who catches it, with which message"
EXAMPLES = """\
  ./diffbot mistakes                   all of them, in Gazebo: some minutes
  ./diffbot mistakes --only 'P above'  those with these words in their name
  ./diffbot mistakes --static          the static check alone, without Gazebo
Options that are not named here go to `rosrun diffbot_gazebo mistakes`. Exit code 0: all caught."""
# Unknown options are the script's.
PASS_UNKNOWN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default="diffbot", help="which robot (default: diffbot)")
    parser.set_defaults(passed_on=[])
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    check_model(find_checkout(), arguments.model)
    builder = make_builder(arguments)
    builder.build_all()
    return builder.runner.run(
        ["rosrun", "diffbot_gazebo", "mistakes", "--model", arguments.model,
         *arguments.passed_on], setup=builder.setup)
