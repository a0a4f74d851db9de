"""What several commands share: options, and the way from a command line to a ready workspace."""
from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path

from ..environment import SetupOptions, ensure
from ..paths import Checkout, find_checkout
from ..runner import Runner
from ..sandbox import SandboxOptions
from ..workspace import Builder


def add_setup_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("making the environment (the first time)")
    group.add_argument("--mirror", metavar="URL", default=os.environ.get("DIFFBOT_MIRROR"),
                       help="Debian mirror that carries Debian 11 (default: $DIFFBOT_MIRROR, else "
                            "this machine's own if it runs Debian, else mmdebstrap's default)")
    group.add_argument("--keyring", metavar="FILE", default=os.environ.get("DIFFBOT_KEYRING"),
                       help="file with Debian's archive keys (default: the installed ones)")


def add_sandbox_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what the run may see of this machine")
    group.add_argument("--host-network", action="store_true",
                       help="this machine's network instead of one of its own; ROS_MASTER_URI, "
                            "ROS_HOSTNAME and ROS_IP count then")
    group.add_argument("--gui", action="store_true",
                       help="windows on this machine's X server (DISPLAY)")
    group.add_argument("--device", action="append", default=[], metavar="PATH",
                       help="a device, such as /dev/ttyACM0 (may be repeated)")


def command_line() -> str:
    """This command as the user typed it, for messages of processes that wait for it."""
    return shlex.join(["./diffbot", *sys.argv[1:]])


def make_runner(arguments: argparse.Namespace) -> Runner:
    """The environment, made if it is missing."""
    checkout: Checkout = find_checkout()
    options = SetupOptions(arguments.mirror, arguments.keyring)
    environment = ensure(checkout, options, command_line())
    return Runner(environment, checkout, SandboxOptions(
        getattr(arguments, "host_network", False), getattr(arguments, "gui", False),
        getattr(arguments, "device", [])))


def make_builder(arguments: argparse.Namespace) -> Builder:
    return Builder(make_runner(arguments), command_line())


def working_folder(checkout: Checkout) -> Path:
    """The user's folder when the sandbox has it, else the repository's root."""
    here = Path.cwd().resolve()
    inside = here == checkout.root or checkout.root in here.parents
    return here if inside else checkout.root
