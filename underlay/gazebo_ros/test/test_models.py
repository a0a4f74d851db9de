#!/usr/bin/env python3
"""Models, links, joints and lights: states, properties, forces (contract of the API plugin)."""
import math
from typing import Any

import rospy
import rostest
from gazebo_fixture import WorldTest, call, pose, read, wait_until
from gazebo_msgs.msg import LinkState, LinkStates, ModelState, ModelStates, ODEJointProperties
from gazebo_msgs.srv import (ApplyBodyWrench, ApplyJointEffort, BodyRequest, GetJointProperties,
                             GetLightProperties, GetLinkProperties, GetLinkState,
                             GetModelProperties, GetModelState, JointRequest, SetJointProperties,
                             SetLightProperties, SetLinkProperties, SetLinkState,
                             SetModelConfiguration, SetModelState, SpawnModel)
from geometry_msgs.msg import Point, Twist, Vector3, Wrench
from std_msgs.msg import ColorRGBA

NAN = float('nan')
HALF = math.sqrt(0.5)


class Models(WorldTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        for name, xml, service in (('box', 'box.sdf', 'spawn_sdf_model'),
                                   ('arm', 'arm.urdf', 'spawn_urdf_model')):
            answer = call(service, SpawnModel, model_name=name, model_xml=read(xml),
                          initial_pose=pose(x=5.0))
            assert answer.success, answer.status_message

    def set_box(self, **state: Any) -> None:
        self.succeed('set_model_state', SetModelState,
                     model_state=ModelState(model_name='box', **state))

    def model_state(self, frame: str = '') -> Any:
        return self.succeed('get_model_state', GetModelState, model_name='box',
                            relative_entity_name=frame)

    def test_model_state_round_trip(self) -> None:
        twist = Twist(Vector3(1.0, 2.0, 3.0), Vector3(0.1, 0.2, 0.3))
        self.set_box(pose=pose(x=1.0, y=2.0, z=3.0, w=2.0, qz=2.0), twist=twist)
        state = self.model_state()
        self.assert_close(state.pose.position, x=1.0, y=2.0, z=3.0)
        self.assert_close(state.pose.orientation, z=HALF, w=HALF)
        # The velocity is that of the origin, though the centre of mass lies elsewhere.
        self.assert_close(state.twist.linear, x=1.0, y=2.0, z=3.0)
        self.assert_close(state.twist.angular, x=0.1, y=0.2, z=0.3)
        again = self.model_state('world')
        self.assertEqual(again.header.seq, state.header.seq + 1)
        self.assertEqual(again.header.frame_id, 'world')
        self.set_box()

    def test_model_state_in_a_frame(self) -> None:
        self.spawn_box('frame', x=10.0, w=1.0, qz=1.0)  # its x axis is the world's y
        self.set_box(pose=pose(x=1.0), twist=Twist(linear=Vector3(x=0.5)), reference_frame='frame')
        state = self.model_state()
        # Gazebo rounds the pose of a spawned model to 1e-6 rad, which is 1e-5 m at 10 m.
        self.assert_close(state.pose.position, x=10.0, y=1.0, z=1.0, delta=1e-5)
        self.assert_close(state.twist.linear, y=0.5, delta=1e-5)
        state = self.model_state('frame::body')
        self.assert_close(state.pose.position, x=1.0)
        self.assert_close(state.twist.linear, x=0.5)
        self.set_box()

    def test_model_state_refusals(self) -> None:
        self.fail_with(["model 'nobody' does not exist", 'box', 'arm'], 'get_model_state',
                       GetModelState, model_name='nobody')
        self.fail_with(["reference frame 'nowhere'", 'box::body'], 'get_model_state',
                       GetModelState, model_name='box', relative_entity_name='nowhere')
        for state, text in ((ModelState(model_name='nobody'), "model 'nobody'"),
                            (ModelState(model_name='box', reference_frame='no'), "frame 'no'"),
                            (ModelState(model_name='box', pose=pose(y=NAN)), 'pose.position.y'),
                            (ModelState(model_name='box', pose=pose(w=NAN)), 'pose.orientation.w'),
                            (ModelState(model_name='box',
                                        twist=Twist(linear=Vector3(x=math.inf))),
                             'twist.linear.x')):
            self.fail_with([text], 'set_model_state', SetModelState, model_state=state)
        self.assert_close(self.model_state().pose.position)

    def test_states_by_topic(self) -> None:
        models = rospy.Publisher('/gazebo/set_model_state', ModelState, queue_size=1)
        links = rospy.Publisher('/gazebo/set_link_state', LinkState, queue_size=1)
        wait_until(lambda: models.get_num_connections() and links.get_num_connections(),
                   'the subscriptions of Gazebo')
        models.publish(ModelState(model_name='nobody'))  # only logged
        models.publish(ModelState(model_name='box', pose=pose(z=2.0)))
        wait_until(lambda: self.model_state().pose.position.z == 2.0, 'the model to be moved')
        links.publish(LinkState(link_name='box::body', pose=pose(z=3.0)))
        wait_until(lambda: self.model_state().pose.position.z == 3.0, 'the link to be moved')
        self.set_box()

    def test_states_are_published_while_paused(self) -> None:
        self.set_box(pose=pose(y=7.0))
        models = rospy.wait_for_message('/gazebo/model_states', ModelStates, timeout=60)
        self.assertEqual(models.name[:3], ['ground', 'box', 'arm'])
        self.assertEqual(models.pose[1].position.y, 7.0)
        links = rospy.wait_for_message('/gazebo/link_states', LinkStates, timeout=60)
        self.assertEqual(links.name[:2], ['ground::link', 'box::body'])
        self.assertIn('arm::arm', links.name)
        self.assertEqual(links.pose[1].position.y, 7.0)
        self.set_box()

    def test_model_properties(self) -> None:
        arm = self.succeed('get_model_properties', GetModelProperties, model_name='arm')
        self.assertEqual(arm.body_names, ['base', 'arm'])
        self.assertEqual(arm.canonical_body_name, 'base')
        self.assertIn('hinge', arm.joint_names)
        self.assertEqual(len(arm.geom_names), 1)
        self.assertFalse(arm.is_static)
        ground = self.succeed('get_model_properties', GetModelProperties, model_name='ground')
        self.assertTrue(ground.is_static)
        self.assertEqual(ground.geom_names, ['plane'])
        self.fail_with(["model 'x'"], 'get_model_properties', GetModelProperties, model_name='x')

    def joint(self) -> Any:
        return self.succeed('get_joint_properties', GetJointProperties, joint_name='hinge')

    def test_configuration(self) -> None:
        self.succeed('set_model_configuration', SetModelConfiguration, model_name='arm',
                     joint_names=['hinge'], joint_positions=[0.5])
        self.assertAlmostEqual(self.joint().position[0], 0.5, places=6)
        for request, text in (((['hinge'], []), '1 joint names, but 0 positions'),
                              ((['knee'], [0.0]), "no joint 'knee' (joints: "),
                              ((['hinge'], [NAN]), "position of joint 'hinge'")):
            self.fail_with([text], 'set_model_configuration', SetModelConfiguration,
                           model_name='arm', joint_names=request[0], joint_positions=request[1])
        self.succeed('set_model_configuration', SetModelConfiguration, model_name='arm',
                     joint_names=['hinge'], joint_positions=[0.0])

    def test_joint_properties(self) -> None:
        config = ODEJointProperties(damping=[0.25], hiStop=[1.0], loStop=[-1.0], fmax=[0.0],
                                    vel=[0.0], stop_erp=[0.3], stop_cfm=[0.0])
        self.succeed('set_joint_properties', SetJointProperties, joint_name='arm::hinge',
                     ode_joint_config=config)
        joint = self.joint()
        self.assertEqual(joint.damping, (0.25,))
        self.assertEqual(joint.type, joint.REVOLUTE)
        self.assertEqual(len(joint.rate), 1)
        for config, text in ((ODEJointProperties(damping=[0.0, 0.0]), 'damping has 2 values'),
                             (ODEJointProperties(vel=[NAN]), 'vel is nan')):
            self.fail_with([text], 'set_joint_properties', SetJointProperties,
                           joint_name='hinge', ode_joint_config=config)
        self.fail_with(["joint 'knee' does not exist", 'arm::hinge'], 'get_joint_properties',
                       GetJointProperties, joint_name='knee')
        self.succeed('set_joint_properties', SetJointProperties, joint_name='hinge',
                     ode_joint_config=ODEJointProperties(damping=[0.0]))

    def test_link_state(self) -> None:
        state = LinkState(link_name='box::body', pose=pose(x=1.0),
                          twist=Twist(Vector3(x=0.5), Vector3(z=1.0)))
        self.succeed('set_link_state', SetLinkState, link_state=state)
        found = self.succeed('get_link_state', GetLinkState, link_name='box::body',
                             reference_frame='world').link_state
        self.assertEqual((found.link_name, found.reference_frame), ('box::body', 'world'))
        self.assert_close(found.pose.position, x=1.0)
        self.assert_close(found.twist.linear, x=0.5)
        self.assert_close(found.twist.angular, z=1.0)
        self.fail_with(["link 'box::leg' does not exist", 'box::body'], 'get_link_state',
                       GetLinkState, link_name='box::leg')
        self.set_box()

    def test_link_properties(self) -> None:
        self.spawn_box('heavy', x=20.0)
        old = self.succeed('get_link_properties', GetLinkProperties, link_name='heavy::body')
        self.assertEqual((old.mass, old.izz, old.com.position.x), (2.0, 0.1, 0.1))
        values = dict(com=pose(), gravity_mode=False, ixx=0.2, iyy=0.2, izz=0.2, ixy=0.0, ixz=0.0,
                      iyz=0.0)
        self.succeed('set_link_properties', SetLinkProperties, link_name='heavy::body', mass=4.0,
                     **values)
        new = self.succeed('get_link_properties', GetLinkProperties, link_name='heavy::body')
        self.assertEqual((new.mass, new.izz, new.com.position.x, new.gravity_mode),
                         (4.0, 0.2, 0.0, False))
        self.succeed('apply_body_wrench', ApplyBodyWrench, body_name='heavy::body',
                     wrench=Wrench(force=Vector3(x=4.0)), duration=rospy.Duration(0.05))
        self.server.step(50)
        state = self.succeed('get_model_state', GetModelState, model_name='heavy')
        self.assert_close(state.twist.linear, x=0.05)  # 4 N / 4 kg * 0.05 s: the engine knows
        self.fail_with(['mass is 0'], 'set_link_properties', SetLinkProperties,
                       link_name='heavy::body', mass=0.0, **values)
        values['ixx'] = -1.0
        self.fail_with(['not positive definite'], 'set_link_properties', SetLinkProperties,
                       link_name='heavy::body', mass=1.0, **values)

    def test_wrench_acts_for_its_duration(self) -> None:
        """4 N on 2 kg for 50 of 100 steps; 0.2 N m on 0.1 kg m^2 likewise."""
        self.spawn_box('pushed', x=30.0)
        wrench = Wrench(Vector3(x=4.0), Vector3(x=0.2))
        now = self.model_state().header.stamp
        self.succeed('apply_body_wrench', ApplyBodyWrench, body_name='pushed::body', wrench=wrench,
                     start_time=now + rospy.Duration(0.02), duration=rospy.Duration(0.05))
        self.server.step(100)
        state = self.succeed('get_model_state', GetModelState, model_name='pushed')
        self.assert_close(state.twist.linear, x=0.1)
        self.assert_close(state.twist.angular, x=0.1)

    def test_wrench_at_a_point_of_a_frame(self) -> None:
        """A force at the origin, 0.1 m behind the centre of mass, turns the box."""
        self.spawn_box('turned', x=40.0)
        self.succeed('apply_body_wrench', ApplyBodyWrench, body_name='turned::body',
                     reference_frame='turned::body', wrench=Wrench(force=Vector3(y=1.0)),
                     duration=rospy.Duration(0.001))
        self.spawn_box('shifted', x=50.0)
        self.succeed('apply_body_wrench', ApplyBodyWrench, body_name='shifted::body',
                     reference_point=Point(x=-0.1), wrench=Wrench(force=Vector3(y=1.0)),
                     duration=rospy.Duration(0.001))
        self.server.step(10)
        for name in ('turned', 'shifted'):
            state = self.succeed('get_model_state', GetModelState, model_name=name)
            # -0.1 m * 1 N * 1 ms / 0.1 kg m^2
            self.assert_close(state.twist.angular, z=-0.001, delta=1e-9)

    def test_wrench_without_end_and_clear(self) -> None:
        self.spawn_box('endless', x=60.0)
        self.succeed('apply_body_wrench', ApplyBodyWrench, body_name='endless::body',
                     wrench=Wrench(force=Vector3(x=2.0)), duration=rospy.Duration(-1))
        self.server.step(10)
        call('clear_body_wrenches', BodyRequest, body_name='endless::body')
        self.server.step(10)
        state = self.succeed('get_model_state', GetModelState, model_name='endless')
        self.assert_close(state.twist.linear, x=0.01)
        with self.assertRaises(rospy.ServiceException):
            call('clear_body_wrenches', BodyRequest, body_name='nobody')
        self.fail_with(["link 'nobody'"], 'apply_body_wrench', ApplyBodyWrench, body_name='nobody')
        self.fail_with(['wrench.force.z'], 'apply_body_wrench', ApplyBodyWrench,
                       body_name='endless::body', wrench=Wrench(force=Vector3(z=NAN)))

    def test_joint_effort(self) -> None:
        """0.2 N m on 0.1 kg m^2 for 50 steps, then an endless effort that is cleared at once."""
        self.succeed('apply_joint_effort', ApplyJointEffort, joint_name='hinge', effort=0.2,
                     duration=rospy.Duration(0.05))
        self.server.step(100)
        rate = self.joint().rate[0]
        self.assertAlmostEqual(rate, 0.1, delta=1e-4)
        self.succeed('apply_joint_effort', ApplyJointEffort, joint_name='hinge', effort=5.0,
                     duration=rospy.Duration(-1))
        call('clear_joint_forces', JointRequest, joint_name='hinge')
        self.server.step(10)
        self.assertAlmostEqual(self.joint().rate[0], rate, delta=1e-4)
        self.fail_with(["joint 'knee'"], 'apply_joint_effort', ApplyJointEffort, joint_name='knee')
        self.fail_with(['effort is nan'], 'apply_joint_effort', ApplyJointEffort,
                       joint_name='hinge', effort=NAN)

    def test_light_properties(self) -> None:
        lamp = self.succeed('get_light_properties', GetLightProperties, light_name='lamp')
        self.assert_close(lamp.diffuse, r=0.5, g=0.25, b=0.125, a=1.0)
        self.assertEqual((lamp.attenuation_constant, lamp.attenuation_linear,
                          lamp.attenuation_quadratic), (0.5, 0.25, 0.125))
        self.succeed('set_light_properties', SetLightProperties, light_name='lamp',
                     diffuse=ColorRGBA(1.0, 0.0, 0.5, 1.0), attenuation_constant=0.25,
                     attenuation_linear=0.5, attenuation_quadratic=0.75, pose=pose(z=4.0))
        lamp = self.succeed('get_light_properties', GetLightProperties, light_name='lamp')
        self.assert_close(lamp.diffuse, r=1.0, b=0.5, a=1.0)
        self.assertEqual((lamp.attenuation_constant, lamp.attenuation_linear,
                          lamp.attenuation_quadratic), (0.25, 0.5, 0.75))
        self.fail_with(["light 'sun' does not exist", 'lamp'], 'get_light_properties',
                       GetLightProperties, light_name='sun')
        self.fail_with(["light 'sun'"], 'set_light_properties', SetLightProperties,
                       light_name='sun')


if __name__ == '__main__':
    rospy.init_node('test_models')
    rostest.rosrun('gazebo_ros', 'models', Models)
