"""./diffbot shell"""
from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from .common import add_sandbox_options, add_setup_options, make_builder, working_folder

SUMMARY = "an interactive shell with the workspace built and sourced"
EXAMPLES = """\
  ./diffbot shell
      roslaunch diffbot_gazebo diffbot.launch &
      rostopic echo -n 1 /diffbot/mobile_base_controller/odom
      rostest diffbot_gazebo sim_drive_diffbot.test
      catkin build diffbot_gazebo
      exit            ends everything that was started in it
  ./diffbot shell --gui --host-network"""
RC_FILE = Path(__file__).resolve().parent.parent / "shell.bash"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_sandbox_options(parser)
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    builder = make_builder(arguments)
    builder.build_all()
    runner = builder.runner
    folder = working_folder(runner.checkout)
    if not sys.stdin.isatty():
        # A script on stdin: no prompt, no job control.
        return runner.run(["bash", "-s"], setup=builder.setup, folder=folder, interactive=True)
    # In an interactive shell Ctrl-C is the shell's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return runner.run(["bash", "--rcfile", str(RC_FILE), "-i"], folder=folder,
                          interactive=True, shell=True)
    finally:
        _take_terminal_back()


def _take_terminal_back() -> None:
    """bash cannot name this process group from inside its process namespace, to give it back."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        os.tcsetpgrp(sys.stdin.fileno(), os.getpgrp())
    except OSError:
        pass
