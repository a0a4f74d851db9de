"""The Python modules behind the scripts, without ROS or Gazebo running."""
import math
import os
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from typing import Dict
from unittest import mock

from gazebo_ros import gazebo_command as command
from gazebo_ros import model_description as description


def environment(**env: str) -> Dict[str, str]:
    return command.gazebo_environment(env, '/no/bin/gzserver')


class LaunchFile(unittest.TestCase):
    """The arguments of empty_world.launch and their defaults, which launch files rely on."""

    def test_arguments_and_defaults(self) -> None:
        path = os.path.join(os.path.dirname(__file__), '..', 'launch', 'empty_world.launch')
        arguments = {arg.get('name'): arg.get('default')
                     for arg in ElementTree.parse(path).getroot().iter('arg') if arg.get('default')
                     is not None}
        self.assertEqual(arguments, {
            'paused': 'false', 'use_sim_time': 'true', 'extra_gazebo_args': '', 'gui': 'true',
            'recording': 'false', 'headless': 'false', 'debug': 'false', 'physics': 'ode',
            'verbose': 'false', 'output': 'screen', 'world_name': 'worlds/empty.world',
            'respawn_gazebo': 'false', 'use_clock_frequency': 'false',
            'pub_clock_frequency': '100', 'enable_ros_network': 'true',
            'server_required': 'false', 'gui_required': 'false'})


class Environment(unittest.TestCase):
    def test_values_of_the_user_stay(self) -> None:
        env = environment(GAZEBO_MASTER_URI='http://here:1', GAZEBO_MODEL_DATABASE_URI='http://db')
        self.assertEqual(env['GAZEBO_MASTER_URI'], 'http://here:1')
        self.assertEqual(env['GAZEBO_MODEL_DATABASE_URI'], 'http://db')

    def test_no_online_model_database_by_default(self) -> None:
        for env in (environment(), environment(GAZEBO_MODEL_DATABASE_URI='')):
            self.assertEqual(env['GAZEBO_MODEL_DATABASE_URI'], command.NO_MODEL_DATABASE)
        self.assertEqual(environment(GAZEBO_MASTER_URI='')['GAZEBO_MASTER_URI'],
                         'http://localhost:11345')

    def test_setup_file_is_read_but_does_not_overrule(self) -> None:
        with tempfile.TemporaryDirectory() as prefix:
            os.makedirs(prefix + '/share/gazebo')
            with open(prefix + '/share/gazebo/setup.sh', 'w') as file:
                file.write('export GAZEBO_RESOURCE_PATH="/x:$GAZEBO_RESOURCE_PATH" '
                           'GAZEBO_MODEL_DATABASE_URI=http://online\n')
            env = command.gazebo_environment(
                {'GAZEBO_RESOURCE_PATH': '/mine', 'PATH': os.environ['PATH']},
                prefix + '/bin/gzserver')
        self.assertEqual(env['GAZEBO_RESOURCE_PATH'], '/x:/mine')
        self.assertEqual(env['GAZEBO_MODEL_DATABASE_URI'], command.NO_MODEL_DATABASE)

    def test_local_ros_makes_gazebo_local(self) -> None:
        for env in (environment(ROS_HOSTNAME='localhost'), environment(ROS_IP='127.0.0.1')):
            for name in ('GAZEBO_IP', 'IGN_IP', 'GAZEBO_IP_WHITE_LIST'):
                self.assertEqual(env[name], '127.0.0.1')
        self.assertNotIn('GAZEBO_IP', environment(ROS_HOSTNAME='robot.local'))
        self.assertEqual(environment(ROS_HOSTNAME='localhost', GAZEBO_IP='10.0.0.1')['GAZEBO_IP'],
                         '10.0.0.1')


class Arguments(unittest.TestCase):
    def server(self, *args: str) -> list:
        with mock.patch.object(command, 'check_port'), mock.patch.object(command, 'check_world'):
            return command.server_command('gzserver', list(args), {})

    def test_split_and_remappings_last(self) -> None:
        self.assertEqual(self.server('__name:=gazebo', '-u --verbose  x.world'),
                         ['gzserver', '-u', '--verbose', 'x.world',
                          '-s', 'libgazebo_ros_paths_plugin.so',
                          '-s', 'libgazebo_ros_api_plugin.so', '__name:=gazebo'])

    def test_a_file_name_with_a_space_is_one_word(self) -> None:
        with tempfile.NamedTemporaryFile(suffix=' x.world') as file:
            self.assertIn(file.name, self.server(file.name))

    def test_default_world_and_plugins_given(self) -> None:
        self.assertEqual(self.server('-s', '/my/libgazebo_ros_api_plugin.so'),
                         ['gzserver', '-s', '/my/libgazebo_ros_api_plugin.so',
                          'worlds/empty.world', '-s', 'libgazebo_ros_paths_plugin.so'])

    def test_world_argument(self) -> None:
        for args, world in (([], 'worlds/empty.world'), (['-u', 'a'], 'a'),
                            (['-e', 'ode', 'a'], 'a'),
                            (['a', '--seed', '5'], 'a'), (['--seed=5', 'a'], 'a'),
                            (['-p', 'state.log'], None), (['--help'], None)):
            self.assertEqual(command.world_argument(args), world, args)

    def test_world_is_found_in_the_resource_path(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            open(folder + '/a.world', 'w').close()
            command.check_world('a.world', {'GAZEBO_RESOURCE_PATH': '/no:' + folder})
            command.check_world(folder + '/a.world', {})
            with self.assertRaises(command.StartError) as caught:
                command.check_world('b.world', {'GAZEBO_RESOURCE_PATH': '/no:' + folder})
        for place in (os.path.join(os.getcwd(), 'b.world'), '/no/b.world', folder + '/b.world'):
            self.assertIn(place, str(caught.exception))

    def test_bad_master_uri(self) -> None:
        with self.assertRaisesRegex(command.StartError, 'GAZEBO_MASTER_URI is http://x:y'):
            command.check_port({'GAZEBO_MASTER_URI': 'http://x:y'})

    def test_client(self) -> None:
        self.assertEqual(
            command.client_command('gzclient', ['__name:=gui'], {'DISPLAY': ':0'}),
            ['gzclient', '-g', 'libgazebo_ros_paths_plugin.so', '__name:=gui'])


class Description(unittest.TestCase):
    def test_quaternion(self) -> None:
        """Against the product of three rotations about fixed axes, z last."""
        for angles in ((0.1, 0.2, 0.3), (-1.0, 0.5, 2.0), (0.0, 0.0, math.pi)):
            x, y, z, w = description.quaternion(*angles)
            (cr, cp, cy), (sr, sp, sy) = ([f(a) for a in angles] for f in (math.cos, math.sin))
            self.assertAlmostEqual(1 - 2 * (y * y + z * z), cy * cp)
            self.assertAlmostEqual(2 * (x * y + w * z), sy * cp)
            self.assertAlmostEqual(2 * (x * z - w * y), -sp)
            self.assertAlmostEqual(2 * (y * z + w * x), cp * sr)
            self.assertAlmostEqual(1 - 2 * (x * x + y * y), cp * cr)

    def test_package_to_model(self) -> None:
        xml = description.package_to_model(
            '<robot><mesh filename="package://a/b.stl"/><mesh filename="file:///c"/></robot>')
        self.assertIn('filename="model://a/b.stl"', xml)
        self.assertIn('filename="file:///c"', xml)

    def test_encoding_declaration(self) -> None:
        description.check('<?xml version="1.0" encoding="UTF-8"?><robot name="\u00e4"/>', 'it')

    def test_joint_positions(self) -> None:
        self.assertEqual(description.joint_positions([['a', '1'], ['b', '-2e-3']]),
                         (['a', 'b'], [1.0, -0.002]))
        with self.assertRaisesRegex(description.DescriptionError, '-J a x'):
            description.joint_positions([['a', 'x']])


if __name__ == '__main__':
    unittest.main()
