"""./diffbot experiment"""
from __future__ import annotations

import argparse
import re
from pathlib import Path

from ..errors import DiffbotError
from ..packages import check_model, did_you_mean
from ..paths import Checkout, find_checkout
from .common import add_setup_options, make_builder

SUMMARY = "rerun the published experiments on wheel dynamics, with tables, figures and a report"
EXAMPLES = """\
  ./diffbot experiment all                   everything, about 10 minutes; report.html at the end
  ./diffbot experiment e3 --model diffbot    one experiment, with one robot
  ./diffbot experiment e1 --urdf my.urdf --config my.yaml
  ./diffbot experiment all --redraw          tables, figures and report again, without simulation
Finished runs are kept in the output folder and reused. Exit code 0: every run was made."""
# Where the experiments are listed, and how a line there begins.
CATALOGUE = "diffbot_gazebo/src/diffbot_gazebo/experiments/catalogue.py"
ENTRY = re.compile(r"^    '(\w+)': \[", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("experiment", metavar="EXPERIMENT",
                        help="e1, e2, e3, gain, friction, iterations or all")
    parser.add_argument("--model", help="which robot (default: those of the published runs)")
    parser.add_argument("--runs", metavar="N", help="fresh simulations of each case")
    parser.add_argument("--jobs", metavar="N", help="simulations side by side (default: 2)")
    parser.add_argument("--urdf", metavar="FILE", help="your own robot, expanded from xacro")
    parser.add_argument("--config", metavar="FILE", help="YAML of its controllers and gains")
    parser.add_argument("--output", metavar="FOLDER",
                        help="where results go (default: .diffbot/experiments)")
    parser.add_argument("--redraw", action="store_true", help="from the kept runs alone")
    parser.add_argument("--fresh", action="store_true", help="do not reuse kept runs")
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    checkout = find_checkout()
    check_experiment(checkout, arguments.experiment)
    if arguments.model is not None:
        check_model(checkout, arguments.model)
    command = ["rosrun", "diffbot_gazebo", "experiment", arguments.experiment]
    for name in ("model", "runs", "jobs", "urdf", "config"):
        value = getattr(arguments, name)
        if value is not None:
            command += [f"--{name}",
                        str(Path(value).resolve()) if name in ("urdf", "config") else value]
    for name in ("redraw", "fresh"):
        command += [f"--{name}"] if getattr(arguments, name) else []
    output = output_folder(checkout, arguments.output)
    builder = make_builder(arguments)
    builder.build_all()
    output.mkdir(parents=True, exist_ok=True)
    return builder.runner.run([*command, "--output", str(output)], setup=builder.setup)


def check_experiment(checkout: Checkout, name: str) -> None:
    """Refuse an unknown experiment before anything is built."""
    known = [*ENTRY.findall((checkout.root / CATALOGUE).read_text()), "all"]
    if name not in known:
        raise DiffbotError(f"unknown experiment '{name}'", hint=did_you_mean(name, known), code=2)


def output_folder(checkout: Checkout, option: str | None) -> Path:
    """Where the results go: inside the checkout, which is all that the sandbox can write."""
    if option is None:
        return checkout.root / ".diffbot" / "experiments"
    folder = Path(option).resolve()
    if checkout.root != folder and checkout.root not in folder.parents:
        raise DiffbotError(f"--output {option}: outside of the checkout, where the sandbox cannot "
                           "write", hint=f"a folder below {checkout.root}", code=2)
    return folder
