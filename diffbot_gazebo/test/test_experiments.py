"""Unit tests of the experiments: metrics, changes, keeping of runs, tables (no simulation)."""

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

from diffbot_gazebo.drives import LEFT
from diffbot_gazebo.experiments import bench, changes, measures, metrics, tables, variants
from diffbot_gazebo.experiments.catalogue import CATALOGUE, chosen
from diffbot_gazebo.experiments.description import Case, Column, Row, Setting
from diffbot_gazebo.experiments.protocols import Rest
from diffbot_gazebo.experiments.robot import from_files, own
from diffbot_gazebo.experiments.statics import Stand, felt_inertia, stand
from diffbot_gazebo.experiments.store import NotKept, Store, run_id
from diffbot_gazebo.model_check import sources
from diffbot_gazebo.model_check.urdf_model import parse
from diffbot_gazebo.robot_model import ModelError

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'scripts', 'experiment')
ROBOTS = {name: own(name) for name in ('diffbot', 'remo')}
DIFFBOT, REMO = ROBOTS['diffbot'], ROBOTS['remo']


class Metrics(unittest.TestCase):
    def test_turned_counts_across_the_wrap_and_keeps_the_sign(self):
        yaw = [math.atan2(math.sin(a), math.cos(a)) for a in np.linspace(3.0, 3.0 - 7.0, 50)]
        self.assertAlmostEqual(metrics.turned(yaw), -7.0)

    def test_turn_ratio(self):
        self.assertAlmostEqual(metrics.turn_ratio([3.0, -3.0], [0.0, 2 * math.pi - 6.0]), 1.0)
        self.assertAlmostEqual(metrics.turn_ratio([0.0, 0.6, 1.2], [0.0, 0.75, 1.5]), 0.8)
        self.assertAlmostEqual(metrics.turn_ratio([0.0, -0.5], [0.0, 1.0]), -0.5)
        self.assertTrue(math.isnan(metrics.turn_ratio([0.0, 1.0], [0.5, 0.5])))

    def test_outer_edges_as_published(self):
        self.assertAlmostEqual(metrics.outer_edge_ratio(0.138, 0.025), 0.847, places=3)
        self.assertAlmostEqual(metrics.outer_edge_ratio(0.144, 0.025), 0.852, places=3)

    def test_travelled_is_the_straight_distance(self):
        self.assertAlmostEqual(metrics.travelled([1.0, 9.0, 4.0], [0.0, 9.0, 4.0]), 5.0)

    def test_following_looks_at_the_window_alone(self):
        time = np.arange(0.0, 4.0, 0.02)
        speed = np.where(time > 1.0 + 1e-9, 1.1, 50.0)
        speed[time > 3.0 + 1e-9] = -50.0
        found = metrics.following(time, speed, 1.0, 3.0, 2.0)
        self.assertAlmostEqual(found.share, 1.1)
        self.assertAlmostEqual(found.deviation, 0.0)
        speed[time <= 3.0 + 1e-9] += 0.2 * np.where(np.arange(151) % 2, 1, -1)
        self.assertAlmostEqual(metrics.following(time, speed, 1.0, 3.0, 2.0).deviation, 0.2)

    def test_following_refuses_too_few_samples(self):
        with self.assertRaisesRegex(ValueError, 'only 0 samples in the last 2 s before 3 s'):
            metrics.following([9.0], [1.0], 1.0, 3.0, 2.0)

    def test_jitter(self):
        self.assertAlmostEqual(metrics.jitter([1.0, -1.0, 1.0, -1.0]), 1.0)
        self.assertTrue(math.isnan(metrics.jitter([1.0, math.nan])))

    def test_penetration(self):
        deep = metrics.penetration([0.0, -0.001, 0.0], [0.0, 0.0, 0.1], 0.033)
        self.assertAlmostEqual(deep[0], 0.0)
        self.assertAlmostEqual(deep[1], 0.001)
        self.assertAlmostEqual(deep[2], 0.033 * (1.0 - math.cos(0.1)))

    def test_at_time_is_linear_and_knows_its_ends(self):
        self.assertAlmostEqual(metrics.at_time([0.0, 1.0], [0.0, 4.0], 0.25), 1.0)
        self.assertTrue(math.isnan(metrics.at_time([0.0, 1.0], [0.0, 4.0], 1.5)))

    def test_decay_factor_as_published(self):
        for errors, factor in (
            ([1.0, 0.5, 0.25], 0.5),
            ([1.0, -0.722, 0.521], -0.722),
            ([1.0, -1.0, 1.0], -1.0),
            ([1.0, -2.444, 5.971], -2.444),
        ):
            self.assertAlmostEqual(metrics.decay_factor(errors), factor, places=3)

    def test_decay_factor_leaves_out_rounding(self):
        self.assertAlmostEqual(metrics.decay_factor([1.0, 0.0, 1e-17, 5e-17]), 0.0)
        self.assertTrue(math.isnan(metrics.decay_factor([0.0, 0.0])))

    def test_predicted_decay_as_published(self):
        self.assertAlmostEqual(metrics.predicted_decay(0.03, 0.001, 1.7424e-5), -0.722, places=3)
        self.assertAlmostEqual(metrics.predicted_decay(0.06, 0.001, 1.7424e-5), -2.444, places=3)

    def test_contact_as_published(self):
        stiff = metrics.contact(5e11, 2.0 - 1.0, 0.001)
        self.assertAlmostEqual(stiff.erp, 1.0, places=7)
        compliant = metrics.contact(1e7, 1.0, 0.001)
        self.assertAlmostEqual(compliant.erp, 0.9998, places=6)
        self.assertAlmostEqual(compliant.cfm, 1.0e-4, places=7)
        self.assertAlmostEqual(metrics.contact(1e12, 1.0, 0.001).cfm, 2.0e-9, places=11)

    def test_sinking_speed(self):
        self.assertAlmostEqual(metrics.sinking_speed(3.6, 1.0e-4), 3.6e-4)

    def test_slip(self):
        self.assertAlmostEqual(metrics.slip(0.75, 1.0), 0.25)
        self.assertAlmostEqual(metrics.slip(-0.5, -0.5), 0.0)
        self.assertTrue(math.isnan(metrics.slip(0.1, 0.0)))

    def test_onset(self):
        self.assertEqual(metrics.onset([1, 2, 3], [0.0, 0.01, 0.5], 0.02), 3)
        self.assertEqual(metrics.onset([1, 2, 3], [0.0, math.nan, 0.5], 0.02), 2)
        self.assertTrue(math.isnan(metrics.onset([1, 2], [0.0, 0.01], 0.02)))

    def test_grip_limit(self):
        even = Stand(mass=2.0, behind=0.05, height=0.0, base=0.1)
        self.assertAlmostEqual(even.grip_limit(0.5), 0.5 * 9.81 / 2.0)
        self.assertAlmostEqual(even.drive_wheel_load, 2.0 * 9.81 / 4.0)
        tall = even._replace(height=0.1)  # m a = mu m (g (L - d) - a h) / L
        a = tall.grip_limit(0.5)
        self.assertAlmostEqual(a, 0.5 * (9.81 * 0.05 - a * 0.1) / 0.1)

    def test_stand_of_diffbot(self):
        found = stand(DIFFBOT.urdf, DIFFBOT.geometry.radius)
        self.assertAlmostEqual(found.mass, 0.8 + 0.2 + 0.19 + 2 * 0.032 + 0.048, places=6)
        self.assertAlmostEqual(found.base, 0.0185 + 0.077 + 0.016, places=6)

    def test_felt_inertia_is_that_of_the_easier_motion(self):
        text = """<robot name="r"><link name="base"><inertial><mass value="2"/>
            <inertia ixx="1" iyy="1" izz="%s"/></inertial></link>
            <link name="wheel"><inertial><mass value="0"/>
            <inertia ixx="0" iyy="0.001" izz="0"/></inertial></link>
            <joint name="front_left_wheel_joint" type="continuous"><parent link="base"/>
            <child link="wheel"/><origin xyz="0 0.5 0"/></joint></robot>"""
        self.assertAlmostEqual(felt_inertia(text % 100, 0.1, 1.0), 0.001 + 2 * 0.01 / 2)
        self.assertAlmostEqual(felt_inertia(text % 0.1, 0.1, 1.0), 0.001 + 2 * 0.1 * 0.01)


class Measures(unittest.TestCase):
    def test_speeds_at_every_step_and_at_50_hz(self):
        """A rattle of two steps' period is no error of the mean, but joint states at 50 Hz always
        see the same phase of it."""
        steps, start = 4000, 2.0
        commanded = 0.5 * 0.138 / 2.0 / 0.0333
        speed = commanded + 0.1 * np.where(np.arange(steps + 1) % 2, -1.0, 1.0)
        time = start + 0.001 * np.arange(steps + 1)
        angle = 1.2 * commanded * (time - start)  # what contacts may do behind the speeds' back
        turn = np.column_stack((time, 0 * time, 0 * time, 0.5 * (time - start)))
        series = {
            'geometry': np.array([0.0333, 0.138]),
            'left/started': np.array([start]),
            'left/wheels': np.column_stack((time, -angle, angle, -speed, speed)),
            'left/true': turn * [1, 1, 1, 0.8],
            'left/odometry': turn,  # the angles tell 1.2 times as much
        }
        values = measures.of_drive(series, LEFT, 0.001)
        self.assertAlmostEqual(values['left: turn ratio'], 0.8 / 1.2)
        self.assertAlmostEqual(values['left: turn ratio by odometry messages'], 0.8)
        for side in ('left', 'right'):
            share = 0.1 / commanded
            name = 'left: %s ' % side
            self.assertAlmostEqual(values[name + 'wheel'], 1.0, places=6)
            self.assertAlmostEqual(values[name + 'sd'], 0.1, places=6)
            self.assertAlmostEqual(values[name + 'wheel at 50 Hz'], 1 + share, places=6)
            self.assertAlmostEqual(values[name + 'sd at 50 Hz'], 0.0, places=6)
            later = values[name + 'wheel at 50 Hz, a step later']
            self.assertAlmostEqual(later, 1 - share, places=6)
            self.assertAlmostEqual(values[name + 'rolled'], 1.2, places=6)

    def test_penetration_and_the_speed_that_loads_predict(self):
        time = np.arange(0.0, 2.0, 0.02)
        series = {'rest': np.column_stack((time, -0.0004 * time, 0.0 * time))}
        robot = changes.contact(kp=1e7, kd=1.0, minDepth=0.01)(REMO)
        values = measures.of_penetration((1.5,))(series, robot)
        self.assertAlmostEqual(values['1.5 s'], 0.6)
        self.assertAlmostEqual(values['sinks'], 0.4)
        load = stand(REMO.urdf, REMO.geometry.radius).drive_wheel_load
        self.assertAlmostEqual(values['predicted'], 0.1 * load, places=3)
        self.assertEqual(measures.of_penetration((1.5,))(series, REMO)['predicted'], 0.0)

    def test_free_wheels(self):
        speeds = [[0.002 * n, 1 - 0.5**n, 1 - (-2.0) ** n] for n in range(1, 9)]
        values = measures.of_free_wheels((0.5, 3.0))({'speeds': np.array(speeds)}, REMO)
        self.assertAlmostEqual(values['factor 0.5'], 0.5)
        self.assertAlmostEqual(values['factor 3'], -2.0)

    def test_stability_tells_an_explosion(self):
        time = np.arange(0.0, 3.0, 0.001)
        state = np.zeros((len(time), 7))
        state[:, 0] = time
        self.assertEqual(measures.of_stability({'state': state}, REMO)['exploded'], 0.0)
        state[100, 1] = 1e4
        self.assertEqual(measures.of_stability({'state': state}, REMO)['exploded'], 1.0)
        state[100, 1] = math.nan
        values = measures.of_stability({'state': state}, REMO)
        self.assertEqual(values['exploded'], 1.0)
        self.assertTrue(math.isnan(values['left wheel']))

    def test_ramps(self):
        time = np.arange(0.0, 0.4, 0.001)
        good = np.column_stack((time, 0.5 * time**2, 0.5 * time**2, time))
        bad = np.column_stack((time, 0.5 * 3.0 * time**2, 0.5 * 6.0 * time**2, 6 * time))
        series = {'ramp 0': good, 'ramp 1': bad}
        values = measures.of_ramps((1.0, 6.0, 8.0))(series, DIFFBOT)
        self.assertAlmostEqual(values['slip 1'], 0.0)
        self.assertAlmostEqual(values['slip 6'], 0.5)
        self.assertAlmostEqual(values['most'], 3.0, places=6)
        self.assertEqual(values['slips from'], 6.0)
        self.assertNotIn('slip 8', values)


class Changes(unittest.TestCase):
    def test_cylinder_lies_on_the_axle(self):
        robot = changes.wheel_shape('cylinder')(DIFFBOT)
        link = ElementTree.fromstring(robot.urdf).find("link[@name='front_right_wheel_link']")
        solid = link.find('collision/geometry/cylinder')
        self.assertEqual((solid.get('radius'), solid.get('length')), ('0.0333', '0.025'))
        self.assertTrue(link.find('collision/origin').get('rpy').startswith('1.570796'))
        back = changes.wheel_shape('sphere')(robot)
        self.assertEqual(back.geometry, DIFFBOT.geometry)

    def test_contact_sets_adds_and_removes(self):
        robot = changes.contact(kp=5.0, kd=None, slip1=0.5)(REMO)
        wheel = parse(robot.urdf).gazebo['front_left_wheel_link']
        self.assertEqual((wheel['kp'], wheel['slip1']), ('5.0', '0.5'))
        self.assertNotIn('kd', wheel)
        self.assertEqual(parse(robot.urdf).gazebo['rear_caster_wheel_link']['kp'], '1e6')
        robot = changes.contact(caster=True, kp=5.0)(REMO)
        self.assertEqual(parse(robot.urdf).gazebo['rear_caster_wheel_link']['kp'], '5.0')

    def test_placeholder_wheel_allows_the_gain_that_was_published(self):
        robot = variants.published(DIFFBOT)
        self.assertAlmostEqual(2.0 * robot.wheel_inertia / robot.step_size, 0.55, places=2)
        self.assertNotIn('kp', parse(robot.urdf).gazebo['front_left_wheel_link'])
        self.assertIn('<iters>50</iters>', robot.world)

    def test_gain_ratio_follows_the_step(self):
        self.assertAlmostEqual(changes.gain_ratio(1.72)(REMO).gain, 0.03, places=4)
        slow = changes.apply(REMO, (changes.step_size(0.01), changes.gain_ratio(1.72)))
        self.assertAlmostEqual(slow.gain, 0.003, places=5)
        i = slow.parameters['gazebo_ros_control']['pid_gains']['front_left_wheel_joint']['i']
        self.assertEqual(i, 0.6)

    def test_a_change_that_finds_nothing_says_so(self):
        without = REMO._replace(urdf=REMO.urdf.replace('rear_caster', 'rear_ball'))
        with self.assertRaisesRegex(ModelError, 'rear_caster_wheel_joint'):
            changes.caster_trail(0.0)(without)
        with self.assertRaisesRegex(ModelError, 'rear_caster_wheel_link'):
            changes.caster_mass(0.5)(without)

    def test_bench_has_a_wheel_for_every_gain(self):
        robot = bench.free_wheels((0.5, 2.0))(REMO)
        urdf = parse(robot.urdf)
        gains = robot.parameters['gazebo_ros_control']['pid_gains']
        for joint in bench.joints(2, 'left') + bench.joints(2, 'right'):
            self.assertAlmostEqual(
                urdf.links[urdf.joints[joint].child].inertial.iyy, REMO.wheel_inertia
            )
        self.assertAlmostEqual(gains['left_wheel_1_joint']['p'], 2.0 * REMO.wheel_inertia / 0.001)
        self.assertEqual(robot.geometry, REMO.geometry)


class Descriptions(unittest.TestCase):
    def setUp(self):
        self.refused = []
        self.addCleanup(lambda: self.assertEqual(self.refused, []))

    def test_a_case_that_the_robot_has_no_part_for_is_left_out(self):
        robot = REMO._replace(urdf=REMO.urdf.replace('"base_joint"', '"foot_joint"'))
        refused = []
        settings = CATALOGUE['gain'][1].settings_for(robot, refused)
        self.assertGreater(len(settings), 10)
        self.assertEqual(len(refused), 2)
        self.assertIn(
            'gain_robot: dropped from 50 mm, P h / J = 1.72: the URDF has no joint base_j',
            refused[0],
        )

    def test_every_experiment_can_be_planned(self):
        keys = set()
        for experiment in chosen('all'):
            for model in ('diffbot', 'remo'):
                for setting in experiment.settings_for(ROBOTS[model], self.refused):
                    key = run_id(setting, '11.1', 1)
                    self.assertNotIn(key, keys)
                    keys.add(key)
        self.assertGreater(len(keys), 50)

    def test_published_values_have_their_columns(self):
        for experiment in chosen('all'):
            columns = {column.key for column in experiment.columns}
            for model in ('diffbot', 'remo'):
                for setting in experiment.settings_for(ROBOTS[model], self.refused):
                    for published in setting.case.published.values():
                        self.assertLessEqual(set(published), columns, experiment.name)


def setting(robot=REMO, seconds=1.0, **published):
    case = Case('standing', (), {'remo': published})
    return Setting('test', 'remo', case, robot, Rest(seconds))


class Keeping(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.store = Store(temporary.name)
        self.series = {'rest': np.array([[0.0, math.pi], [1.0, math.nan]])}

    def test_a_run_comes_back_bit_for_bit(self):
        run = run_id(setting(), '11.1', 1)
        self.assertFalse(self.store.has(run))
        self.store.save(run, self.series, {'wall_s': 1.5})
        self.assertTrue(self.store.has(run))
        series, facts = self.store.load(run)
        np.testing.assert_array_equal(series['rest'], self.series['rest'])
        self.assertEqual(facts['wall_s'], 1.5)

    def test_the_key_is_of_everything_that_matters(self):
        base = run_id(setting(), '11.1', 1)
        self.assertEqual(base, run_id(setting(), '11.1', 1))
        for other in (
            run_id(setting(), '11.2', 1),
            run_id(setting(seconds=2.0), '11.1', 1),
            run_id(setting(changes.gains(p=0.01)(REMO)), '11.1', 1),
            run_id(setting(changes.iterations(7)(REMO)), '11.1', 1),
            run_id(setting(changes.contact(kp=7.0)(REMO)), '11.1', 1),
        ):
            self.assertNotEqual(base.key, other.key)

    def test_a_damaged_run_is_named(self):
        run = run_id(setting(), '11.1', 1)
        self.store.save(run, self.series, {})
        path = os.path.join(self.store.folder, run.file + '.npz')
        with open(path, 'r+b') as stream:
            stream.truncate(100)
        with self.assertRaisesRegex(NotKept, run.file):
            self.store.load(run)
        self.store.forget(run)
        self.assertFalse(self.store.has(run))
        with self.assertRaisesRegex(NotKept, 'no finished run'):
            self.store.load(run)

    def test_no_half_run_when_the_disk_is_full(self):
        run = run_id(setting(), '11.1', 1)
        with self.assertRaises(OSError):
            Store('/dev/full').save(run, self.series, {})
        os.makedirs(os.path.join(self.store.folder, run.file + '.json'))  # writing it must fail
        with self.assertRaises(OSError):
            self.store.save(run, self.series, {})
        self.assertFalse(self.store.has(run))
        self.assertFalse([name for name in os.listdir(self.store.folder) if 'tmp' in name])


class Tables(unittest.TestCase):
    COLUMN = Column('ratio', 'ratio', 3, 0.01)

    def test_what_depends_on_the_load_is_not_compared(self):
        row = self.row(0.85, 0.85)
        for number, values in enumerate(row.values):
            values['turn ratio by odometry messages'] = 1.0 + number
        self.assertTrue(tables.same(row))

    def row(self, *values, published=()):
        return Row(
            setting(ratio=published) if published else setting(),
            [{}] * len(values),
            [{'settings': {}, 'real_time_factor': 5.0 + n} for n in range(len(values))],
            [{'ratio': value, 'speed': 5.0 + n} for n, value in enumerate(values)],
            [],
        )

    def cell(self, *values, published=()):
        return tables.Cell(self.COLUMN, values, published)

    def test_the_greatest_difference_counts(self):
        cell = self.cell(0.85, 0.86, published=(0.845, 0.88))
        self.assertAlmostEqual(cell.difference, -0.03)
        self.assertFalse(cell.within)
        self.assertTrue(self.cell(0.85, published=(0.84, 0.86)).within)
        self.assertIsNone(self.cell(0.85).within)
        self.assertIs(self.cell(np.float64(0.85), published=(1.0,)).within, False)
        self.assertFalse(self.cell(math.nan, published=(0.84,)).within)

    def test_equal_values_are_shown_once(self):
        self.assertEqual(self.cell().shown([0.85, 0.85]), '0.850')
        self.assertEqual(self.cell().shown([0.85, 0.86, math.nan]), '0.850 0.860 -')

    def test_runs_are_compared_to_the_last_bit_but_not_their_speed(self):
        self.assertTrue(tables.same(self.row(0.85, 0.85)))
        self.assertFalse(tables.same(self.row(0.85, np.nextafter(0.85, 1))))
        self.assertTrue(tables.same(self.row(math.nan, math.nan)))
        self.assertIsNone(tables.same(self.row(0.85)))

    def test_files_are_readable(self):
        experiment = CATALOGUE['e1'][0]._replace(columns=[self.COLUMN])
        rows = [self.row(0.85, math.nan, published=(0.84,))]
        lines = tables.as_csv(experiment, rows).splitlines()
        self.assertEqual(len(lines), 3)
        self.assertTrue(lines[1].endswith(',0.85,0.84,0.01,0.01,yes'))
        self.assertTrue(lines[2].endswith(',no'))
        text = json.dumps(tables.as_dict(experiment, rows, {}), allow_nan=False)
        self.assertIsNone(json.loads(text)['rows'][0]['runs'][1]['values']['ratio'])
        self.assertIn('nan' if False else 'remo, standing', tables.summary(experiment, rows))


class BadInput(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.urdf = os.path.join(temporary.name, 'my.urdf')
        self.config = os.path.join(temporary.name, 'my.yaml')
        self.write(DIFFBOT.urdf, json.dumps(DIFFBOT.parameters))

    def write(self, urdf, config):
        for path, text in ((self.urdf, urdf), (self.config, config)):
            with open(path, 'w') as stream:
                stream.write(text)

    def test_a_users_robot_is_taken_as_it_is(self):
        robot = from_files(self.urdf, self.config)
        self.assertEqual(robot.geometry, DIFFBOT.geometry)
        self.assertEqual(robot.parameters, DIFFBOT.parameters)

    def test_what_is_missing_is_named(self):
        for urdf, config, error, text in (
            (DIFFBOT.urdf.replace('"continuous"', '"fixed"'), '{}', ModelError, 'has no wheels'),
            (
                DIFFBOT.urdf.replace('front_left_wheel_joint', 'wheel_l'),
                '{}',
                ModelError,
                'no wheel joint front_left_wheel_joint; its turning joints are: wheel_l',
            ),
            ('<sdf/>', '{}', ModelError, 'root element is <sdf>'),
            ('robot', '{}', ModelError, 'is not XML'),
            (DIFFBOT.urdf, '[1]', sources.SourceError, 'holds no parameters'),
            (DIFFBOT.urdf, '{a: 1}', sources.SourceError, 'no gazebo_ros_control/pid_gains'),
            (
                DIFFBOT.urdf.replace('libgazebo_ros_control', 'libother'),
                json.dumps(DIFFBOT.parameters),
                ModelError,
                '0 gazebo_ros_control plugins',
            ),
        ):
            self.write(urdf, config)
            with self.assertRaisesRegex(error, text):
                from_files(self.urdf, self.config)
        with self.assertRaisesRegex(sources.SourceError, 'nowhere.urdf: No such file'):
            from_files('nowhere.urdf', self.config)

    def test_command_line(self):
        for arguments, text in (
            (['e9'], "unknown experiment 'e9'; there are: e1, e2"),
            (['e1', '--runs', '0'], '--runs must be at least 1, not 0'),
            (['e1', '--model', 'rover'], "unknown model 'rover'; there are: diffbot, remo"),
            (['e1', '--urdf', self.urdf], '--urdf and --config belong together'),
            ([], 'the following arguments are required: EXPERIMENT'),
        ):
            done = subprocess.run(
                [sys.executable, SCRIPT] + arguments,
                stderr=subprocess.PIPE,
                stdout=subprocess.PIPE,
                universal_newlines=True,
            )
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(text, done.stderr)


if __name__ == '__main__':
    unittest.main()
