"""Checks of the controller configuration against the URDF."""

from typing import Any, Dict, List

from diffbot_gazebo.kinematics import Geometry, wheel_speeds
from diffbot_gazebo.model_check.finding import Finding, Findings
from diffbot_gazebo.model_check.geometry import SAME, wheel_links
from diffbot_gazebo.model_check.inertia import about_axle
from diffbot_gazebo.model_check.urdf_model import Urdf
from diffbot_gazebo.robot_model import LEFT_JOINT, RIGHT_JOINT, DriveWheels

BASE = 'mobile_base_controller'
INTERFACE = 'hardware_interface/VelocityJointInterface'
RESERVE = 2.0  # an effort limit must be this many times the torque that the accelerations need


def _names(value: Any) -> List[str]:
    return value if isinstance(value, list) else [value]


def check_joints(urdf: Urdf, parameters: Dict[str, Any], namespace: str) -> Findings:
    """The controller's wheels exist and are on the side that it takes them for."""
    found: Findings = []
    for key, sign in (('left_wheel', 1), ('right_wheel', -1)):
        where = '%s/%s/%s' % (namespace, BASE, key)
        for name in _names(parameters.get(BASE, {}).get(key, '')):
            if name not in urdf.joints:
                found.append(
                    Finding(
                        'controller_joint',
                        where,
                        "the URDF has no joint '%s', so the controller does not start" % name,
                        None,
                        '',
                        'There are: %s.'
                        % ', '.join(
                            sorted(
                                joint.name
                                for joint in urdf.joints.values()
                                if joint.kind != 'fixed'
                            )
                        ),
                    )
                )
            elif urdf.joints[name].xyz[1] * sign <= 0:
                found.append(
                    Finding(
                        'controller_side',
                        where,
                        "'%s' is on the other side: odometry and command agree, "
                        'but the robot turns the wrong way; y of the joint, m' % name,
                        urdf.joints[name].xyz[1],
                        '> 0' if sign > 0 else '< 0',
                        'Swap left_wheel and right_wheel.',
                    )
                )
    return found


def check_geometry(wheels: DriveWheels, parameters: Dict[str, Any], namespace: str) -> Findings:
    """Nothing in the configuration says another radius or separation than the URDF."""
    found: Findings = []
    base = parameters.get(BASE, {})
    geometry = wheels.geometry
    for key, true in (
        ('wheel_radius', geometry.radius),
        ('wheel_separation', geometry.separation),
    ):
        if key in base and abs(base[key] - true) > SAME:
            found.append(
                Finding(
                    'geometry',
                    '%s/%s/%s' % (namespace, BASE, key),
                    'it differs from the URDF by %+.2f %%, m' % (100 * (base[key] / true - 1)),
                    base[key],
                    '%.6g' % true,
                    'Remove it: the controller reads the URDF.',
                )
            )
    for key in (
        'wheel_separation_multiplier',
        'wheel_radius_multiplier',
        'left_wheel_radius_multiplier',
        'right_wheel_radius_multiplier',
    ):
        if abs(base.get(key, 1.0) - 1.0) > SAME:
            found.append(
                Finding(
                    'calibration',
                    '%s/%s/%s' % (namespace, BASE, key),
                    'the simulated robot is as the URDF says, so it needs no calibration',
                    base[key],
                    '1',
                    'Correct the URDF, or keep the multiplier to the real robot.',
                )
            )
    return found


def check_transmissions(urdf: Urdf) -> Findings:
    """Each drive wheel has a transmission with a velocity interface, and each transmission a
    joint."""
    found: Findings = []
    for transmission in urdf.transmissions:
        if transmission.joint not in urdf.joints:
            found.append(
                Finding(
                    'transmission_joint',
                    transmission.name,
                    "it names the joint '%s', which does not exist" % transmission.joint,
                    None,
                    '',
                    'Correct the name.',
                )
            )
    for joint in (LEFT_JOINT, RIGHT_JOINT):
        mine = [transmission for transmission in urdf.transmissions if transmission.joint == joint]
        if len(mine) != 1:
            found.append(
                Finding(
                    'transmission',
                    joint,
                    'number of transmissions; without one the joint is unknown to the controllers',
                    len(mine),
                    '1',
                    'Add one with %s.' % INTERFACE,
                )
            )
        elif mine[0].interface != INTERFACE:
            found.append(
                Finding(
                    'transmission_interface',
                    joint,
                    "its interface is '%s'" % mine[0].interface,
                    None,
                    '',
                    'Use %s.' % INTERFACE,
                )
            )
    return found


def check_gains(urdf: Urdf, parameters: Dict[str, Any], namespace: str, step: float) -> Findings:
    """Each wheel has gains that are stable at the world's step (s) and whose I term works."""
    found: Findings = []
    gains = parameters.get('gazebo_ros_control', {}).get('pid_gains', {})
    for name in gains:
        if name not in urdf.joints:
            found.append(
                Finding(
                    'gains_joint',
                    '%s/gazebo_ros_control/pid_gains/%s' % (namespace, name),
                    'the URDF has no such joint',
                    None,
                    '',
                    'Correct the name.',
                )
            )
    for joint, link in zip((LEFT_JOINT, RIGHT_JOINT), wheel_links(urdf)):
        where = '%s/gazebo_ros_control/pid_gains/%s' % (namespace, joint)
        if 'p' not in gains.get(joint, {}):
            found.append(
                Finding(
                    'no_gains',
                    where,
                    "no gain p: Gazebo drives the joint by ODE's motor instead of the "
                    'velocity loop',
                    None,
                    '',
                    'Load pid.yaml before the robot is spawned.',
                )
            )
            continue
        gain, inertial = gains[joint], urdf.links[link].inertial
        if inertial is not None:
            ratio = gain['p'] * step / about_axle(inertial)
            if not 0 < ratio < 2:
                found.append(
                    Finding(
                        'gain_stability',
                        where,
                        'p h / J with p = %g, step h = %g s, J = %.3g kg m^2: a '
                        'free wheel is stable only below 2'
                        % (gain['p'], step, about_axle(inertial)),
                        ratio,
                        '> 0 and < 2',
                        'Lower p to at most %.2g, or the step.' % (about_axle(inertial) / step),
                    )
                )
        clamps = [abs(gain.get(key, 0.0)) for key in ('i_clamp', 'i_clamp_min', 'i_clamp_max')]
        if gain.get('i', 0.0) and not max(clamps):
            found.append(
                Finding(
                    'i_without_clamp',
                    where,
                    'i is %g but i_clamp is 0, so the I term is always 0' % gain['i'],
                    None,
                    '',
                    'Give i_clamp (N m).',
                )
            )
    return found


def check_limits(urdf: Urdf, geometry: Geometry, parameters: Dict[str, Any]) -> Findings:
    """The wheels' own limits allow what the controller may ask for."""
    base = parameters.get(BASE, {})
    linear, angular = base.get('linear', {}).get('x', {}), base.get('angular', {}).get('z', {})
    found: Findings = []
    for axis, limits in (('linear/x', linear), ('angular/z', angular)):
        for kind in ('velocity', 'acceleration', 'jerk'):
            if limits.get('has_%s_limits' % kind) and not limits.get('max_' + kind, 0.0) > 0:
                found.append(
                    Finding(
                        'limit_without_maximum',
                        '%s/%s/max_%s' % (BASE, axis, kind),
                        'the limit is on, so the robot cannot move',
                        limits.get('max_' + kind, 0.0),
                        '> 0',
                        'Give the maximum.',
                    )
                )
    speed = wheel_speeds(
        linear.get('max_velocity', 0.0), angular.get('max_velocity', 0.0), geometry
    )[1]
    torque = RESERVE * 0.5 * urdf.mass() * linear.get('max_acceleration', 0.0) * geometry.radius
    for name in (LEFT_JOINT, RIGHT_JOINT):
        joint = urdf.joints.get(name)
        if joint is None or joint.effort is None:
            continue
        if joint.velocity < speed:
            found.append(
                Finding(
                    'velocity_limit',
                    name,
                    'it is below what the controller may ask for, rad/s',
                    joint.velocity,
                    '>= %.4g' % speed,
                    "Raise it, or lower the controller's limits.",
                )
            )
        if joint.effort < torque:
            found.append(
                Finding(
                    'effort_limit',
                    name,
                    'it is below %g times what the acceleration limit needs, N m' % RESERVE,
                    joint.effort,
                    '>= %.4g' % torque,
                    'Raise it, or remove the limit.',
                )
            )
    return found


def check_covariances(parameters: Dict[str, Any], namespace: str) -> Findings:
    """The controller demands six numbers each."""
    return [
        Finding(
            'covariance',
            '%s/%s/%s' % (namespace, BASE, key),
            'number of its elements',
            len(parameters.get(BASE, {}).get(key, [])),
            '6',
            'Give six.',
        )
        for key in ('pose_covariance_diagonal', 'twist_covariance_diagonal')
        if len(parameters.get(BASE, {}).get(key, [])) != 6
    ]


def check_plugin(urdf: Urdf, namespace: str) -> Findings:
    """Exactly one gazebo_ros_control plugin, in the namespace of the controllers and gains."""
    mine = [
        plugin for plugin in urdf.plugins if plugin.get('filename') == 'libgazebo_ros_control.so'
    ]
    if len(mine) != 1:
        return [
            Finding(
                'control_plugin',
                '<plugin filename="libgazebo_ros_control.so">',
                'how many',
                len(mine),
                '1',
                'Without it there is no controller manager.',
            )
        ]
    given = (mine[0].findtext('robotNamespace') or '').strip()
    if given.strip('/') != namespace.strip('/'):
        return [
            Finding(
                'control_namespace',
                'robotNamespace of libgazebo_ros_control.so',
                "it is '%s', but "
                "controllers, gains and description are in '%s'" % (given, namespace),
                None,
                '',
                'Make them the same.',
            )
        ]
    return []
