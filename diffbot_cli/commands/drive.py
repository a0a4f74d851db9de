"""./diffbot drive"""
from __future__ import annotations

import argparse
import time
from pathlib import Path

from ..errors import DiffbotError
from ..packages import check_model
from ..paths import find_checkout
from .common import add_sandbox_options, add_setup_options, make_builder

SUMMARY = "drive a robot without hardware and compare command, odometry and true pose"
EXAMPLES = """\
  ./diffbot drive                    DiffBot: forward, backward, left, right
  ./diffbot drive --model remo
  ./diffbot drive --output results   table, picture and numbers into the folder results/
  ./diffbot drive --on teensy        in real time by the control loop of the real robot, over a
                                     simulated Teensy with motors instead of Gazebo
Options that are not named here go to `rosrun diffbot_gazebo drive`. Exit code 0: all drives are
within the limits."""
# Unknown options are the drive script's.
PASS_UNKNOWN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default="diffbot", help="which robot (default: diffbot)")
    parser.add_argument("--on", choices=["gazebo", "teensy"], default="gazebo",
                        help="what moves the robot: Gazebo (default) or the simulated Teensy")
    parser.add_argument("--output", metavar="FOLDER",
                        help="where picture and numbers go (default: .diffbot/drives/TIME_MODEL)")
    parser.set_defaults(passed_on=[])
    add_sandbox_options(parser)
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.gui and arguments.on != "gazebo":
        raise DiffbotError("--gui: only Gazebo has a window", hint="leave out --gui", code=2)
    checkout = find_checkout()
    check_model(checkout, arguments.model)
    output = output_folder(arguments.output, arguments.model)
    builder = make_builder(arguments)
    builder.build_all()
    output.mkdir(parents=True, exist_ok=True)
    return builder.runner.run(
        ["rosrun", "diffbot_gazebo", "drive", "--model", arguments.model, "--on", arguments.on,
         "--output", str(output),
         *(["--gui"] if arguments.gui else []), *arguments.passed_on], setup=builder.setup)


def output_folder(option: str | None, model: str) -> Path:
    """Where the results go: inside the checkout, which is all that the sandbox can write."""
    root = find_checkout().root
    if option is None:
        return root / ".diffbot" / "drives" / f"{time.strftime('%Y%m%d-%H%M%S')}_{model}"
    folder = Path(option).resolve()
    if root != folder and root not in folder.parents:
        raise DiffbotError(f"--output {option}: outside of the checkout, where the sandbox cannot "
                           "write", hint=f"a folder below {root}", code=2)
    return folder
