"""./diffbot build"""
from __future__ import annotations

import argparse

from .. import packages
from ..paths import find_checkout
from .common import add_setup_options, make_builder

SUMMARY = "build the workspace, or some packages with what they need"
EXAMPLES = """\
  ./diffbot build                   everything whose sources changed
  ./diffbot build diffbot_gazebo    this package and those it depends on
  ./diffbot build diff_drive_controller    a package of underlay/"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    # A wrong name is said before anything is made.
    chosen = packages.select(packages.find(find_checkout()), arguments.packages)
    builder = make_builder(arguments)
    if chosen:
        with builder.locked():
            builder.build_named(chosen)
    else:
        builder.build_all()
    print("built: up to date")
    return 0
