"""Runs the table of faults and prints it."""
import argparse
import json
import os
import sys
import time
from typing import List, Optional, Sequence, Tuple

from diffbot_base.launched import use_own_master
from diffbot_base.priority import be_real_time

from . import commands, link, measurements, start, time_manager
from .case import Case
from .outcome import HEADER, Outcome, cells, row
from .rig import Rig, RigError

CASES: List[Case] = (commands.CASES + measurements.CASES + link.CASES + time_manager.CASES
                     + start.CASES)
GROUPS = list(dict.fromkeys(case.group for case in CASES))
TRIES = 3
"""A limit on time or distance that is missed once can be the machine's fault; three times in a row
it is the robot's. Everything else is judged the first time."""


class Runner:
    """Keeps a robot for as many cases as can share it."""

    def __init__(self) -> None:
        self._rig: Optional[Rig] = None
        self._arguments: Optional[dict] = None

    def close(self) -> None:
        if self._rig is not None:
            self._rig.close()
            self._rig = None

    def run(self, case: Case) -> Outcome:
        if case.without_robot:
            self.close()
            return case.run(None)
        try:
            outcome = case.run(self._robot(case))
        except Exception as error:  # the table goes on; the row says what happened
            outcome = Outcome(problems=['%s: %s' % (type(error).__name__, error)])
        if outcome.problems or case.arguments is not None:
            self.close()
        return outcome

    def tried(self, case: Case, slack: float = 1.0) -> Tuple[Outcome, int]:
        """Run a case; again, up to TRIES times, while nothing but limits on time and distance,
        times `slack`, is exceeded. The last outcome, and its try."""
        for tries in range(1, TRIES + 1):
            outcome = self.run(case)
            if outcome.wrong() or not outcome.late(slack):
                break
        return outcome, tries

    def _robot(self, case: Case) -> Rig:
        if self._rig is not None and (self._arguments != case.arguments or not self._rig.alive()):
            self.close()
        if self._rig is None:
            self._rig = Rig(case.arguments)
            self._arguments = case.arguments
        return self._rig


def run_cases(cases: Sequence[Case], out=sys.stdout) -> List[dict]:
    """Run them all, print a row each; what happened, ready for JSON."""
    results = []
    runner = Runner()
    print(row(HEADER), file=out)
    try:
        for case in cases:
            outcome, tries = runner.tried(case)
            print(row(cells(case.name, outcome, tries)), file=out, flush=True)
            results.append(dict(outcome._asdict(), group=case.group, name=case.name, tries=tries,
                                passed=outcome.passed()))
    finally:
        runner.close()
    return results


def chosen(arguments: argparse.Namespace) -> List[Case]:
    cases = [case for case in CASES if arguments.group in (None, case.group)]
    if arguments.only:
        cases = [case for case in cases if arguments.only.lower() in case.name.lower()]
    if arguments.quick:
        cases = [case for case in cases if case.quick]
    return cases


def what(arguments: argparse.Namespace) -> str:
    """The choice in words."""
    words = ['of group %s' % arguments.group] if arguments.group else []
    words += ['with "%s" in its name' % arguments.only] if arguments.only else []
    words += ['among the quick ones'] if arguments.quick else []
    return 'there is none ' + ', '.join(words)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog='faults', description='Drive the simulated robot, do it every known harm, print what '
        'it did. Exit code 1 when a limit was missed.')
    parser.add_argument('--group', choices=GROUPS, help='only this group')
    parser.add_argument('--only', metavar='TEXT', help='only faults whose name contains this')
    parser.add_argument('--quick', action='store_true', help='only the few that the tests run')
    parser.add_argument('--list', action='store_true', help='print the names and end')
    parser.add_argument('--json', metavar='FILE', help='write the results there too')
    arguments = parser.parse_args()
    cases = chosen(arguments)
    if not cases:
        parser.error('no fault is chosen: %s; --list shows all names' % what(arguments))
    if arguments.json and not os.access(os.path.dirname(os.path.abspath(arguments.json)), os.W_OK):
        parser.error('--json %s: its folder is missing or cannot be written' % arguments.json)
    if arguments.list:
        for case in cases:
            print('%-14s %s' % (case.group, case.name))
        return 0
    use_own_master()
    be_real_time()  # its own clocks are to show the robot's time, not the machine's
    began = time.monotonic()
    try:
        results = run_cases(cases)
    except RigError as error:
        print('faults: %s' % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print('\ninterrupted; the robot has been ended')
        return 130
    if arguments.json:
        with open(arguments.json, 'w') as file:
            json.dump(results, file, indent=1)
    failed = sum(not result['passed'] for result in results)
    print('%d faults in %.0f s: %d passed, %d failed'
          % (len(results), time.monotonic() - began, len(results) - failed, failed))
    return 1 if failed else 0
