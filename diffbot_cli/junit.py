"""Runs the unittest files of a folder and writes a JUnit XML result file.

    python3 -m diffbot_cli.junit FOLDER OUTPUT.xml
"""
from __future__ import annotations

import io
import sys
import time
import traceback
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path


class JunitResult(unittest.TextTestResult):
    """Keeps each test's outcome; a subtest that fails makes its test fail with its own message."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.suite = ElementTree.Element("testsuite", name="unittest")
        self._node: ElementTree.Element | None = None
        self._start = 0.0

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        owner, _, name = test.id().rpartition(".")
        self._node = ElementTree.SubElement(self.suite, "testcase", classname=owner, name=name)
        self._start = time.monotonic()

    def stopTest(self, test: unittest.TestCase) -> None:
        super().stopTest(test)
        if self._node is not None:
            self._node.set("time", f"{time.monotonic() - self._start:.3f}")

    def addFailure(self, test: unittest.TestCase, err: tuple) -> None:
        super().addFailure(test, err)
        self._add("failure", err)

    def addError(self, test: unittest.TestCase, err: tuple) -> None:
        super().addError(test, err)
        if not isinstance(test, unittest.TestCase):
            # An import error or setUpClass: no startTest() came before.
            self._node = ElementTree.SubElement(self.suite, "testcase", classname="set-up",
                                                name=str(test))
        self._add("error", err)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        if self._node is not None:
            ElementTree.SubElement(self._node, "skipped", message=reason)

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase,
                   err: tuple | None) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._add("failure", err, f"{subtest}: ")

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        super().addUnexpectedSuccess(test)
        if self._node is not None:
            ElementTree.SubElement(self._node, "failure", message="passed, expected to fail")

    def _add(self, tag: str, err: tuple, prefix: str = "") -> None:
        child = ElementTree.SubElement(self._node, tag, type=err[0].__name__,
                                       message=prefix + str(err[1]))
        frames = traceback.extract_tb(err[2])
        own = [f for f in frames if "/unittest/" not in f.filename]
        child.text = "\n".join(f"{f.filename}:{f.lineno}: {f.line}" for f in own)


def run(folder: Path, output: Path) -> int:
    suite = unittest.defaultTestLoader.discover(str(folder), top_level_dir=str(folder))
    runner = unittest.TextTestRunner(verbosity=2, resultclass=JunitResult, stream=sys.stderr)
    result = runner.run(suite)
    tree = result.suite
    tree.set("tests", str(len(tree)))
    for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        tree.set(attribute, str(sum(case.find(tag) is not None for case in tree)))
    buffer = io.BytesIO()
    ElementTree.ElementTree(tree).write(buffer, encoding="utf-8", xml_declaration=True)
    output.write_bytes(buffer.getvalue())
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), Path(sys.argv[2])))
