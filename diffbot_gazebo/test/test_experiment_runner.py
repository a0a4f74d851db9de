"""Unit tests of the experiments' runner: what is made, kept, tried again (no simulation)."""

import errno
import os
import tempfile
import unittest
from unittest import mock

import numpy as np

from diffbot_gazebo.experiments import runner
from diffbot_gazebo.experiments.description import Case, Setting
from diffbot_gazebo.experiments.protocols import Rest
from diffbot_gazebo.experiments.robot import own
from diffbot_gazebo.experiments.runner import Job, NoSpace, Runner
from diffbot_gazebo.experiments.store import Store, run_id

SETTING = Setting('test', 'remo', Case('standing', (), {}), own('remo'), Rest(1.0))


class Running(unittest.TestCase):
    """The runner with something in the place of simulations."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.store = Store(os.path.join(temporary.name, 'runs'))
        self.said = []

    def make(self, simulate, count=3):
        jobs = [Job(SETTING, run_id(SETTING, '11.1', n + 1)) for n in range(count)]
        with mock.patch.object(runner, 'simulate', simulate):
            failures = Runner(self.store, 2, {'gazebo': '11.1'}, self.said.append).make(jobs)
        return jobs, failures

    def mark(self, folder):
        """Return how often a run with this folder has been begun, this time included."""
        path = os.path.join(os.path.dirname(self.store.folder), os.path.basename(folder))
        with open(path, 'a+') as stream:
            stream.write('x')
            stream.seek(0)
            return len(stream.read())

    def good(self, _, folder):
        self.mark(folder)
        return {'rest': np.zeros((2, 2))}, {'real_time_factor': 1.0}

    def test_runs_are_made_once_and_reused(self):
        jobs, failures = self.make(self.good, 2)
        self.assertEqual(failures, {})
        self.assertTrue(all(self.store.has(job.run) for job in jobs))
        jobs, failures = self.make(self.good, 3)
        self.assertEqual(failures, {})
        self.assertEqual(self.said[2], '2 of 3 runs are there already')
        self.assertEqual([self.mark(job.run.file) for job in jobs], [2, 2, 2])

    def test_a_run_that_fails_gets_one_more_chance(self):
        def second(case, folder):
            if self.mark(folder) == 1:
                raise RuntimeError('too late')
            return self.good(case, folder)

        jobs, failures = self.make(second, 1)
        self.assertEqual(failures, {})
        self.assertIn(
            'once more: test: remo, standing, run 1: RuntimeError: too late', self.said[0]
        )
        self.assertTrue(self.store.has(jobs[0].run))

    def test_one_that_always_fails_does_not_end_the_others(self):
        def third(case, folder):
            if folder.endswith('-3'):
                raise RuntimeError('never')
            return self.good(case, folder)

        jobs, failures = self.make(third)
        self.assertEqual(list(failures), [jobs[2].run])
        self.assertIn('RuntimeError: never', failures[jobs[2].run])
        self.assertTrue(self.store.has(jobs[0].run) and self.store.has(jobs[1].run))

    def test_a_full_disk_ends_everything(self):
        def full(case, folder):
            raise OSError(errno.ENOSPC, 'No space left on device')

        with self.assertRaisesRegex(NoSpace, 'No space left on device'):
            self.make(full)

    def test_a_process_that_dies_is_a_failure(self):
        jobs, failures = self.make(lambda *_: os._exit(3), 1)
        self.assertIn('ended without an answer', failures[jobs[0].run])


if __name__ == '__main__':
    unittest.main()
