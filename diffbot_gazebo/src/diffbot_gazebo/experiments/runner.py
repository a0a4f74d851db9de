"""Makes runs side by side, each in a process of its own; finished ones are kept and reused."""

import errno
import multiprocessing
import os
import shutil
import signal
import time
from multiprocessing.connection import Connection, wait
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

from diffbot_gazebo.experiments.description import Setting
from diffbot_gazebo.experiments.simulate import NoMaster, simulate
from diffbot_gazebo.experiments.store import RunId, Store, settings_of

END_GENTLY = 60.0  # s of wall time that an interrupted run gets to end its simulation


class NoSpace(Exception):
    """The disk is full."""


class Job(NamedTuple):
    """One run that is to be made."""

    setting: Setting
    run: RunId

    def title(self) -> str:
        setting = self.setting
        return '%s: %s, %s, run %d' % (
            setting.experiment,
            setting.robot_name,
            setting.case.name,
            self.run.number,
        )


def _worker(job: Job, store: Store, provenance: Dict[str, Any], answer: Connection) -> None:
    """Make a run and keep it; answer ('', 0) or the reason why not and the errno."""
    # Ctrl-C reaches every process of the terminal; only the runner ends its runs, once. (A handler
    # and not SIG_IGN, which the simulation would inherit.)
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _interrupt_once)
    folder = os.path.join(store.folder, 'work', job.run.file)
    try:
        try:
            series, facts = simulate(job.setting, folder)
        except NoMaster:
            series, facts = simulate(job.setting, folder)
        settings = settings_of(job.setting, provenance['gazebo'])
        store.save(job.run, series, dict(provenance, **facts, settings=settings))
        shutil.rmtree(folder, ignore_errors=True)
        answer.send(('', 0))
    except KeyboardInterrupt:
        answer.send(('interrupted', 0))
    except OSError as error:
        answer.send(('%s: %s' % (type(error).__name__, error), error.errno or 0))
    except Exception as error:  # a run that fails must not end the others
        answer.send(('%s: %s (files and log: %s)' % (type(error).__name__, error, folder), 0))


def _interrupt_once(*_: object) -> None:
    signal.signal(signal.SIGTERM, lambda *_: None)
    raise KeyboardInterrupt


class Runner:
    """Makes the missing runs.

    count: how many simulations side by side; say: shows a line of progress.
    """

    def __init__(
        self, store: Store, count: int, provenance: Dict[str, Any], say: Callable[[str], None]
    ) -> None:
        self._store = store
        self._count = count
        self._provenance = provenance
        self._say = say

    def make(self, jobs: Sequence[Job]) -> Dict[RunId, str]:
        """Make all runs that are not kept yet; return the reasons of those that failed.

        A run that fails gets a second chance in a simulation of its own: on a busy machine a node
        may come too late.

        Raises NoSpace when the disk is full, KeyboardInterrupt after Ctrl-C; the running
        simulations have been ended then, and the finished runs are kept.
        """
        missing = [job for job in jobs if not self._store.has(job.run)]
        if len(missing) < len(jobs):
            self._say('%d of %d runs are there already' % (len(jobs) - len(missing), len(jobs)))
        failures: Dict[RunId, str] = {}
        running: Dict[Connection, Tuple[Job, multiprocessing.Process, float]] = {}
        done, waiting, again = 0, list(missing), set()
        try:
            while waiting or running:
                while waiting and len(running) < self._count:
                    self._start(waiting.pop(0), running)
                for connection in wait(list(running)):
                    job, process, began = running.pop(connection)
                    reason, number = _answer(connection)
                    process.join()
                    seconds = time.monotonic() - began
                    if number in (errno.ENOSPC, errno.EDQUOT):
                        raise NoSpace(reason)
                    if reason and job.run not in again:
                        self._say('once more: %s: %s' % (job.title(), reason))
                        again.add(job.run)
                        waiting.append(job)
                        continue
                    done += 1
                    result = 'FAILED: ' + reason if reason else 'done'
                    self._say(
                        '[%d/%d] %s: %s (%.0f s)'
                        % (done, len(missing), job.title(), result, seconds)
                    )
                    if reason:
                        failures[job.run] = reason
        finally:
            _end([process for _, process, _ in running.values()])
        return failures

    def _start(self, job: Job, running: Dict) -> None:
        context = multiprocessing.get_context('fork')
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_worker, args=(job, self._store, self._provenance, there))
        process.start()
        there.close()
        running[here] = (job, process, time.monotonic())


def _answer(connection: Connection) -> Tuple[str, int]:
    try:
        return connection.recv()
    except EOFError:
        return 'its process ended without an answer', 0


def _end(processes: List[multiprocessing.Process]) -> None:
    """End runs in order: each ends its own simulation."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(END_GENTLY)
        if process.is_alive():
            process.kill()
