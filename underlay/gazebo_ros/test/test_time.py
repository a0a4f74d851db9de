#!/usr/bin/env python3
"""Clock, pause, reset and physics (contract of the API plugin)."""
import threading
import time
from typing import Any, List

import dynamic_reconfigure.client
import rospy
import rostest
import unittest
from gazebo_fixture import WorldTest, call, pose, wait_until
from gazebo_msgs.msg import ModelState, ODEPhysics
from gazebo_msgs.srv import (GetModelState, GetPhysicsProperties, GetWorldProperties,
                             SetModelState, SetPhysicsProperties)
from geometry_msgs.msg import Vector3
from rosgraph_msgs.msg import Clock, Log
from std_srvs.srv import Empty

MS = 1000000  # ns


class ClockListener:
    """Everything that arrives on /clock, in ns."""

    def __init__(self) -> None:
        self.times: List[int] = []
        self.changed = threading.Condition()
        self.subscriber = rospy.Subscriber('/clock', Clock, self.receive, queue_size=100000)

    def receive(self, message: Clock) -> None:
        with self.changed:
            self.times.append(message.clock.to_nsec())
            self.changed.notify_all()

    def wait_for(self, time_ns: int) -> None:
        with self.changed:
            arrived = self.changed.wait_for(lambda: time_ns in self.times, timeout=60)
            assert arrived, f'{time_ns} ns did not arrive on /clock, but {self.times[-5:]}'

    def close(self) -> None:
        self.subscriber.unregister()


def now_ns() -> int:
    return round(call('get_world_properties', GetWorldProperties).sim_time * 1e9)


class Time(WorldTest):
    def tearDown(self) -> None:
        call('pause_physics', Empty)

    def physics(self) -> Any:
        return self.succeed('get_physics_properties', GetPhysicsProperties)

    def set_physics(self, **changes: Any) -> Any:
        """As a careful client does it: read everything, change something, write everything."""
        now = self.physics()
        values = {f: getattr(now, f)
                  for f in ('time_step', 'max_update_rate', 'gravity', 'ode_config')}
        return self.succeed('set_physics_properties', SetPhysicsProperties,
                            **{**values, **changes})

    def restore(self, physics: Any) -> None:
        self.set_physics(time_step=physics.time_step, max_update_rate=physics.max_update_rate,
                         gravity=physics.gravity, ode_config=physics.ode_config)

    def test_every_step_has_its_clock(self) -> None:
        listener = ClockListener()
        wait_until(lambda: listener.subscriber.get_num_connections(), 'the clock')
        begin = now_ns()
        self.server.step(20)
        listener.wait_for(begin + 20 * MS)
        listener.close()
        stamps = [t for t in listener.times if t > begin]
        self.assertEqual(stamps, [begin + i * MS for i in range(1, 21)])

    def test_a_late_subscriber_gets_the_time_of_a_paused_world(self) -> None:
        self.server.step(1)
        begin = now_ns()
        listener = ClockListener()
        listener.wait_for(begin)
        listener.close()
        self.assertEqual(listener.times, [begin])

    def test_pause_and_unpause(self) -> None:
        call('unpause_physics', Empty)
        self.assertFalse(self.physics().pause)
        begin = now_ns()
        wait_until(lambda: now_ns() > begin, 'the time to go on')
        call('pause_physics', Empty)
        self.assertTrue(self.physics().pause)
        begin = now_ns()
        time.sleep(0.1)  # that nothing happens can only be seen by waiting
        self.assertEqual(now_ns(), begin)

    def test_reset_simulation(self) -> None:
        self.spawn_box('thrown', x=1.0)
        self.succeed('set_model_state', SetModelState,
                     model_state=ModelState(model_name='thrown', pose=pose(x=5.0)))
        self.server.step(10)
        listener = ClockListener()
        listener.wait_for(now_ns())
        call('reset_simulation', Empty)
        listener.wait_for(0)  # though the world is paused
        listener.close()
        self.assertEqual(now_ns(), 0)
        state = self.succeed('get_model_state', GetModelState, model_name='thrown')
        self.assert_close(state.pose.position, x=1.0, z=1.0)
        self.assert_close(state.twist.linear)
        self.assertTrue(self.physics().pause)

    def test_reset_world_keeps_the_time(self) -> None:
        self.spawn_box('moved', x=2.0)
        self.succeed('set_model_state', SetModelState,
                     model_state=ModelState(model_name='moved', pose=pose(x=5.0)))
        self.server.step(10)
        begin = now_ns()
        call('reset_world', Empty)
        self.assertEqual(now_ns(), begin)
        state = self.succeed('get_model_state', GetModelState, model_name='moved')
        self.assert_close(state.pose.position, x=2.0, z=1.0)

    def test_world_properties(self) -> None:
        world = self.succeed('get_world_properties', GetWorldProperties)
        self.assertIn('ground', world.model_names)
        self.assertTrue(world.rendering_enabled)

    def test_physics_round_trip(self) -> None:
        # auto_disable_bodies is missing: Gazebo takes it, but always reports false.
        ode = ODEPhysics(sor_pgs_precon_iters=2, sor_pgs_iters=77,
                         sor_pgs_w=1.25, sor_pgs_rms_error_tol=0.5, contact_surface_layer=0.002,
                         contact_max_correcting_vel=50.0, cfm=0.125, erp=0.25, max_contacts=11)
        before = self.physics()
        self.addCleanup(self.restore, before)
        self.set_physics(time_step=0.002, max_update_rate=0.0, gravity=Vector3(1.0, 2.0, -3.0),
                         ode_config=ode)
        after = self.physics()
        self.assertEqual((after.time_step, after.max_update_rate, after.gravity, after.ode_config),
                         (0.002, 0.0, Vector3(1.0, 2.0, -3.0), ode))
        self.assertTrue(after.pause)
        self.restore(before)
        self.assertEqual(self.physics(), before)

    def test_gravity_acts(self) -> None:
        self.spawn_box('falling', x=9.0)
        self.addCleanup(self.restore, self.physics())
        self.set_physics(gravity=Vector3(z=-10.0))
        self.server.step(10)
        state = self.succeed('get_model_state', GetModelState, model_name='falling')
        self.assert_close(state.twist.linear, z=-0.1)

    def test_physics_that_cannot_work_is_refused(self) -> None:
        before = self.physics()
        good = dict(time_step=0.001, max_update_rate=0.0, gravity=Vector3(),
                    ode_config=before.ode_config)
        bad_ode = self.physics().ode_config
        bad_ode.max_contacts = 0
        for change, text in ((dict(time_step=0.0), 'time_step is 0'),
                             (dict(time_step=float('nan')), 'time_step is nan'),
                             (dict(max_update_rate=-1.0), 'max_update_rate is negative'),
                             (dict(gravity=Vector3(y=float('inf'))), 'gravity.y is inf'),
                             (dict(ode_config=bad_ode), 'max_contacts must be positive')):
            self.fail_with([text], 'set_physics_properties', SetPhysicsProperties,
                           **{**good, **change})
        self.assertEqual(self.physics(), before)

    def test_an_empty_ode_config_changes_nothing(self) -> None:
        before = self.physics()
        answer = self.set_physics(ode_config=ODEPhysics())
        self.assertIn('ode_config is all zero', answer.status_message)
        self.assertEqual(self.physics(), before)

    def test_dynamic_reconfigure(self) -> None:
        client = dynamic_reconfigure.client.Client('/gazebo', timeout=60)
        before = self.physics()
        self.addCleanup(self.restore, before)
        config = client.get_configuration(timeout=60)
        self.assertEqual((config.time_step, config.gravity_z, config.sor_pgs_iters),
                         (before.time_step, before.gravity.z, before.ode_config.sor_pgs_iters))
        config = client.update_configuration({'sor_pgs_iters': 33, 'gravity_z': -1.0})
        self.assertEqual((config.sor_pgs_iters, config.gravity_z), (33, -1.0))
        after = self.physics()
        self.assertEqual((after.ode_config.sor_pgs_iters, after.gravity.z), (33, -1.0))
        self.assertTrue(after.pause)
        # What cannot work is not taken over, and the answer says so.
        self.assertEqual(client.update_configuration({'time_step': 0.0}).time_step, 0.001)
        # The service tells the clients of dynamic reconfigure.
        self.set_physics(gravity=before.gravity, ode_config=before.ode_config)
        wait_until(lambda: client.get_configuration().sor_pgs_iters == 50, 'the update')
        client.close()


class ThrottledClock(WorldTest):
    """With pub_clock_frequency the clock is thinned out, but a standing world's time is exact."""

    @classmethod
    def setUpClass(cls) -> None:
        for name, value in (('/gazebo/pub_clock_frequency', 100), ('/use_sim_time', True)):
            rospy.set_param(name, value)
            cls.addClassCleanup(rospy.delete_param, name)
        super().setUpClass()

    def test_clock(self) -> None:
        listener = ClockListener()
        wait_until(lambda: listener.subscriber.get_num_connections(), 'the clock')
        begin = now_ns()
        call('unpause_physics', Empty)
        listener.wait_for(begin + 100 * MS)
        call('pause_physics', Empty)
        listener.wait_for(now_ns())
        gaps = [b - a for a, b in zip(listener.times, listener.times[1:])]
        self.assertTrue(all(gap >= 10 * MS for gap in gaps[1:-1]), gaps)

        begin = now_ns()
        self.server.step(3)
        listener.wait_for(begin + 3 * MS)
        self.server_knows_the_time(begin + 3 * MS)
        # A jump back is published at once, not when the old time comes again.
        call('reset_simulation', Empty)
        listener.wait_for(0)
        count = len(listener.times)
        self.server.step(15)
        listener.wait_for(15 * MS)
        self.assertEqual(listener.times[count:][-1], 15 * MS)
        listener.close()

    def server_knows_the_time(self, time_ns: int) -> None:
        """The ROS time inside the server, as the stamp of a log message tells it, is exact too."""
        stamps: List[int] = []
        subscriber = rospy.Subscriber(
            '/rosout', Log, lambda m: m.name == '/gazebo' and 'nobody' in m.msg
            and stamps.append(m.header.stamp.to_nsec()))
        wait_until(lambda: subscriber.get_num_connections(), 'the log')
        wait_until(lambda: stamps or call('get_model_state', GetModelState, model_name='nobody')
                   and None, 'a log message')
        subscriber.unregister()
        self.assertEqual(stamps[0], time_ns)


class Suite(unittest.TestSuite):
    def __init__(self) -> None:
        super().__init__(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                         for case in (Time, ThrottledClock))


if __name__ == '__main__':
    rospy.init_node('test_time')
    rostest.rosrun('gazebo_ros', 'time', 'test_time.Suite')
