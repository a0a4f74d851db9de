"""The commands of `./diffbot`. A new one is a module here and a line in this table."""
from __future__ import annotations

from . import build, clean, drive, experiment, faults, mistakes, run, shell, test

COMMANDS = {
    "drive": drive,
    "test": test,
    "mistakes": mistakes,
    "experiment": experiment,
    "faults": faults,
    "build": build,
    "shell": shell,
    "run": run,
    "clean": clean,
}
