"""./diffbot test"""
from __future__ import annotations

import argparse

from .. import packages, testing
from ..errors import DiffbotError, show
from ..paths import find_checkout
from ..results import FAILED, Case, Summary, describe
from .common import add_setup_options, make_builder

SUMMARY = "build, run all tests, sum them up"
EXAMPLES = """\
  ./diffbot test                           everything
  ./diffbot test diffbot_gazebo            one package
  ./diffbot test xacro diffbot_msgs lint   some, and the checks of the sources' style
Beside the packages: `tool` (this tool), `lint` (style of all sources) and `machine` (sandbox,
signals). Exit code 0 only if at least one test ran and none failed, broke off or is missing; the
last line is `N passed, N failed`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    add_setup_options(parser)


def run(arguments: argparse.Namespace) -> int:
    summary = Summary()
    try:
        summary.cases = run_tests(arguments)
        if not summary.cases:
            raise DiffbotError("no test ran")
    except DiffbotError as error:
        show(error)
        if error.code == 2:
            return 2
        summary.cases.append(Case("diffbot", str(error), FAILED, str(error)))
    else:
        report(summary)
    print(summary.last_line())
    return 1 if summary.failures else 0


def run_tests(arguments: argparse.Namespace) -> list[Case]:
    checkout = find_checkout()
    known = packages.find(checkout)
    given = [packages.plain_name(name) for name in arguments.packages]
    checks = [name for name in given if name in testing.OWN_CHECKS]
    names = [name for name in given if name not in testing.OWN_CHECKS]
    # A wrong name is said before anything is built.
    chosen = packages.select({**known, **dict.fromkeys(testing.OWN_CHECKS)}, names)
    if not arguments.packages:
        chosen, checks = list(known.values()), list(testing.OWN_CHECKS)
    builder = make_builder(arguments)
    with builder.locked():
        cases = testing.own_checks(builder, [c for c in checks if c != "machine"])
        if arguments.packages:
            builder.build_named(chosen)
        else:
            builder.build_stale()
        cases += testing.test_packages(builder, chosen, named=bool(arguments.packages))
    # These start ./diffbot themselves, so they come when the lock is free.
    return cases + testing.own_checks(builder, [c for c in checks if c == "machine"])


def report(summary: Summary) -> None:
    """One line for each package, then each failure."""
    by_package: dict[str, Summary] = {}
    for case in summary.cases:
        by_package.setdefault(case.package, Summary()).cases.append(case)
    print()
    for name, part in by_package.items():
        print(f"{name + ':':32} {part.last_line()}")
    for line in describe(summary.failures):
        print(line)
    print()
