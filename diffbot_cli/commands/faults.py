"""./diffbot faults"""
from __future__ import annotations

import argparse

from .common import add_setup_options, make_builder

SUMMARY = "do every known fault to the simulated robot and print what it did, as one table"
EXAMPLES = """\
  ./diffbot faults                       all of them: about a quarter of an hour
  ./diffbot faults --group link          those of one group
  ./diffbot faults --only 'bit flipped'  those with these words in their name
  ./diffbot faults --list                the names; nothing is run
  ./diffbot faults --json faults.json    the numbers too, into a file of the checkout
Options that are not named here go to `rosrun diffbot_base faults`. Exit code 0: all passed,
1: not, 2: an option is wrong."""
# Unknown options are the script's.
PASS_UNKNOWN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(passed_on=[])
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    builder = make_builder(arguments)
    builder.build_all()
    return builder.runner.run(["rosrun", "diffbot_base", "faults", *arguments.passed_on],
                              setup=builder.setup)
