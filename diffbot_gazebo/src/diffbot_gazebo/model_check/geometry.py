"""Checks of the drive wheels and what stands on the ground."""

from typing import List

from diffbot_gazebo.model_check.finding import Finding, Findings
from diffbot_gazebo.model_check.urdf_model import Urdf
from diffbot_gazebo.robot_model import LEFT_JOINT, RIGHT_JOINT

SAME = 1e-6  # m: lengths that must be equal
GROUND = 1e-4  # m: how far a wheel may stand above or below the ground


def check_sides(urdf: Urdf) -> Findings:
    """Left is at +y, right at -y, both about +y, on one parent, symmetric."""
    found: Findings = []
    for name, sign in ((LEFT_JOINT, 1), (RIGHT_JOINT, -1)):
        joint = urdf.joints.get(name)
        if joint is None:
            return [
                Finding('missing_joint', name, 'the URDF has no such joint', None, '', 'Add it.')
            ]
        if joint.xyz[1] * sign <= 0:
            found.append(
                Finding(
                    'wheel_side',
                    name,
                    'the wheel is on the other side',
                    joint.xyz[1],
                    '> 0' if sign > 0 else '< 0',
                    'REP 103: y is to the left.',
                )
            )
        if joint.axis != (0.0, 1.0, 0.0):
            found.append(
                Finding(
                    'wheel_axis',
                    name,
                    'its axis is %s, so it turns about something else or '
                    'backwards' % (joint.axis,),
                    None,
                    '',
                    'Make it 0 1 0.',
                )
            )
        if joint.kind != 'continuous':
            found.append(
                Finding(
                    'wheel_joint_type',
                    name,
                    'it is %s' % joint.kind,
                    None,
                    '',
                    'Make it continuous.',
                )
            )
    left, right = urdf.joints[LEFT_JOINT], urdf.joints[RIGHT_JOINT]
    if left.parent != right.parent:
        found.append(
            Finding(
                'wheel_parents',
                '%s, %s' % (LEFT_JOINT, RIGHT_JOINT),
                'they hang on different links (%s, %s), but the controller takes the distance of '
                'their origins' % (left.parent, right.parent),
                None,
                '',
                'Give both the same parent.',
            )
        )
    elif abs(left.xyz[1] + right.xyz[1]) > SAME or abs(left.xyz[0] - right.xyz[0]) > SAME:
        found.append(
            Finding(
                'wheel_symmetry',
                '%s, %s' % (LEFT_JOINT, RIGHT_JOINT),
                'the axle is not centred on base_link or not square to it',
                left.xyz[1] + right.xyz[1],
                '0 within %g m' % SAME,
                'Mirror the two origins.',
            )
        )
    return found


def wheel_links(urdf: Urdf) -> List[str]:
    return [urdf.joints[name].child for name in (LEFT_JOINT, RIGHT_JOINT) if name in urdf.joints]


def check_wheels(urdf: Urdf) -> Findings:
    """Each drive wheel has one sphere at its centre, both of one radius, standing on the ground
    under base_footprint."""
    found: Findings = []
    radii = []
    for link in wheel_links(urdf):
        collisions = urdf.links[link].collisions
        if len(collisions) != 1:
            found.append(
                Finding(
                    'wheel_collision',
                    link,
                    'it has %d collision shapes' % len(collisions),
                    len(collisions),
                    '1',
                    'Give it one sphere.',
                )
            )
            continue
        shape = collisions[0]
        if shape.shape != 'sphere':
            found.append(
                Finding(
                    'wheel_collision',
                    link,
                    'its collision is a %s, which touches at its outer edge: '
                    'the robot turns b / (b + width) of what its odometry says' % shape.shape,
                    None,
                    '',
                    "Use a sphere of the wheel's radius (wheel_collision:=sphere).",
                )
            )
        if max(map(abs, shape.xyz)) > SAME:
            found.append(
                Finding(
                    'wheel_collision',
                    link,
                    "its collision is off the wheel's centre",
                    max(map(abs, shape.xyz)),
                    '0 m',
                    'Put it at 0 0 0.',
                )
            )
        if shape.radius is not None:
            radii.append(shape.radius)
            height = urdf.origin(link)[2] - shape.radius
            if abs(height) > GROUND:
                found.append(
                    Finding(
                        'ground',
                        link,
                        'its lowest point is off the ground under base_footprint, m',
                        height,
                        '0 within %g m' % GROUND,
                        "Raise base_link by the wheel's radius.",
                    )
                )
    if len(radii) == 2 and abs(radii[0] - radii[1]) > SAME:
        found.append(
            Finding(
                'wheel_radii',
                'drive wheels',
                'they differ in radius, m',
                radii[0] - radii[1],
                '0 m',
                'Make them equal.',
            )
        )
    return found


def check_caster(urdf: Urdf) -> Findings:
    """The caster's wheel stands on the same ground."""
    link = urdf.links.get('rear_caster_wheel_link')
    if link is None:
        return [
            Finding(
                'caster',
                'rear_caster_wheel_link',
                'the URDF has no such link',
                None,
                '',
                'Add it.',
            )
        ]
    if not link.collisions or link.collisions[0].radius is None:
        return [
            Finding(
                'caster',
                link.name,
                'it has no round collision shape',
                None,
                '',
                'Give it a sphere.',
            )
        ]
    height = urdf.origin(link.name)[2] - link.collisions[0].radius
    if abs(height) > GROUND:
        return [
            Finding(
                'ground',
                link.name,
                'its lowest point is off the ground under base_footprint, m',
                height,
                '0 within %g m' % GROUND,
                "Change the caster's height: the chassis must be level.",
            )
        ]
    return []
