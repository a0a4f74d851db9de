"""The adapter answers as ROS 1's xacro does: module, command, substitution arguments."""
import os
import subprocess
import tempfile
import unittest
from typing import Dict, List
from xml.dom.minidom import Document

import rospkg
import xacro

FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')
ROBOT = os.path.join(FILES, 'robot.xacro')


def expand(body: str, mappings: Dict[str, str] = {}) -> Document:
    """Expand a document with the given body inside a file of its own."""
    with tempfile.NamedTemporaryFile('w', suffix='.xacro') as file:
        file.write(f'<r xmlns:xacro="http://www.ros.org/wiki/xacro">{body}</r>')
        file.flush()
        return xacro.process_file(file.name, mappings=dict(mappings))


def run(command: List[str], **env: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, **env}, timeout=120)


class Module(unittest.TestCase):
    def setUp(self) -> None:
        os.environ['XACRO_TEST_SET'] = 'somewhere'

    def test_whole_file(self) -> None:
        doc = xacro.process_file(ROBOT, mappings={'name': 'remo'})
        wheels = [(w.getAttribute('name'), w.getAttribute('radius'))
                  for w in doc.getElementsByTagName('wheel')]
        self.assertEqual(wheels, [('left_wheel', '0.033'), ('right_wheel', '0.033')])

        def attribute(tag: str, name: str) -> str:
            return doc.getElementsByTagName(tag)[0].getAttribute(name)
        self.assertEqual(attribute('called', 'name'), 'remo')
        self.assertAlmostEqual(float(attribute('tilt', 'value')), 1.5707963, places=6)
        self.assertEqual(attribute('env', 'home'), 'somewhere')
        self.assertEqual(attribute('env', 'unset'), 'a b')
        self.assertEqual(attribute('eval', 'value'), '42')

    def test_mapping_overrides_default(self) -> None:
        doc = xacro.process_file(ROBOT, mappings={'wheels': 'false'})
        self.assertEqual(doc.getElementsByTagName('wheel'), [])

    def test_find_is_rospkg(self) -> None:
        doc = expand('<p at="$(find xacro)"/>')
        self.assertEqual(doc.getElementsByTagName('p')[0].getAttribute('at'),
                         rospkg.RosPack().get_path('xacro'))

    def test_anon_is_stable(self) -> None:
        doc = expand('<p a="$(anon x)" b="$(anon x)"/>')
        p = doc.getElementsByTagName('p')[0]
        self.assertTrue(p.getAttribute('a').startswith('x_'), p.getAttribute('a'))
        self.assertEqual(p.getAttribute('a'), p.getAttribute('b'))

    def test_errors_name_the_culprit(self) -> None:
        for body, text in (('<p a="$(find no_such_package)"/>', 'no_such_package'),
                           ('<p a="$(arg missing)"/>', 'Undefined substitution argument missing'),
                           ('<p a="$(env NO_SUCH_VARIABLE)"/>', 'NO_SUCH_VARIABLE'),
                           ('<p a="$(nonsense x)"/>', 'Unknown substitution command')):
            with self.subTest(body=body), self.assertRaises(xacro.XacroException) as caught:
                expand(body)
            self.assertIn(text, str(caught.exception))

    def test_submodules(self) -> None:
        from xacro import cli, color, xmlutils  # noqa: F401


class Command(unittest.TestCase):
    def test_rosrun(self) -> None:
        result = run(['rosrun', 'xacro', 'xacro', ROBOT, 'name:=remo'], XACRO_TEST_SET='x')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('<called name="remo"/>', result.stdout)

    def test_on_the_path(self) -> None:
        result = run(['xacro', '--inorder', ROBOT, 'name:=remo'], XACRO_TEST_SET='x')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('<called name="remo"/>', result.stdout)

    def test_failure(self) -> None:
        result = run(['rosrun', 'xacro', 'xacro', os.path.join(FILES, 'missing.xacro')])
        self.assertEqual(result.returncode, 2)
        self.assertIn('missing.xacro', result.stderr)
        self.assertEqual(result.stdout, '')

    def test_launch_file(self) -> None:
        """<param command="$(find xacro)/xacro ..."> sets the parameter (no master needed)."""
        launch = ('<launch><param name="robot" command="$(find xacro)/xacro '
                  "'$(find xacro)/test/files/robot.xacro' name:=remo\"/></launch>")
        with tempfile.NamedTemporaryFile('w', suffix='.launch') as file:
            file.write(launch)
            file.flush()
            result = run(['roslaunch', '--dump-params', file.name], XACRO_TEST_SET='x')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('called name="remo"', result.stdout.replace('\\', ''))


if __name__ == '__main__':
    unittest.main()
