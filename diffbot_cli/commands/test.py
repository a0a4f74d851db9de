"""./diffbot test"""
from __future__ import annotations

import argparse

from .common import add_setup_options, make_builder

SUMMARY = "build, run all tests, sum them up"
EXAMPLES = """\
  ./diffbot test                     everything
  ./diffbot test diffbot_gazebo      one package"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    make_builder(arguments)
    raise NotImplementedError
