"""What the simulation test needs to know of a robot, read from its URDF (no ROS)."""

import math
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

from diffbot_gazebo.kinematics import Geometry

LEFT_JOINT = 'front_left_wheel_joint'
RIGHT_JOINT = 'front_right_wheel_joint'


class ModelError(ValueError):
    """The URDF lacks something or contradicts itself; the text names the element."""


class DriveWheels(NamedTuple):
    """The two driven joints, and the geometry that they make."""

    left: str
    right: str
    geometry: Geometry


def _find(urdf: ElementTree.Element, path: str, what: str) -> ElementTree.Element:
    element = urdf.find(path)
    if element is None:
        raise ModelError('the URDF has no %s (%s)' % (what, path))
    return element


def _origin(joint: ElementTree.Element) -> list:
    origin = joint.find('origin')
    return [
        float(value) for value in (origin.get('xyz') if origin is not None else '0 0 0').split()
    ]


def control_namespace(description: str) -> str:
    """Return the ROS namespace of the URDF's gazebo_ros_control plugin, without slashes."""
    urdf = ElementTree.fromstring(description)
    plugin = _find(
        urdf, "gazebo/plugin[@filename='libgazebo_ros_control.so']", 'gazebo_ros_control plugin'
    )
    return (plugin.findtext('robotNamespace') or '').strip().strip('/')


def drive_wheels(description: str) -> DriveWheels:
    """Return the drive wheels of a URDF text: radius from the collision shape, separation from the
    joints' origins."""
    try:
        urdf = ElementTree.fromstring(description)
    except ElementTree.ParseError as error:
        raise ModelError('the URDF is not XML: %s' % error) from error
    joints = [
        _find(urdf, "joint[@name='%s']" % name, 'joint ' + name)
        for name in (LEFT_JOINT, RIGHT_JOINT)
    ]
    radii = []
    for joint in joints:
        link = _find(joint, 'child', 'child of joint ' + joint.get('name')).get('link')
        geometry = _find(
            urdf, "link[@name='%s']/collision/geometry" % link, 'collision of ' + link
        )
        shape = (
            geometry.find('sphere')
            if geometry.find('sphere') is not None
            else geometry.find('cylinder')
        )
        if shape is None:
            raise ModelError('the collision of %s is neither a sphere nor a cylinder' % link)
        radii.append(float(shape.get('radius')))
    if radii[0] != radii[1]:
        raise ModelError('the drive wheels differ: radius %g m left, %g m right' % tuple(radii))
    left, right = (_origin(joint) for joint in joints)
    separation = math.sqrt(sum((a - b) ** 2 for a, b in zip(left, right)))
    return DriveWheels(LEFT_JOINT, RIGHT_JOINT, Geometry(radii[0], separation))
