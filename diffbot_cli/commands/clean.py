"""./diffbot clean"""
from __future__ import annotations

import argparse

from .. import environment
from ..locks import hold
from ..paths import find_checkout, human_size
from ..trees import remove_tree
from .common import command_line

SUMMARY = "remove what was built; --all: the environment too"
EXAMPLES = """\
  ./diffbot clean          build, devel, install, logs, .catkin_tools, .diffbot
  ./diffbot clean --all    also this recipe's environment in the cache folder"""
BUILT = ("build", "devel", "install", "logs", ".catkin_tools")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="the environment too")


def run(arguments: argparse.Namespace) -> int:
    checkout = find_checkout()
    with hold(checkout.lock, command_line(), "the workspace of this checkout"):
        places = [checkout.root / name for name in BUILT]
        places += [p for p in checkout.state.iterdir() if p != checkout.lock]
        freed = sum(environment.disk_usage(p) for p in places if p.exists())
        for place in places:
            if place.is_dir() and not place.is_symlink():
                remove_tree(place)
            else:
                place.unlink(missing_ok=True)
    print(f"removed what was built in {checkout.root} ({human_size(freed)})")
    if arguments.all:
        if environment.inside() is not None:
            print("the environment is this container itself: remove it with its own tools")
        else:
            freed = environment.remove(checkout, command_line())
            print(f"removed the environment ({human_size(freed)})")
    return 0
