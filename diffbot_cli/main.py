"""The command line of `./diffbot`."""
from __future__ import annotations

import argparse
import os
import signal
import sys

from .commands import COMMANDS
from .commands import run as run_command
from .errors import DiffbotError, Terminated, from_os_error, show
from .packages import did_you_mean

DESCRIPTION = """\
DiffBot in Gazebo on any Linux machine: ./diffbot makes itself an environment (Debian 11 with ROS
Noetic and Gazebo 11, in the user's cache folder), builds this checkout in it and runs it there."""
EPILOG = """\
  ./diffbot drive     from nothing to a driving robot and a table of what it did
  ./diffbot test      all tests; the last line says how many passed and failed

./diffbot COMMAND --help says more. Everything that a command starts ends with it."""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./diffbot", description=DESCRIPTION, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, module in COMMANDS.items():
        sub = subparsers.add_parser(
            name, help=module.SUMMARY, description=module.SUMMARY, usage=getattr(
                module, "USAGE", None), epilog="examples:\n" + module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        module.add_arguments(sub)
    return parser


def parse(words: list[str]) -> argparse.Namespace:
    parser = make_parser()
    first = next((w for w in words if not w.startswith("-")), None)
    if first is not None and first not in COMMANDS and words[0] == first:
        raise DiffbotError(f"unknown command '{first}'",
                           hint=did_you_mean(first, list(COMMANDS)), code=2)
    if first is None and not words:
        parser.print_help()
        raise SystemExit(2)
    rest: list[str] = []
    if first == "run" and words[0] == "run":
        options, rest = run_command.split(words[1:])
        words = ["run", *options]
    arguments, unknown = parser.parse_known_args(words)
    if rest:
        arguments.command_to_run = rest
    if unknown:
        if not getattr(COMMANDS.get(arguments.command), "PASS_UNKNOWN", False):
            raise DiffbotError(f"./diffbot {arguments.command}: unknown argument "
                               f"'{unknown[0]}'", hint=f"./diffbot {arguments.command} --help",
                               code=2)
        arguments.passed_on = unknown
    return arguments


def on_signal(signum: int, _: object) -> None:
    raise Terminated(signum)


def main(words: list[str] | None = None) -> int:
    # Also where the caller ignores it, as a script does for what it starts with "&".
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGHUP, on_signal)
    try:
        arguments = parse(sys.argv[1:] if words is None else words)
        return COMMANDS[arguments.command].run(arguments)
    except DiffbotError as error:
        show(error)
        return error.code
    except KeyboardInterrupt:
        print("\ndiffbot: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except Terminated as reason:
        print(f"diffbot: ended by {signal.Signals(reason.signum).name}", file=sys.stderr)
        return 128 + reason.signum
    except BrokenPipeError:
        # The reader of our output went away (./diffbot ... | head).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except OSError as error:
        show(from_os_error(error))
        return 1
