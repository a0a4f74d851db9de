"""Reading test results: every way in which a run can look better than it was."""
from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from diffbot_cli import results

GTEST = """<?xml version="1.0"?><testsuites tests="2" failures="1" errors="0" name="AllTests">
<testsuite name="S" tests="2" failures="1" errors="0"><testcase name="good" status="run"
classname="S"/><testcase name="bad" status="run" classname="S"><failure message="a.cpp:3&#x0A;no"
type=""/></testcase><testcase name="off" status="notrun" classname="S"/>
<testcase name="left" status="run" result="skipped" classname="S"/></testsuite></testsuites>"""
ROSUNIT = """<testsuite name="n" tests="1" failures="0" errors="0"><testcase
classname="__main__.DriveTest" name="test_forward"/><system-out>hello</system-out></testsuite>"""
WRAPPER = """<testsuite name="n" tests="1" failures="{n}" errors="0"><testcase
classname="rostest.runner.RosTest" name="testdrive">{failure}</testcase></testsuite>"""
FAILURE = "<failure type='AssertionError'>test [drive] did not generate test results</failure>"


class ResultsTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.build = Path(scratch.name)
        self.folder = self.build / "test_results" / "pkg"
        self.folder.mkdir(parents=True)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def register(self, *names: str) -> None:
        lines = [f'add_test(_ctest_x "env.sh" "/usr/share/run_tests.py" "{self.folder / n}" '
                 f'"--return-code" "cmd --gtest_output=xml:{self.folder / n}")' for n in names]
        (self.build / "CTestTestfile.cmake").write_text("\n".join(lines))

    def summary(self) -> results.Summary:
        return results.Summary(results.read_package("pkg", self.build))

    def test_gtest_counts_each_test_once(self) -> None:
        self.write("gtest-a.xml", GTEST)
        summary = self.summary()
        self.assertEqual(summary.last_line(), "1 passed, 1 failed, 2 skipped")
        self.assertEqual(summary.failures[0].message, "a.cpp:3\nno")
        self.assertIn("S.bad", summary.failures[0].name)

    def test_a_registered_test_without_a_file_failed(self) -> None:
        self.write("gtest-a.xml", GTEST.replace("failure", "properties"))
        self.register("gtest-a.xml", "rostest-b.xml")
        summary = self.summary()
        self.assertEqual(summary.count(results.FAILED), 1)
        self.assertIn("no result file", summary.failures[0].message)
        self.assertEqual(summary.failures[0].name, "rostest-b")

    def test_the_placeholder_of_a_missing_file_is_that_one_failure(self) -> None:
        self.register("gtest-a.xml")
        self.write("MISSING-gtest-a.xml", ROSUNIT)
        self.assertEqual(self.summary().last_line(), "0 passed, 1 failed")

    def test_a_file_without_tests_failed(self) -> None:
        self.write("gtest-a.xml", '<testsuites tests="0" failures="0" errors="0"/>')
        self.assertIn("no test in it", self.summary().failures[0].message)

    def test_a_broken_file_failed(self) -> None:
        self.write("gtest-a.xml", "<testsuite><testcase")
        self.assertIn("unreadable", self.summary().failures[0].message)

    def test_control_characters_are_no_failure(self) -> None:
        self.write("rosunit-a.xml", ROSUNIT.replace("hello", "\x1b[1mhello\x00"))
        self.assertEqual(self.summary().last_line(), "1 passed, 0 failed")

    def test_an_error_is_a_failure_and_says_so(self) -> None:
        self.write("rosunit-a.xml", ROSUNIT.replace(
            'name="test_forward"/>', 'name="test_forward"><error type="E">no odom</error>'
            '</testcase>'))
        case = self.summary().failures[0]
        self.assertEqual(case.message, "error: no odom")
        self.assertEqual(case.output, ["hello"])

    def test_rostests_line_for_a_node_is_not_a_second_test(self) -> None:
        self.write("rosunit-drive.xml", ROSUNIT)
        self.write("rostest-t.xml", WRAPPER.format(n=0, failure=""))
        self.assertEqual(self.summary().last_line(), "1 passed, 0 failed")

    def test_rostests_line_counts_when_the_node_left_nothing(self) -> None:
        self.write("rostest-t.xml", WRAPPER.format(n=1, failure=FAILURE))
        self.assertIn("did not generate", self.summary().failures[0].message)

    def test_rostests_line_counts_when_it_alone_tells_of_a_failure(self) -> None:
        self.write("rosunit-drive.xml", ROSUNIT)
        self.write("rostest-t.xml", WRAPPER.format(n=1, failure=FAILURE))
        self.assertEqual(self.summary().last_line(), "1 passed, 1 failed")

    def test_nothing_at_all_is_no_test(self) -> None:
        self.assertEqual(self.summary().cases, [])

    def test_a_failure_is_described_with_package_name_message_and_output(self) -> None:
        case = results.Case("pkg", "t: A.b", results.FAILED, "0.57 is not 0.6", ["last words"],
                            Path("/x/t.xml"))
        text = "\n".join(results.describe([case]))
        for part in ("pkg", "t: A.b", "0.57 is not 0.6", "last words", "/x/t.xml"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main()
