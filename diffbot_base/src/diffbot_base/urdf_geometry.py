"""Wheel radius and separation out of a URDF, the only place that has them (no ROS)."""
import math
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple, Tuple

JOINTS = ('front_left_wheel_joint', 'front_right_wheel_joint')


class GeometryError(ValueError):
    """The URDF lacks what is needed; the text names it."""


class Geometry(NamedTuple):
    """In m."""

    radius: float
    separation: float


def wheel_geometry(urdf: str, joints: Tuple[str, str] = JOINTS) -> Geometry:
    """Radius of the left wheel's collision shape and distance of the joints' origins, as the
    controller takes them. Raises GeometryError."""
    try:
        robot = ElementTree.fromstring(urdf)
    except ElementTree.ParseError as error:
        raise GeometryError('the URDF cannot be read: %s' % error)
    found = {joint.get('name'): joint for joint in robot.findall('joint')}
    for name in joints:
        if name not in found:
            raise GeometryError('the URDF has no joint %s' % name)
    left, right = (_origin(found[name]) for name in joints)
    link = found[joints[0]].find('child').get('link')
    return Geometry(_radius(robot, link), math.dist(left, right))


def _origin(joint: ElementTree.Element) -> Tuple[float, ...]:
    origin = joint.find('origin')
    text = origin.get('xyz', '0 0 0') if origin is not None else '0 0 0'
    return tuple(float(number) for number in text.split())


def _radius(robot: ElementTree.Element, link: str) -> float:
    for shape in ('sphere', 'cylinder'):
        found = robot.find("link[@name='%s']/collision/geometry/%s" % (link, shape))
        if found is not None:
            return float(found.get('radius'))
    raise GeometryError('the collision shape of link %s is no sphere and no cylinder' % link)
