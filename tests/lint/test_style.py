"""The style of all sources: flake8, clang-format, catkin_lint, xmllint, and that YAML is YAML."""
from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = {".git", ".diffbot", ".catkin_tools", "build", "devel", "install", "logs",
           "__pycache__"}
CPP = {".h", ".hpp", ".cpp", ".c", ".ino"}
XML = {".xml", ".xacro", ".urdf", ".launch", ".test", ".world", ".sdf", ".config"}


def sources() -> list[Path]:
    """All files of the repository that are not built by it."""
    found = []
    for parent, folders, names in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        found += [Path(parent, name) for name in sorted(names)]
    return found


def with_suffix(suffixes: set[str]) -> list[Path]:
    return [path for path in sources() if path.suffix in suffixes]


def first_line(path: Path) -> str:
    with open(path, "rb") as stream:
        return stream.readline(200).decode("utf-8", "replace")


def scripts(interpreter: str) -> list[Path]:
    """Files without a suffix that name an interpreter in their first line."""
    return [path for path in sources() if not path.suffix and path.is_file()
            and first_line(path).startswith("#!") and interpreter in first_line(path)]


class StyleTest(unittest.TestCase):
    """Each check runs on all files at once and shows the tool's own words."""

    def check(self, command: list[str], files: list[Path]) -> None:
        self.assertTrue(files, "no file to check: the search is wrong")
        names = [str(path.relative_to(ROOT)) for path in files]
        result = subprocess.run([*command, *names], cwd=ROOT, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(result.returncode, 0, f"{command[0]}:\n{result.stdout[-6000:]}")

    def test_python_is_pep8(self) -> None:
        self.check(["flake8"], with_suffix({".py"}) + scripts("python"))

    def test_cpp_is_formatted(self) -> None:
        self.check(["clang-format", "--dry-run", "-Werror"], with_suffix(CPP))

    def test_packages_are_catkin_lint_clean(self) -> None:
        """Errors and warnings, without the two that Gazebo's own CMake variables bring along."""
        folders = [path.parent for parent in (ROOT, ROOT / "underlay")
                   for path in sorted(parent.glob("*/package.xml"))]
        self.check(["catkin_lint", "--offline", "--strict", "-W1", "--ignore", "link_directory",
                    "--ignore", "critical_var_append"], folders)

    def test_xml_is_well_formed(self) -> None:
        self.check(["xmllint", "--noout"], with_suffix(XML))

    def test_yaml_can_be_read(self) -> None:
        files = with_suffix({".yaml", ".yml"})
        self.assertTrue(files)
        for path in files:
            with self.subTest(file=str(path.relative_to(ROOT))):
                # Not loaded: ROS has tags of its own (!degrees).
                list(yaml.parse(path.read_text()))

    def test_shell_scripts_parse(self) -> None:
        files = with_suffix({".sh", ".bash"}) + scripts("sh") + scripts("bash")
        for path in dict.fromkeys(files):
            with self.subTest(file=str(path.relative_to(ROOT))):
                result = subprocess.run(["bash", "-n", str(path)], stderr=subprocess.PIPE,
                                        text=True)
                self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
