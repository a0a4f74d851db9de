#!/usr/bin/env python3
"""The quick part of the fault table. All of it: rosrun diffbot_base faults"""
import sys
import unittest

import rostest
from diffbot_base.faults.outcome import HEADER, cells, row
from diffbot_base.faults.run import CASES, Runner
from diffbot_base.launched import use_own_master

SLACK = 3.0
"""On limits of time and distance: a test must not fail because the machine is slow. The table
itself is judged without."""


class FaultsTest(unittest.TestCase):
    def test_quick_faults(self):
        runner = Runner()
        self.addCleanup(runner.close)
        print(row(HEADER))
        for case in CASES:
            if not case.quick:
                continue
            outcome, tries = runner.tried(case, SLACK)
            print(row(cells(case.name, outcome, tries)), flush=True)
            with self.subTest(case.name):
                self.assertEqual(outcome.wrong() + outcome.late(SLACK), [])

    def test_names_are_unique(self):
        names = [case.name for case in CASES]
        self.assertEqual(len(names), len(set(names)))


if __name__ == '__main__':
    use_own_master()
    rostest.rosrun('diffbot_base', 'teensy_faults', FaultsTest, sys.argv)
