#!/usr/bin/env python3
"""Spawning and deleting, by service and by the command spawn_model."""
import os
import signal
import subprocess
import unittest
from typing import Any, List

import rospy
import rostest
from gazebo_fixture import FILES, PATIENCE, WorldTest, call, pose, read, script, wait_until
from gazebo_msgs.srv import (DeleteLight, DeleteModel, GetJointProperties, GetLightProperties,
                             GetModelState, GetPhysicsProperties, GetWorldProperties, SpawnModel)

LIGHT = ('<sdf version="1.6"><light name="x" type="point"><pose>1 0 0 0 0 0</pose>'
         '<diffuse>0.25 0.5 0.75 1</diffuse></light></sdf>')
BOX = os.path.join(FILES, 'box.sdf')
ARM = os.path.join(FILES, 'arm.urdf')


def models() -> List[str]:
    return call('get_world_properties', GetWorldProperties).model_names


class SpawnService(WorldTest):
    def spawn(self, name: str, xml: str, kind: str = 'sdf', **request: Any) -> None:
        self.succeed(f'spawn_{kind}_model', SpawnModel, model_name=name, model_xml=xml, **request)

    def refused(self, texts: List[str], kind: str = 'sdf', **request: Any) -> None:
        request = {'model_name': 'refused', 'model_xml': read('box.sdf'), **request}
        self.fail_with(texts, f'spawn_{kind}_model', SpawnModel, **request)
        self.assertNotIn('refused', models())

    def position(self, name: str) -> Any:
        return self.succeed('get_model_state', GetModelState, model_name=name).pose.position

    def test_poses_are_composed(self) -> None:
        """Pose in the XML, initial pose and reference frame, one in the other."""
        self.spawn('base', read('box.sdf'), initial_pose=pose(x=10.0, w=1.0, qz=1.0))
        self.spawn('top', read('box.sdf'), initial_pose=pose(x=1.0, z=1.0),
                   reference_frame='base')
        self.assert_close(self.position('top'), x=10.0, y=1.0, z=3.0, delta=1e-5)
        urdf = read('arm.urdf').replace('<link name="world"/>', '<origin xyz="0 0 0.25"/>') \
            .replace('<parent link="world"/>', '<parent link="root"/>') \
            .replace('<link name="base">', '<link name="root"/><link name="base">')
        self.spawn('urdf', urdf, 'urdf', initial_pose=pose(y=5.0, z=1.0))
        self.assert_close(self.position('urdf'), y=5.0, z=1.25)

    def test_refusals(self) -> None:
        self.spawn('first', read('box.sdf'))
        self.fail_with(["model 'first' already exists"], 'spawn_sdf_model', SpawnModel,
                       model_name='first', model_xml=read('box.sdf'))
        self.refused(['model_name is empty'], model_name='')
        self.refused(['model_xml is empty'], model_xml='')
        self.refused(['not well-formed'], model_xml='<sdf><model>')
        self.refused(['not a URDF', '<sdf>'], kind='urdf')
        self.refused(['not an SDF', '<robot>'], model_xml=read('arm.urdf'))
        self.refused(['neither a <model>'], model_xml='<sdf version="1.6"/>')
        self.refused(['cannot read the description'],
                     model_xml=read('box.sdf').replace('<mass>2', '<mass>two'))
        self.refused(["reference frame 'nowhere'", 'first'], reference_frame='nowhere')
        self.refused(['initial_pose.position.x is nan'], initial_pose=pose(x=float('nan')))

    def test_package_paths(self) -> None:
        sdf = read('box.sdf').replace(
            '<box><size>0.2 0.2 0.2</size></box>',
            '<mesh><uri>package://gazebo_ros/test/files/wedge.stl</uri></mesh>')
        self.spawn('meshed', sdf)
        with self.assertRaises(rospy.ServiceException):
            call('spawn_sdf_model', SpawnModel, model_name='refused',
                 model_xml=sdf.replace('package://gazebo_ros', 'package://no_such_package'))
        self.assertNotIn('refused', models())

    def test_the_wait_ends(self) -> None:
        rospy.set_param('/gazebo/spawn_timeout', 0.0)
        try:
            self.fail_with(['waited 0 s of wall time', "model 'late' to appear", 'world paused'],
                           'spawn_sdf_model', SpawnModel, model_name='late',
                           model_xml=read('box.sdf'))
        finally:
            rospy.delete_param('/gazebo/spawn_timeout')
        wait_until(lambda: 'late' in models(), 'the model, which Gazebo got all the same')

    def test_delete(self) -> None:
        self.spawn('gone', read('box.sdf'))
        self.succeed('delete_model', DeleteModel, model_name='gone')
        self.assertNotIn('gone', models())
        self.fail_with(["model 'gone' does not exist", 'ground'], 'delete_model', DeleteModel,
                       model_name='gone')
        self.spawn('gone', read('box.sdf'))  # the name is free again

    def test_lights(self) -> None:
        self.spawn('bulb', LIGHT)
        bulb = self.succeed('get_light_properties', GetLightProperties, light_name='bulb')
        self.assert_close(bulb.diffuse, r=0.25, g=0.5, b=0.75, a=1.0)
        self.fail_with(["light 'bulb' already exists"], 'spawn_sdf_model', SpawnModel,
                       model_name='bulb', model_xml=LIGHT)
        self.succeed('delete_light', DeleteLight, light_name='bulb')
        self.fail_with(["light 'bulb' does not exist"], 'delete_light', DeleteLight,
                       light_name='bulb')


class SpawnCommand(WorldTest):
    def run_command(self, *args: str, code: int = 0, text: str = '', stdin: str = '') -> None:
        result = subprocess.run([script('spawn_model'), *args], input=stdin, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        self.assertEqual(result.returncode, code, result.stdout)
        self.assertIn(text, result.stdout)

    def test_file_pose_joint_and_unpause(self) -> None:
        self.run_command('-urdf', '-file', ARM, '-model', 'arm', '-x', '1', '-y', '-2.5',
                         '-z', '-1e-3', '-Y', '0.5', '-J', 'hinge', '-0.25', '-unpause')
        state = self.succeed('get_model_state', GetModelState, model_name='arm')
        self.assert_close(state.pose.position, x=1.0, y=-2.5, z=-0.001, delta=1e-5)
        self.assertAlmostEqual(state.pose.orientation.z, 0.247404, places=5)  # sin(0.25)
        joint = self.succeed('get_joint_properties', GetJointProperties, joint_name='arm::hinge')
        self.assertAlmostEqual(joint.position[0], -0.25, places=4)
        self.assertFalse(call('get_physics_properties', GetPhysicsProperties).pause)

    def test_parameter_and_reference_frame(self) -> None:
        rospy.set_param('/here/description', read('box.sdf'))
        self.run_command('-sdf', '-param', '/here/description', '-model', 'below')
        self.run_command('-sdf', '-stdin', '-model', 'above', '-reference_frame', 'below',
                         '-z', '1', stdin=read('box.sdf'))
        state = self.succeed('get_model_state', GetModelState, model_name='above')
        self.assert_close(state.pose.position, z=3.0)

    def test_failures_exit_with_1(self) -> None:
        for args, text in ((['-file', '/no/such.sdf'], 'the file /no/such.sdf does not exist'),
                           (['-param', '/no/such'], 'the parameter /no/such is not set'),
                           (['-stdin'], 'standard input is empty'),
                           (['-database', 'no_such_model'], 'model://no_such_model')):
            self.run_command('-sdf', '-model', 'x', *args, code=1, text=text)
        self.run_command('-sdf', '-stdin', '-model', 'x', stdin='<sdf>', code=1,
                         text='not well-formed')
        self.run_command('-urdf', '-file', BOX, '-model', 'x', code=1, text='not a URDF')
        self.run_command('-sdf', '-file', BOX, '-model', 'ground', code=1, text='already exists')
        self.run_command('-urdf', '-file', ARM, '-model', 'x', '-J', 'hinge', 'up', code=1,
                         text='-J hinge up: the position is not a number')

    def test_wrong_arguments_exit_with_2(self) -> None:
        for args in (['-sdf', '-model', 'x'], ['-file', BOX, '-model', 'x'],
                     ['-sdf', '-file', BOX],
                     ['-sdf', '-urdf', '-file', BOX, '-model', 'x'],
                     ['-sdf', '-file', BOX, '-stdin', '-model', 'x']):
            self.run_command(*args, code=2, text='usage: spawn_model')

    def test_database_is_the_model_path(self) -> None:
        self.run_command('-sdf', '-database', 'sun', '-model', 'star', text="light 'star'")
        self.run_command('-sdf', '-database', 'ground_plane', '-model', 'floor', '-z', '-5')
        state = self.succeed('get_model_state', GetModelState, model_name='floor')
        self.assert_close(state.pose.position, z=-5.0)

    def test_wait_and_bond(self) -> None:
        waiting = subprocess.Popen([script('spawn_model'), '-sdf', '-file', BOX, '-model',
                                    'second', '-wait', 'leader', '-b'])
        try:
            self.assertNotIn('second', models())
            self.run_command('-sdf', '-file', BOX, '-model', 'leader')
            wait_until(lambda: 'second' in models(), 'the model that waited for the leader')
            self.assertIsNone(waiting.poll())
            waiting.send_signal(signal.SIGINT)
            self.assertEqual(waiting.wait(timeout=PATIENCE), 0)
            self.assertNotIn('second', models())
        finally:
            if waiting.poll() is None:
                waiting.kill()
                waiting.wait()


class Suite(unittest.TestSuite):
    def __init__(self) -> None:
        super().__init__(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                         for case in (SpawnService, SpawnCommand))


if __name__ == '__main__':
    rospy.init_node('test_spawn')
    rostest.rosrun('gazebo_ros', 'spawn', 'test_spawn.Suite')
