"""The static check: clean on what we ship, and each mistake found by its name."""

import itertools
import json
import os
import subprocess
import tempfile
import unittest

from diffbot_gazebo import mistakes
from diffbot_gazebo.model_check import sources
from diffbot_gazebo.model_check.model import check
from diffbot_gazebo.model_check.world import WorldError
from diffbot_gazebo.robot_model import ModelError, drive_wheels

SIMULATED = {'simulation': 'true'}


def findings(model, mistake=mistakes.Mistake('none'), world=None):
    text = mistakes.apply(mistake.urdf, sources.description(model))
    gains = mistake.launch.get('gains') != 'false'
    parameters = sources.merge(sources.parameters(model, gains=gains), mistake.overlay)
    world_text = mistakes.apply(mistake.world, sources.read(world or sources.worlds()[0]))
    return check(text, parameters, world_text)


class TestModelCheck(unittest.TestCase):
    def test_every_robot_is_clean_in_every_world(self):
        self.assertGreaterEqual(len(sources.models()), 2)
        for model, world in itertools.product(sources.models(), sources.worlds()):
            with self.subTest(model=model, world=os.path.basename(world)):
                self.assertEqual([str(found) for found in findings(model, world=world)], [])

    def test_what_the_xacro_arguments_change_is_noticed(self):
        world = sources.read(sources.worlds()[0])
        for model in sources.models():
            for arguments, names in (
                ({'wheel_collision': 'sphere'}, set()),
                ({'wheel_collision': 'cylinder'}, {'wheel_collision'}),
                ({'robot_namespace': '/other'}, {'control_namespace'}),
                (
                    {'simulation': 'false'},
                    {'control_plugin', 'contact_stiffness', 'caster_friction'},
                ),
            ):
                with self.subTest(model=model, **arguments):
                    found = check(
                        sources.description(model, **arguments), sources.parameters(model), world
                    )
                    self.assertEqual({one.name for one in found}, names)

    def test_each_mistake_is_found_by_name(self):
        for model in sources.models():
            wheels = drive_wheels(sources.description(model))
            cases = mistakes.MISTAKES + mistakes.scaled_geometry(*wheels.geometry)
            self.assertGreater(len(cases), 20)
            for mistake in cases:
                if not mistake.static:
                    continue
                with self.subTest(model=model, mistake=mistake.name):
                    found = findings(model, mistake)
                    self.assertIn(mistake.static, [one.name for one in found])
                    for one in found:
                        self.assertGreater(len(str(one)), 40, str(one))

    def test_a_file_that_cannot_be_read_is_an_error_with_its_reason(self):
        good, world = sources.description('diffbot'), sources.read(sources.worlds()[0])
        parameters = sources.parameters('diffbot')
        with self.assertRaisesRegex(ModelError, 'not XML'):
            check('no XML', parameters, world)
        with self.assertRaisesRegex(WorldError, 'not XML'):
            check(good, parameters, '<sdf>')
        with self.assertRaisesRegex(sources.SourceError, 'no_such_file'):
            sources.read('/no_such_file')

    def test_a_world_without_physics_is_reported(self):
        found = check(
            sources.description('diffbot'),
            sources.parameters('diffbot'),
            '<sdf version="1.6"><world name="w"/></sdf>',
        )
        self.assertEqual({one.name for one in found}, {'world_physics', 'world_lockstep'})

    def test_other_mistakes_are_found_too(self):
        reference = (r'<gazebo reference="base_link">', '<gazebo reference="base_lnk">')
        limit = (
            r'(<joint name="front_left_wheel_joint" type="continuous">)',
            r'\1<limit effort="0.001" velocity="1.0"/>',
        )
        axis = (r'(<joint name="front_left_wheel_joint"[\s\S]*?<axis xyz=")0 1 0', r'\g<1>0 -1 0')
        inertia = (r'(<mass value="0.032"/>\s*<inertia ixx=")[^"]*', r'\g<1>1e-9')
        for change, name in (
            (reference, 'gazebo_reference'),
            (limit, 'effort_limit'),
            (limit, 'velocity_limit'),
            (axis, 'wheel_axis'),
            (inertia, 'inertia_triangle'),
        ):
            with self.subTest(name=name):
                found = findings('diffbot', mistakes.Mistake(name, urdf=(change,)))
                self.assertIn(name, [one.name for one in found])
        no_gains = sources.parameters('diffbot')
        del no_gains['gazebo_ros_control']
        found = check(sources.description('diffbot'), no_gains, sources.read(sources.worlds()[0]))
        self.assertEqual([one.name for one in found], ['no_gains'] * 2)


class TestCommand(unittest.TestCase):
    def run_it(self, *arguments):
        return subprocess.run(
            ['rosrun', 'diffbot_gazebo', 'check_model', *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            check=False,
        )

    def test_exit_codes_and_json(self):
        with tempfile.NamedTemporaryFile('w', suffix='.yaml') as overlay:
            overlay.write('mobile_base_controller: {wheel_radius: 0.035}\n')
            overlay.flush()
            done = self.run_it('--model', 'diffbot', '--config', overlay.name, '--json')
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(json.loads(done.stdout)[0]['findings'][0]['name'], 'geometry')
        unknown = self.run_it('--model', 'difbot')
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("unknown model 'difbot'; there are: diffbot, remo", unknown.stderr)
        missing = self.run_it('--model', 'diffbot', '--world', '/no/such.world')
        self.assertEqual(missing.returncode, 2)
        self.assertIn('/no/such.world', missing.stderr)


if __name__ == '__main__':
    unittest.main()
