"""What experiments vary: each function here returns a change, which makes one robot of another.

A change that finds nothing to change raises ModelError: no experiment measures an unchanged robot
by mistake.
"""

import xml.etree.ElementTree as ElementTree
from typing import Any, Callable, Dict, Sequence

from diffbot_gazebo.experiments.robot import Robot
from diffbot_gazebo.robot_model import ModelError

Change = Callable[[Robot], Robot]
CASTER = 'rear_caster_wheel_link'


def apply(robot: Robot, changes: Sequence[Change]) -> Robot:
    """Return the robot with all changes made, one after the other."""
    for change in changes:
        robot = change(robot)
    return robot


def _edited(robot: Robot, edit: Callable[[ElementTree.Element], None]) -> Robot:
    root = ElementTree.fromstring(robot.urdf)
    edit(root)
    return robot._replace(urdf=ElementTree.tostring(root, encoding='unicode'))


def _link(root: ElementTree.Element, name: str) -> ElementTree.Element:
    link = root.find("link[@name='%s']" % name)
    if link is None:
        raise ModelError('the URDF has no link %s' % name)
    return link


def wheel_shape(shape: str) -> Change:
    """The drive wheels' collision shape: 'sphere', or 'cylinder' with its axis on the axle."""

    def change(robot: Robot) -> Robot:
        radius, width = robot.geometry.radius, robot.wheel_width

        def edit(root: ElementTree.Element) -> None:
            for name in robot.links:
                collision = _link(root, name).find('collision')
                for child in list(collision):
                    collision.remove(child)
                turned = '1.5707963267948966 0 0' if shape == 'cylinder' else '0 0 0'
                ElementTree.SubElement(collision, 'origin', xyz='0 0 0', rpy=turned)
                solid = ElementTree.SubElement(
                    ElementTree.SubElement(collision, 'geometry'), shape, radius=repr(radius)
                )
                if shape == 'cylinder':
                    solid.set('length', repr(width))

        return _edited(robot, edit)

    return change


def _set_contact(root: ElementTree.Element, link: str, settings: Dict[str, float]) -> None:
    found = [g for g in root.findall('gazebo') if g.get('reference') == link]
    for tag, value in settings.items():
        for reference in found:
            for old in reference.findall(tag):
                reference.remove(old)
        if value is not None:
            if not found:
                found = [ElementTree.SubElement(root, 'gazebo', reference=link)]
            ElementTree.SubElement(found[0], tag).text = repr(value)


def contact(caster: bool = False, **settings: Any) -> Change:
    """Contact settings of the drive wheels (mu1, mu2, kp, kd, minDepth, maxVel), and with
    caster=True of the caster wheel too; None removes a setting, so that Gazebo's default holds."""

    def change(robot: Robot) -> Robot:
        def edit(root: ElementTree.Element) -> None:
            links = list(robot.links)
            if caster and root.find("link[@name='%s']" % CASTER) is not None:
                links.append(CASTER)
            for link in links:
                _set_contact(root, link, settings)

        return _edited(robot, edit)

    return change


def _set_mass(link: ElementTree.Element, mass: float) -> None:
    inertial = link.find('inertial')
    factor = mass / float(inertial.find('mass').get('value'))
    inertial.find('mass').set('value', repr(mass))
    inertia = inertial.find('inertia')
    for name in ('ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'):
        inertia.set(name, repr(factor * float(inertia.get(name, '0'))))


def wheel_mass(mass: float) -> Change:
    """The drive wheels' mass in kg; their inertia grows with it."""

    def change(robot: Robot) -> Robot:
        def edit(root: ElementTree.Element) -> None:
            for name in robot.links:
                _set_mass(_link(root, name), mass)

        return _edited(robot, edit)

    return change


def caster_mass(mass: float) -> Change:
    """The caster wheel's mass in kg; its inertia grows with it."""
    return lambda robot: _edited(robot, lambda root: _set_mass(_link(root, CASTER), mass))


def caster_trail(trail: float) -> Change:
    """How far (m) the caster's wheel is behind its swivel axis."""

    def edit(root: ElementTree.Element) -> None:
        origin = root.find("joint[@name='rear_caster_wheel_joint']/origin")
        if origin is None:
            raise ModelError('the URDF has no joint rear_caster_wheel_joint with an origin')
        _, y, z = origin.get('xyz').split()
        origin.set('xyz', '%r %s %s' % (-trail, y, z))

    return lambda robot: _edited(robot, edit)


def raised(height: float) -> Change:
    """The robot is spawned this far (m) above the ground, and falls."""

    def edit(root: ElementTree.Element) -> None:
        origin = root.find("joint[@name='base_joint']/origin")
        if origin is None:
            raise ModelError('the URDF has no joint base_joint with an origin')
        x, y, z = origin.get('xyz').split()
        origin.set('xyz', '%s %s %r' % (x, y, float(z) + height))

    return lambda robot: _edited(robot, edit)


def gains(**values: float) -> Change:
    """Gains of both drive wheels (p, i, d, i_clamp, antiwindup)."""

    def change(robot: Robot) -> Robot:
        return robot.with_parameters(
            {'gazebo_ros_control': {'pid_gains': {name: dict(values) for name in robot.joints}}}
        )

    return change


def gain_ratio(ratio: float) -> Change:
    """P of both drive wheels so that P h / J has this value; I as it is."""

    def change(robot: Robot) -> Robot:
        return gains(p=ratio * robot.wheel_inertia / robot.step_size)(robot)

    return change


def controller(**values: Any) -> Change:
    """Parameters of mobile_base_controller."""
    return lambda robot: robot.with_parameters({'mobile_base_controller': values})


def unlimited() -> Change:
    """The controller passes commands on as they come: no limit of speed or acceleration."""
    no_limits = {'has_velocity_limits': False, 'has_acceleration_limits': False}
    return controller(linear={'x': no_limits}, angular={'z': no_limits})


def _world(tag: str, value: Any) -> Change:
    def change(robot: Robot) -> Robot:
        root = ElementTree.fromstring(robot.world)
        found = root.find('.//physics//' + tag)
        if found is None:
            raise ModelError('the world has no <%s> in its <physics>' % tag)
        found.text = str(value)
        return robot._replace(world=ElementTree.tostring(root, encoding='unicode'))

    return change


def step_size(seconds: float) -> Change:
    """The world's physics step."""
    return _world('max_step_size', seconds)


def iterations(count: int) -> Change:
    """The iterations of ODE's solver in each step."""
    return _world('iters', count)
