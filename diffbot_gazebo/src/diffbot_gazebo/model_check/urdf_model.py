"""A URDF as plain data: what the checks need of it.

Units as in URDF: m, kg, rad, kg m^2.
"""

import xml.etree.ElementTree as ElementTree
from typing import Dict, List, NamedTuple, Optional, Tuple

from diffbot_gazebo.robot_model import ModelError

Vector = Tuple[float, float, float]
ZERO = (0.0, 0.0, 0.0)


class Collision(NamedTuple):
    """A collision shape: box, cylinder, sphere or mesh; radius and length in m where it has
    them."""

    shape: str
    radius: Optional[float]
    xyz: Vector


class Inertial(NamedTuple):
    """Mass (kg) and inertia (kg m^2) as written; rpy turns the inertia's axes."""

    mass: float
    xyz: Vector
    rpy: Vector
    ixx: float
    iyy: float
    izz: float
    ixy: float
    ixz: float
    iyz: float


class Link(NamedTuple):
    name: str
    inertial: Optional[Inertial]
    collisions: List[Collision]


class Joint(NamedTuple):
    name: str
    kind: str
    parent: str
    child: str
    xyz: Vector
    axis: Vector
    effort: Optional[float]  # N m, of the limit element
    velocity: Optional[float]  # rad/s


class Transmission(NamedTuple):
    name: str
    kind: str
    joint: str
    interface: str


class Urdf(NamedTuple):
    """The whole model; gazebo maps each reference to its elements' texts, plugins are those
    without a reference."""

    links: Dict[str, Link]
    joints: Dict[str, Joint]
    transmissions: List[Transmission]
    gazebo: Dict[str, Dict[str, str]]
    plugins: List[ElementTree.Element]

    def origin(self, link: str) -> Vector:
        """Return the link's origin in the root link's frame with all joints at zero; joints must
        not be turned."""
        x, y, z = ZERO
        by_child = {joint.child: joint for joint in self.joints.values()}
        while link in by_child:
            joint = by_child[link]
            x, y, z = x + joint.xyz[0], y + joint.xyz[1], z + joint.xyz[2]
            link = joint.parent
        return x, y, z

    def mass(self) -> float:
        return sum(link.inertial.mass for link in self.links.values() if link.inertial)


def _vector(element: Optional[ElementTree.Element], name: str, default: Vector = ZERO) -> Vector:
    if element is None or element.get(name) is None:
        return default
    values = [float(value) for value in element.get(name).split()]
    if len(values) != 3:
        raise ModelError(
            '%s="%s" of <%s> is not three numbers' % (name, element.get(name), element.tag)
        )
    return values[0], values[1], values[2]


def _inertial(element: Optional[ElementTree.Element]) -> Optional[Inertial]:
    if element is None:
        return None
    inertia, origin = element.find('inertia'), element.find('origin')
    moments = [
        float(inertia.get(name, 'nan')) if inertia is not None else float('nan')
        for name in ('ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz')
    ]
    return Inertial(
        float(element.find('mass').get('value')),
        _vector(origin, 'xyz'),
        _vector(origin, 'rpy'),
        *moments,
    )


def _collision(element: ElementTree.Element) -> Collision:
    shape = list(element.find('geometry'))[0]
    radius = float(shape.get('radius')) if shape.get('radius') else None
    return Collision(shape.tag, radius, _vector(element.find('origin'), 'xyz'))


def _joint(element: ElementTree.Element) -> Joint:
    limit = element.find('limit')

    def bound(name: str) -> Optional[float]:
        return float(limit.get(name, '0')) if limit is not None else None

    return Joint(
        element.get('name'),
        element.get('type'),
        element.find('parent').get('link'),
        element.find('child').get('link'),
        _vector(element.find('origin'), 'xyz'),
        _vector(element.find('axis'), 'xyz', (1.0, 0.0, 0.0)),
        bound('effort'),
        bound('velocity'),
    )


def _transmission(element: ElementTree.Element) -> Transmission:
    joint = element.find('joint')
    return Transmission(
        element.get('name', ''),
        element.findtext('type', '').strip(),
        joint.get('name', '') if joint is not None else '',
        joint.findtext('hardwareInterface', '').strip() if joint is not None else '',
    )


def parse(text: str) -> Urdf:
    """Return the model of a URDF text; raises ModelError with the reason."""
    try:
        root = ElementTree.fromstring(text)
        gazebo: Dict[str, Dict[str, str]] = {}
        plugins = []
        for element in root.findall('gazebo'):
            reference = element.get('reference')
            if reference is None:
                plugins += element.findall('plugin')
            else:
                gazebo.setdefault(reference, {}).update(
                    {child.tag: (child.text or '').strip() for child in element}
                )
        links = [
            Link(
                element.get('name'),
                _inertial(element.find('inertial')),
                [_collision(collision) for collision in element.findall('collision')],
            )
            for element in root.findall('link')
        ]
        return Urdf(
            {link.name: link for link in links},
            {joint.name: joint for joint in map(_joint, root.findall('joint'))},
            [_transmission(element) for element in root.findall('transmission')],
            gazebo,
            plugins,
        )
    except ElementTree.ParseError as error:
        raise ModelError('the URDF is not XML: %s' % error) from error
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise ModelError('the URDF has an element that lacks something: %s' % error) from error
