"""The recipe of the environment: package lists and the key."""
from __future__ import annotations

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from diffbot_cli import recipe

FOLDER = Path(__file__).resolve().parent.parent.parent / "environment"


class PackageListTest(unittest.TestCase):
    def test_comments_and_blank_lines_are_no_packages(self) -> None:
        self.assertEqual(recipe.read_packages("# a\n\ng++  # compiler\nmake\n", "amd64"),
                         ["g++", "make"])

    def test_a_package_can_be_for_one_architecture(self) -> None:
        text = "make\ngazebo [amd64]\n"
        self.assertEqual(recipe.read_packages(text, "amd64"), ["make", "gazebo"])
        self.assertEqual(recipe.read_packages(text, "arm64"), ["make"])

    def test_a_line_that_is_no_package_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "line 2 .*two words"):
            recipe.read_packages("make\ntwo words\n", "amd64")

    def test_no_package_is_listed_twice(self) -> None:
        names = recipe.packages(FOLDER, "amd64")
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_unknown_machine_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "riscv64"):
            recipe.architecture("riscv64")


class RequirementsTest(unittest.TestCase):
    def test_every_requirement_is_pinned_and_hashed(self) -> None:
        text = (FOLDER / "requirements.txt").read_text().replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.assertGreater(len(lines), 5)
        for line in lines:
            self.assertRegex(line, r"^[a-z0-9-]+==[0-9.]+(\s+--hash=sha256:[0-9a-f]{64})+\s*$")

    def test_no_host_name_is_written_down(self) -> None:
        for path in recipe.recipe_files(FOLDER):
            self.assertIsNone(re.search(r"https?://", path.read_text()), path)


class KeyTest(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.scratch)
        self.copy = self.scratch / "environment"
        shutil.copytree(FOLDER, self.copy)

    def test_the_same_recipe_elsewhere_has_the_same_key(self) -> None:
        self.assertEqual(recipe.key(FOLDER, "amd64"), recipe.key(self.copy, "amd64"))

    def test_each_file_of_the_recipe_counts(self) -> None:
        before = recipe.key(self.copy, "amd64")
        for path in recipe.recipe_files(self.copy):
            with self.subTest(file=path.name):
                content = path.read_bytes()
                path.write_bytes(content + b"#\n")
                self.assertNotEqual(recipe.key(self.copy, "amd64"), before)
                path.write_bytes(content)
        self.assertEqual(recipe.key(self.copy, "amd64"), before)

    def test_a_file_more_counts_and_the_readme_does_not(self) -> None:
        before = recipe.key(self.copy, "amd64")
        (self.copy / "README.md").write_text("x")
        self.assertEqual(recipe.key(self.copy, "amd64"), before)
        (self.copy / "files" / "etc").mkdir()
        (self.copy / "files" / "etc" / "new").write_text("x")
        self.assertNotEqual(recipe.key(self.copy, "amd64"), before)

    def test_the_architecture_counts(self) -> None:
        self.assertNotEqual(recipe.key(FOLDER, "amd64"), recipe.key(FOLDER, "arm64"))


if __name__ == "__main__":
    unittest.main()
