"""Checks of masses and inertias."""

import numpy

from diffbot_gazebo.model_check.finding import Finding, Findings
from diffbot_gazebo.model_check.geometry import wheel_links
from diffbot_gazebo.model_check.urdf_model import Inertial, Urdf

SLACK = 1e-9  # share by which the triangle inequality may be missed (rounding)
DISC = 0.02  # share by which a wheel's moment may differ from that of a disc


def _rotation(rpy) -> numpy.ndarray:
    roll, pitch, yaw = rpy
    cr, sr, cp, sp = numpy.cos(roll), numpy.sin(roll), numpy.cos(pitch), numpy.sin(pitch)
    cy, sy = numpy.cos(yaw), numpy.sin(yaw)
    return numpy.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def tensor(inertial: Inertial) -> numpy.ndarray:
    """Return the 3 x 3 inertia (kg m^2) about the centre of mass in the link's axes."""
    own = numpy.array(
        [
            [inertial.ixx, inertial.ixy, inertial.ixz],
            [inertial.ixy, inertial.iyy, inertial.iyz],
            [inertial.ixz, inertial.iyz, inertial.izz],
        ]
    )
    turn = _rotation(inertial.rpy)
    return turn @ own @ turn.T


def about_axle(inertial: Inertial) -> float:
    """Return the moment (kg m^2) about the link's y axis through the centre of mass."""
    return float(tensor(inertial)[1, 1])


def check_inertias(urdf: Urdf) -> Findings:
    """Every moving link has a mass and an inertia that a rigid body can have."""
    found: Findings = []
    children = {joint.child for joint in urdf.joints.values() if joint.kind != 'fixed'}
    for link in urdf.links.values():
        if link.inertial is None:
            if link.name in children:
                found.append(
                    Finding(
                        'inertial',
                        link.name,
                        'it moves but has no inertial element',
                        None,
                        '',
                        'Add one: Gazebo drops the link.',
                    )
                )
            continue
        if not link.inertial.mass > 0:
            found.append(
                Finding(
                    'inertial', link.name, 'its mass, kg', link.inertial.mass, '> 0', 'Weigh it.'
                )
            )
        own = tensor(link.inertial)
        if not numpy.all(numpy.isfinite(own)):
            found.append(
                Finding(
                    'inertial',
                    link.name,
                    'its inertia lacks a moment',
                    None,
                    '',
                    'Give ixx, iyy, izz, ixy, ixz, iyz.',
                )
            )
            continue
        moments = numpy.linalg.eigvalsh(own)
        if not moments[0] > 0:
            found.append(
                Finding(
                    'inertia_positive',
                    link.name,
                    'its smallest principal moment, kg m^2',
                    float(moments[0]),
                    '> 0',
                    'Compute it from mass and size.',
                )
            )
        elif moments[0] + moments[1] < moments[2] * (1 - SLACK):
            found.append(
                Finding(
                    'inertia_triangle',
                    link.name,
                    'no body has such moments: two of them add up to less than the third, kg m^2',
                    float(moments[0] + moments[1] - moments[2]),
                    '>= 0',
                    'Compute it from mass and size.',
                )
            )
    return found


def check_wheel_inertias(urdf: Urdf) -> Findings:
    """A drive wheel is a disc about its axle, y: 1/2 m r^2."""
    found: Findings = []
    for link in wheel_links(urdf):
        inertial, collisions = urdf.links[link].inertial, urdf.links[link].collisions
        if inertial is None or not collisions or collisions[0].radius is None:
            continue  # reported elsewhere
        disc = 0.5 * inertial.mass * collisions[0].radius ** 2
        moment = about_axle(inertial)
        if abs(moment - disc) > DISC * disc:
            found.append(
                Finding(
                    'wheel_inertia',
                    link,
                    'its moment about the axle (y) is not that of a disc; turned '
                    'to the wrong axis? kg m^2',
                    moment,
                    '1/2 m r^2 = %.4g within %g %%' % (disc, 100 * DISC),
                    "Turn the cylinder's axis onto the joint's axis.",
                )
            )
    return found
