"""Test result files (JUnit XML) of gtest, rosunit, rostest, nose and our own runner.

Each test counts once. `catkin_test_results` adds gtest's totals twice and does not see a test that
was registered and left no file, so it is asked as a second opinion only.
"""
from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

from .errors import tail

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
ROSTEST_WRAPPER = "rostest.runner.RosTest"
# "run_tests.py" "FILE.xml" ... of a line of CTestTestfile.cmake.
REGISTERED = re.compile(r'run_tests\.py"?\s+"?([^"\s]+\.xml)"?')
OUTPUT_LINES = 15


@dataclass
class Case:
    """One test."""

    package: str
    name: str
    state: str
    message: str = ""
    output: list[str] = field(default_factory=list)
    log: Path | None = None


@dataclass
class Summary:
    """All tests of a run."""

    cases: list[Case] = field(default_factory=list)

    def count(self, state: str) -> int:
        return sum(case.state == state for case in self.cases)

    @property
    def failures(self) -> list[Case]:
        return [case for case in self.cases if case.state == FAILED]

    def last_line(self) -> str:
        line = f"{self.count(PASSED)} passed, {self.count(FAILED)} failed"
        skipped = self.count(SKIPPED)
        return f"{line}, {skipped} skipped" if skipped else line


def registered_files(build: Path) -> list[Path]:
    """The result files that a package's tests must write, as CMake registered them."""
    found: list[Path] = []
    for listing in sorted(build.rglob("CTestTestfile.cmake")):
        for match in REGISTERED.finditer(listing.read_text(errors="replace")):
            path = Path(match[1])
            if path not in found:
                found.append(path)
    return found


def read_package(package: str, build: Path) -> list[Case]:
    """All tests of a package's build folder: the files that exist, and those that should."""
    folder = build / "test_results"
    cases: list[Case] = []
    files = sorted(folder.rglob("*.xml")) if folder.is_dir() else []
    for path in files:
        if not path.name.startswith("MISSING-"):
            cases += read_file(package, path)
    for path in registered_files(build):
        if not path.exists():
            cases.append(Case(package, path.stem, FAILED,
                              f"no result file: the test did not run to its end ({path.name})"))
    return _without_wrappers(cases)


def read_file(package: str, path: Path) -> list[Case]:
    """The tests of one file; a file without any, or that is no XML, counts as a failed test."""
    try:
        root = ElementTree.fromstring(clean(path.read_bytes()))
    except (ElementTree.ParseError, OSError) as error:
        return [Case(package, path.stem, FAILED, f"unreadable result file: {error}", log=path)]
    output = _output(root)
    cases = [_case(package, path, node, output) for node in root.iter("testcase")]
    if not cases:
        cases = [Case(package, path.stem, FAILED, "the result file has no test in it",
                      output, path)]
    return cases


def clean(content: bytes) -> bytes:
    """Without the control characters that XML forbids and that test output often has."""
    return re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", content)


def _case(package: str, path: Path, node: ElementTree.Element, output: list[str]) -> Case:
    name = f"{node.get('classname', '')}.{node.get('name', '')}".strip(".")
    name = name.replace("__main__.", "")
    problems = [child for child in node if child.tag in ("failure", "error")]
    if problems:
        return Case(package, f"{path.stem}: {name}", FAILED,
                    "\n".join(_problem(problem) for problem in problems), output, path)
    if node.find("skipped") is not None or node.get("result") in ("skipped", "suppressed") \
            or node.get("status") == "notrun":
        return Case(package, f"{path.stem}: {name}", SKIPPED, log=path)
    return Case(package, f"{path.stem}: {name}", PASSED, log=path)


def _problem(node: ElementTree.Element) -> str:
    """A failure's message and the end of its text, without saying the same twice."""
    message = (node.get("message") or "").strip()
    lines = [line.rstrip() for line in (node.text or "").strip().splitlines() if line.strip()]
    text = "\n".join(lines[-OUTPUT_LINES:])
    kind = "error: " if node.tag == "error" else ""
    if not message or message in text:
        return kind + (text or node.get("type") or "failed without a message")
    # gtest's message holds all of its text.
    return kind + message if not text or text in message else f"{kind}{message}\n{text}"


def _output(root: ElementTree.Element) -> list[str]:
    """The last lines that the test's processes wrote."""
    lines: list[str] = []
    for tag in ("system-out", "system-err"):
        for node in root.iter(tag):
            text = re.sub(r"&#x001B;\[[0-9;]*m|\[[0-9;]*m", "", node.text or "")
            text = text.replace("<![CDATA[", "").replace("]]>", "")
            lines += [line.rstrip() for line in text.splitlines() if line.strip()]
    return lines[-OUTPUT_LINES:]


def _without_wrappers(cases: list[Case]) -> list[Case]:
    """rostest writes a line for each test node, whose own file (rosunit-NODE.xml) has the tests.

    The line counts where that file is missing, or where it tells of a failure that the file does
    not have (the node died, or took too long).
    """
    prefix = ROSTEST_WRAPPER + ".test"
    own: dict[str, list[Case]] = {}
    for case in cases:
        stem = case.name.partition(":")[0]
        if stem.startswith("rosunit-"):
            own.setdefault(stem[len("rosunit-"):], []).append(case)
    kept = []
    for case in cases:
        name = case.name.partition(": ")[2]
        if name.startswith(prefix):
            tests = own.get(name[len(prefix):], [])
            covered = bool(tests) and (case.state != FAILED
                                       or any(test.state == FAILED for test in tests))
            if covered:
                continue
        kept.append(case)
    return kept


def describe(failures: list[Case]) -> Iterator[str]:
    """What to print about failed tests."""
    for case in failures:
        yield ""
        yield f"FAILED {case.package} {case.name}"
        for line in case.message.splitlines():
            yield f"  {line}"
        if case.output:
            yield f"  last lines of its output (all: {case.log}):"
            for line in case.output:
                yield f"  | {line[:300]}"
        elif case.log is not None:
            yield f"  result file: {case.log}"


def last_lines(log: Path) -> list[str]:
    """The end of a log, as a case's output."""
    return tail(log, OUTPUT_LINES)
