"""Running the tests of packages with catkin, and the checks of the repository itself."""
from __future__ import annotations

import os
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import results
from .errors import DiffbotError
from .packages import Package
from .paths import human_time
from .process import run_logged
from .progress import Progress
from .results import Case, FAILED
from .workspace import Builder, BuildWatcher, Workspace, parallel

# Checks that are no catkin package: folder in tests/, whether they run on the machine itself.
OWN_CHECKS = {"tool": False, "lint": False, "machine": True}
# catkin starts each test through this script, whose first word is the result file.
TEST_STARTS = re.compile(r"/run_tests\.py (\S+)\.xml ")


@dataclass
class TestWatcher:
    """Reads the output of `catkin build --catkin-make-args run_tests`: which test runs now."""

    progress: Progress
    total: int
    started: int = 0
    current: str = ""
    since: float = field(default_factory=time.monotonic)

    def __call__(self, line: str) -> None:
        match = TEST_STARTS.search(line)
        if match:
            self.current, self.since = Path(match[1]).name, time.monotonic()
            self.started += 1
        if self.current:
            self.progress.update(f"{min(self.started, self.total)}/{self.total}, running "
                                 f"{self.current} for "
                                 f"{human_time(time.monotonic() - self.since)}")


def test_packages(builder: Builder, chosen: list[Package], named: bool) -> list[Case]:
    """Runs the tests of packages, workspace by workspace. The caller holds the lock."""
    cases: list[Case] = []
    for workspace in builder.workspaces.values():
        mine = [p.name for p in chosen if p.workspace == workspace.name]
        if mine:
            cases += _test_workspace(builder, workspace, mine, named)
    return cases


def _test_workspace(builder: Builder, workspace: Workspace, names: list[str],
                    named: bool) -> list[Case]:
    builds = {name: workspace.build / name for name in names}
    for folder in builds.values():
        # An old result must not stand for a test that did not run.
        shutil.rmtree(folder / "test_results", ignore_errors=True)
    log = builder.checkout.logs / f"test_{workspace.name}.log"
    log.write_bytes(b"")
    try:
        _build_tests(builder, workspace, names, log)
    except DiffbotError as error:
        text = "\n".join([str(error), *(error.excerpt or [])])
        return [Case(workspace.name, "build of the tests", FAILED, text, log=log)]
    total = sum(len(results.registered_files(folder)) for folder in builds.values())
    with Progress(f"tests of {workspace.name}") as progress:
        watcher = TestWatcher(progress, total)
        # One at a time: a test of timing or of a simulation must not share the machine.
        arguments = ["build", "--no-status", "--no-notify", "--no-deps", "--interleave-output",
                     "--verbose", "--no-jobserver", "--jobs", "1", "--parallel-packages", "1",
                     *names, "--catkin-make-args", "run_tests"]
        code = builder.catkin(workspace, arguments, log, progress, watcher)
        cases: list[Case] = []
        for name, folder in builds.items():
            found = results.read_package(name, folder)
            if named and not found:
                found = [Case(name, "tests", FAILED, "the package has no tests")]
            cases += found
        if code != 0:
            cases.append(Case(workspace.name, "run_tests", FAILED,
                              f"catkin build ended with {code}", results.last_lines(log), log))
        cases += _second_opinion(builder, workspace, builds, cases)
        progress.done(f"{total} test files of {len(names)} packages")
    return cases


def _build_tests(builder: Builder, workspace: Workspace, names: list[str], log: Path) -> None:
    with Progress(f"build of the tests of {workspace.name}") as progress:
        watcher = BuildWatcher(progress, len(names))
        code = builder.catkin(workspace, ["build", "--no-status", "--no-notify", "--no-deps",
                                          *parallel(), *names, "--catkin-make-args", "tests"],
                              log, progress, watcher)
        if code != 0 or watcher.failed:
            raise builder.failure(workspace, watcher, log, code)
        progress.done(f"{len(names)} packages")


def _second_opinion(builder: Builder, workspace: Workspace, builds: dict[str, Path],
                    cases: list[Case]) -> list[Case]:
    """catkin_test_results must not see a failure where our own reading sees none."""
    log = builder.checkout.logs / f"results_{workspace.name}.log"
    log.write_bytes(b"")
    failed = {case.package for case in cases if case.state == FAILED}
    added = []
    for name, folder in builds.items():
        if name in failed or not (folder / "test_results").is_dir():
            continue
        code = builder.runner.run_logged(["catkin_test_results", str(folder / "test_results")],
                                         log)
        if code != 0:
            added.append(Case(name, "catkin_test_results", FAILED,
                              "reports a failure that no result file explains",
                              results.last_lines(log), log))
    return added


def own_checks(builder: Builder, names: list[str]) -> list[Case]:
    """The checks in tests/: this tool, the style of all sources, the machine's sandbox."""
    cases: list[Case] = []
    for name in names:
        on_machine = OWN_CHECKS[name]
        if on_machine and builder.runner.environment.is_here:
            continue
        folder = builder.checkout.root / "tests" / name
        output = builder.checkout.state / "test_results" / f"{name}.xml"
        output.parent.mkdir(parents=True, exist_ok=True)
        output.unlink(missing_ok=True)
        log = builder.checkout.logs / f"test_{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_bytes(b"")
        module = ["-m", "diffbot_cli.junit", str(folder), str(output)]
        with Progress(f"checks: {name}") as progress:
            if on_machine:
                code = _run_here([sys.executable, *module], builder, log, progress)
            else:
                code = builder.runner.run_logged(["python3", *module], log, progress=progress)
            if output.exists():
                found = results.read_file(name, output)
            else:
                found = [Case(name, "checks", FAILED, f"ended with {code} and left no result",
                              results.last_lines(log), log)]
            cases += found
            progress.done(f"{len(found)} tests")
    return cases


def _run_here(argv: list[str], builder: Builder, log: Path, progress: Progress) -> int:
    environment = dict(os.environ, PYTHONPATH=str(builder.checkout.root))
    return run_logged(argv, log, progress=progress, environment=environment)
