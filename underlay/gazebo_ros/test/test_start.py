#!/usr/bin/env python3
"""Starting and ending the server: the scripts, the launch file, and what the node offers."""
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from typing import Dict

import rosgraph
import rosnode
import rospy
import rosservice
import rostest
from gazebo_fixture import PATIENCE, WORLD, GazeboServer, call, free_port, read, script, wait_until
from gazebo_msgs.srv import GetPhysicsProperties, GetWorldProperties
from rosgraph_msgs.msg import Clock

# roslaunch waits 15 s after SIGINT before it sends SIGTERM.
QUICK = 10.0  # s of wall time

PUBLISHED = {
    '/clock': 'rosgraph_msgs/Clock',
    '/gazebo/model_states': 'gazebo_msgs/ModelStates',
    '/gazebo/link_states': 'gazebo_msgs/LinkStates',
    '/gazebo/parameter_descriptions': 'dynamic_reconfigure/ConfigDescription',
    '/gazebo/parameter_updates': 'dynamic_reconfigure/Config'}
SUBSCRIBED = {
    '/gazebo/set_model_state': 'gazebo_msgs/ModelState',
    '/gazebo/set_link_state': 'gazebo_msgs/LinkState'}
SERVICES = {
    'spawn_urdf_model': 'gazebo_msgs/SpawnModel', 'spawn_sdf_model': 'gazebo_msgs/SpawnModel',
    'delete_model': 'gazebo_msgs/DeleteModel', 'delete_light': 'gazebo_msgs/DeleteLight',
    'get_model_state': 'gazebo_msgs/GetModelState', 'set_model_state': 'gazebo_msgs/SetModelState',
    'get_model_properties': 'gazebo_msgs/GetModelProperties',
    'get_world_properties': 'gazebo_msgs/GetWorldProperties',
    'get_joint_properties': 'gazebo_msgs/GetJointProperties',
    'set_joint_properties': 'gazebo_msgs/SetJointProperties',
    'get_link_properties': 'gazebo_msgs/GetLinkProperties',
    'set_link_properties': 'gazebo_msgs/SetLinkProperties',
    'get_link_state': 'gazebo_msgs/GetLinkState', 'set_link_state': 'gazebo_msgs/SetLinkState',
    'get_light_properties': 'gazebo_msgs/GetLightProperties',
    'set_light_properties': 'gazebo_msgs/SetLightProperties',
    'get_physics_properties': 'gazebo_msgs/GetPhysicsProperties',
    'set_physics_properties': 'gazebo_msgs/SetPhysicsProperties',
    'set_model_configuration': 'gazebo_msgs/SetModelConfiguration',
    'apply_body_wrench': 'gazebo_msgs/ApplyBodyWrench',
    'apply_joint_effort': 'gazebo_msgs/ApplyJointEffort',
    'clear_body_wrenches': 'gazebo_msgs/BodyRequest',
    'clear_joint_forces': 'gazebo_msgs/JointRequest',
    'pause_physics': 'std_srvs/Empty', 'unpause_physics': 'std_srvs/Empty',
    'reset_simulation': 'std_srvs/Empty', 'reset_world': 'std_srvs/Empty',
    'set_parameters': 'dynamic_reconfigure/Reconfigure'}


PACKAGE = """<package format="2">
  <name>exporter</name><version>0.0.0</version><description>x</description>
  <maintainer email="x@example.org">x</maintainer><license>x</license>
  <depend>gazebo_ros</depend>
  <export><gazebo_ros gazebo_model_path="${prefix}/models" gazebo_media_path="${prefix}"/></export>
</package>"""
MODEL_CONFIG = '<model><name>exported</name><sdf version="1.6">model.sdf</sdf></model>'


def run(name: str, *args: str, **env: str) -> subprocess.CompletedProcess:
    """Run a script that is expected to refuse."""
    return subprocess.run([script(name), *args], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=PATIENCE, env={**os.environ, **env})


def gazebo_topics() -> Dict[str, Dict[str, str]]:
    """What the node /gazebo publishes and subscribes to, with types."""
    master = rosgraph.Master('/test_start')
    publishers, subscribers, _ = master.getSystemState()
    types = dict(master.getTopicTypes())
    return {kind: {topic: types.get(topic, '') for topic, nodes in topics if '/gazebo' in nodes}
            for kind, topics in (('publishes', publishers), ('subscribes', subscribers))}


class Refusals(unittest.TestCase):
    def test_missing_world(self) -> None:
        result = run('gzserver', 'worlds/no_such.world',
                     GAZEBO_MASTER_URI=f'http://localhost:{free_port()}')
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn('the world file worlds/no_such.world does not exist', result.stdout)
        self.assertIn('/worlds/no_such.world\n', result.stdout)  # the places, among them Gazebo's
        result = run('gzserver', '/no/such.world')
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn('  /no/such.world\n', result.stdout)

    def test_port_in_use(self) -> None:
        with socket.socket() as other:
            other.bind(('', 0))
            other.listen(1)
            port = other.getsockname()[1]
            result = run('gzserver', WORLD, GAZEBO_MASTER_URI=f'http://localhost:{port}')
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn(f'port {port} of GAZEBO_MASTER_URI=http://localhost:{port} is in use',
                      result.stdout)

    def test_no_display(self) -> None:
        for name in ('gzclient', 'gazebo'):
            result = run(name, DISPLAY='', WAYLAND_DISPLAY='',
                         GAZEBO_MASTER_URI=f'http://localhost:{free_port()}')
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertIn('DISPLAY is not set', result.stdout)


class Server(unittest.TestCase):
    def start(self, *args: str, **env: str) -> GazeboServer:
        server = GazeboServer(*args, **env)
        self.addCleanup(server.stop)
        return server

    def test_interface_and_end(self) -> None:
        rospy.set_param('/use_sim_time', False)  # what is set stays
        server = self.start('-u')
        server.wait_for_service('/gazebo/set_parameters')
        wait_until(lambda: set(PUBLISHED) <= set(gazebo_topics()['publishes']),
                   f'the topics {sorted(PUBLISHED)}')
        topics = gazebo_topics()
        for topic, kind in PUBLISHED.items():
            self.assertEqual(topics['publishes'].get(topic), kind, topic)
        for topic in SUBSCRIBED:
            self.assertIn(topic, topics['subscribes'])
        for name, kind in SERVICES.items():
            self.assertEqual(rosservice.get_service_type('/gazebo/' + name), kind, name)
        self.assertFalse(rospy.get_param('/use_sim_time'))
        self.only_this_machine_is_answered(server.port)
        took = server.stop()
        self.assertLess(took, QUICK)
        rospy.loginfo('gzserver ended %.2f s after SIGINT', took)
        rospy.delete_param('/use_sim_time')

    def only_this_machine_is_answered(self, port: int) -> None:
        """127.0.0.2 stands for another machine: Gazebo's master closes its connection."""
        if os.environ.get('ROS_HOSTNAME') != 'localhost':
            return
        for address, answered in (('127.0.0.1', True), ('127.0.0.2', False)):
            with socket.create_connection(('127.0.0.1', port), timeout=PATIENCE,
                                          source_address=(address, 0)) as connection:
                self.assertEqual(bool(connection.recv(1)), answered, f'from {address}')

    def test_end_while_busy(self) -> None:
        """A running world, with a client that keeps calling, ends as quickly."""
        server = self.start()
        server.wait_for_service()
        for _ in range(20):
            call('get_world_properties', GetWorldProperties)
        self.assertTrue(rospy.get_param('/use_sim_time'))
        self.assertLess(server.stop(), QUICK)

    def test_a_killed_node_ends_the_server(self) -> None:
        server = self.start()
        server.wait_for_service()
        rosnode.kill_nodes(['/gazebo'])
        wait_until(lambda: server.process.poll() is not None, 'the server to end')
        self.assertEqual(server.process.returncode, 0, server.output())

    def test_only_the_clock_without_ros_network(self) -> None:
        rospy.set_param('/gazebo/enable_ros_network', False)
        self.addCleanup(rospy.delete_param, '/gazebo/enable_ros_network')
        self.start()
        # Time that goes on: from then on Gazebo handles the signal that ends the test.
        wait_until(lambda: rospy.wait_for_message('/clock', Clock, timeout=PATIENCE).clock
                   > rospy.Time(0), 'time that goes on')
        topics = gazebo_topics()
        self.assertEqual([t for t in topics['publishes'] if t != '/rosout'], ['/clock'])
        self.assertFalse([s for s in rosservice.get_service_list(node='/gazebo')
                          if 'logger' not in s])

    def test_paths_that_packages_export(self) -> None:
        """A package's world is found by its bare name, and its model without a path."""
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, 'models', 'exported')
            os.makedirs(model)
            for path, text in ((folder + '/package.xml', PACKAGE),
                               (folder + '/exported.world', read('small.world')),
                               (model + '/model.config', MODEL_CONFIG),
                               (model + '/model.sdf', read('box.sdf'))):
                with open(path, 'w') as file:
                    file.write(text)
            packages = folder + ':' + os.environ['ROS_PACKAGE_PATH']
            server = self.start('-u', world='exported.world', ROS_PACKAGE_PATH=packages)
            server.wait_for_service()
            result = run('spawn_model', '-sdf', '-database', 'exported', '-model', 'box')
            self.assertEqual(result.returncode, 0, result.stdout + server.output())

    def test_waiting_for_the_master(self) -> None:
        master = f'http://localhost:{free_port()}'
        server = GazeboServer(ROS_MASTER_URI=master)
        self.addCleanup(server.process.kill)
        text = f'waiting for the ROS master at {master}'
        wait_until(lambda: text in server.output() or server.process.poll() is not None, text)
        self.assertIn(text, server.output())
        server.process.send_signal(signal.SIGINT)
        wait_until(lambda: server.process.poll() is not None, 'the server to end', QUICK)


class Launch(unittest.TestCase):
    def test_empty_world(self) -> None:
        env = {**os.environ, 'GAZEBO_MASTER_URI': f'http://localhost:{free_port()}'}
        launch = subprocess.Popen(
            ['roslaunch', 'gazebo_ros', 'empty_world.launch', 'gui:=false', 'paused:=true',
             f'world_name:={WORLD}', 'use_clock_frequency:=true', 'pub_clock_frequency:=50',
             'extra_gazebo_args:=--seed 7'],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
        try:
            rospy.wait_for_service('/gazebo/get_physics_properties', timeout=PATIENCE)
            self.assertTrue(call('get_physics_properties', GetPhysicsProperties).pause)
            self.assertEqual(rospy.get_param('/gazebo/pub_clock_frequency'), 50)
            self.assertTrue(rospy.get_param('/gazebo/enable_ros_network'))
        finally:
            begin = time.monotonic()
            launch.send_signal(signal.SIGINT)
            output = launch.communicate(timeout=PATIENCE)[0]
        self.assertLess(time.monotonic() - begin, QUICK)
        self.assertNotIn('escalating', output)
        self.assertEqual(launch.returncode, 0, output)


class Suite(unittest.TestSuite):
    def __init__(self) -> None:
        super().__init__(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                         for case in (Refusals, Server, Launch))


if __name__ == '__main__':
    rospy.init_node('test_start')
    rostest.rosrun('gazebo_ros', 'start', 'test_start.Suite')
