"""The URDF of each robot says what its YAML says: geometry, masses and what stands on the
ground."""

import itertools
import math
import os
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

import rospkg
import yaml

SHARE = rospkg.RosPack().get_path('diffbot_description')
MODELS = ('diffbot', 'remo')
ARGUMENTS = {'simulation': ('true', 'false'), 'wheel_collision': ('sphere', 'cylinder')}


def expand(model, **arguments):
    """Return the root element of the model's expanded URDF."""
    path = os.path.join(SHARE, 'urdf', model + '.urdf.xacro')
    command = ['rosrun', 'xacro', 'xacro', path]
    command += ['%s:=%s' % item for item in sorted(arguments.items())]
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        check=False,
    )
    if done.returncode:
        raise AssertionError('%s\nfailed: %s' % (' '.join(command), done.stderr))
    return ElementTree.fromstring(done.stdout)


def config(model):
    with open(os.path.join(SHARE, 'config', model + '.yaml')) as stream:
        return yaml.safe_load(stream)


def vector(text):
    return [float(value) for value in text.split()]


def link_origins(urdf):
    """Return {link: [x, y, z]} in base_footprint; no joint of these robots is rotated at zero."""
    origins = {'base_footprint': [0.0, 0.0, 0.0]}
    joints = urdf.findall('joint')
    while joints:
        for joint in joints:
            parent = joint.find('parent').get('link')
            if parent in origins:
                offset = vector(joint.find('origin').get('xyz'))
                origins[joint.find('child').get('link')] = [
                    a + b for a, b in zip(origins[parent], offset)
                ]
                joints.remove(joint)
                break
        else:
            raise AssertionError(
                'joints with no way to base_footprint: %s'
                % [joint.get('name') for joint in joints]
            )
    return origins


class TestUrdf(unittest.TestCase):
    def test_every_combination_of_arguments_expands(self):
        names = sorted(ARGUMENTS)
        for model, values in itertools.product(
            MODELS, itertools.product(*(ARGUMENTS[name] for name in names))
        ):
            arguments = dict(zip(names, values))
            with self.subTest(model=model, **arguments):
                urdf = expand(model, **arguments)
                self.assertEqual(urdf.get('name'), model)
                self.assertEqual(bool(urdf.findall('gazebo')), arguments['simulation'] == 'true')
                shape = urdf.find(
                    "link[@name='front_left_wheel_link']/collision/geometry/"
                    + arguments['wheel_collision']
                )
                self.assertIsNotNone(shape)

    def test_the_wheels_are_where_the_yaml_says(self):
        for model in MODELS:
            with self.subTest(model=model):
                wheel = config(model)['drive_wheel']
                origins = link_origins(expand(model))
                for side, sign in (('left', 1), ('right', -1)):
                    origin = origins['front_%s_wheel_link' % side]
                    expected = [0.0, sign * wheel['separation'] / 2, wheel['radius']]
                    for value, target in zip(origin, expected):
                        self.assertAlmostEqual(value, target, places=9)

    def test_caster_and_wheels_stand_on_the_same_ground(self):
        for model in MODELS:
            with self.subTest(model=model):
                origins = link_origins(expand(model))
                lowest = (
                    origins['rear_caster_wheel_link'][2] - config(model)['caster']['wheel_radius']
                )
                self.assertAlmostEqual(lowest, 0.0, places=9)

    def test_centre_of_mass_is_between_axle_and_caster(self):
        for model in MODELS:
            with self.subTest(model=model):
                urdf = expand(model)
                origins = link_origins(urdf)
                total = 0.0
                moment = [0.0, 0.0]
                for link in urdf.findall('link'):
                    inertial = link.find('inertial')
                    if inertial is None:
                        continue
                    mass = float(inertial.find('mass').get('value'))
                    offset = vector(inertial.find('origin').get('xyz'))
                    total += mass
                    for axis in (0, 1):
                        moment[axis] += mass * (origins[link.get('name')][axis] + offset[axis])
                x, y = moment[0] / total, moment[1] / total
                self.assertAlmostEqual(y, 0.0, places=9)
                self.assertLess(x, -0.005)
                self.assertGreater(x, origins['rear_caster_wheel_link'][0] + 0.02)

    def test_wheel_inertia_is_that_of_a_disc_about_its_axle(self):
        for model in MODELS:
            wheel = config(model)['drive_wheel']
            about_axle = 0.5 * wheel['mass'] * wheel['radius'] ** 2
            for side in ('left', 'right'):
                with self.subTest(model=model, side=side):
                    urdf = expand(model)
                    inertia = urdf.find(
                        "link[@name='front_%s_wheel_link']/inertial/inertia" % side
                    )
                    self.assertAlmostEqual(float(inertia.get('iyy')), about_axle, places=12)
                    axis = urdf.find("joint[@name='front_%s_wheel_joint']/axis" % side)
                    self.assertEqual(vector(axis.get('xyz')), [0.0, 1.0, 0.0])

    def test_a_missing_key_in_the_yaml_is_an_error(self):
        # xacro turns it into a KeyError or a NameError; what matters is that it does not expand.
        self.assertRaises(AssertionError, expand, 'no_such_robot')
        self.assertFalse(math.isnan(config('diffbot')['drive_wheel']['radius']))


if __name__ == '__main__':
    unittest.main()
