"""The robot of an experiment: all that the simulation loads, as texts that changes can work on."""

import json
import os
import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, NamedTuple, Tuple

from diffbot_gazebo.kinematics import Geometry
from diffbot_gazebo.model_check import sources
from diffbot_gazebo.model_check.urdf_model import Inertial, parse
from diffbot_gazebo.robot_model import LEFT_JOINT, RIGHT_JOINT, ModelError, drive_wheels

NAMESPACE = '/diffbot'


class Robot(NamedTuple):
    """URDF and world as texts, parameters as loaded into the namespace /diffbot."""

    name: str
    urdf: str
    parameters: Dict[str, Any]
    world: str

    @property
    def joints(self) -> Tuple[str, str]:
        """Return the names of the left and the right drive wheel's joint."""
        return LEFT_JOINT, RIGHT_JOINT

    @property
    def links(self) -> Tuple[str, ...]:
        """Return the names of the drive wheels' links."""
        urdf = parse(self.urdf)
        return tuple(urdf.joints[name].child for name in self.joints)

    @property
    def geometry(self) -> Geometry:
        return drive_wheels(self.urdf).geometry

    @property
    def wheel_width(self) -> float:
        """Return the width (m) of the left drive wheel: the length of its visual cylinder."""
        link = ElementTree.fromstring(self.urdf).find("link[@name='%s']" % self.links[0])
        for kind in ('visual', 'collision'):
            cylinder = link.find('%s/geometry/cylinder' % kind)
            if cylinder is not None:
                return float(cylinder.get('length'))
        raise ModelError('the wheel link %s has no cylinder that would tell its width' % link)

    @property
    def wheel_inertia(self) -> float:
        """Return the drive wheel's inertia about its axle, kg m^2 (the joint's axis is +y)."""
        return _inertial(self, self.links[0]).iyy

    @property
    def step_size(self) -> float:
        """Return the world's physics step, s."""
        text = ElementTree.fromstring(self.world).findtext('.//physics/max_step_size')
        return float(text) if text else 0.001

    @property
    def gain(self) -> float:
        """Return P of the left wheel's velocity loop, N m s/rad."""
        return self.parameters['gazebo_ros_control']['pid_gains'][self.joints[0]]['p']

    def with_parameters(self, more: Dict[str, Any]) -> 'Robot':
        return self._replace(parameters=sources.merge(self.parameters, more))

    def settings(self) -> Dict[str, Any]:
        """Return everything that the simulation depends on, JSON-ready."""
        return json.loads(json.dumps(self._asdict()))


def _inertial(robot: Robot, link: str) -> Inertial:
    inertial = parse(robot.urdf).links[link].inertial
    if inertial is None:
        raise ModelError('the wheel link %s has no <inertial>' % link)
    return inertial


def without_comments(xml: str) -> str:
    """Return the XML without comments: xacro writes the path of its source into one."""
    return ElementTree.tostring(ElementTree.fromstring(xml), encoding='unicode')


def own(model: str) -> Robot:
    """Return one of our robots, as the launch files load it."""
    return Robot(
        model,
        without_comments(sources.description(model)),
        sources.parameters(model),
        without_comments(sources.read(own_world())),
    )


def own_world() -> str:
    return os.path.join(sources.share('diffbot_gazebo'), 'worlds', 'diffbot_empty.world')


def from_files(urdf_path: str, config_path: str) -> Robot:
    """Return a user's robot: an expanded URDF and the parameters of its controllers and gains.

    What the parameters lack is DiffBot's. Raises SourceError or ModelError with what is missing.
    """
    text = sources.read(urdf_path)
    config = sources.load_yaml(config_path)
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ModelError('%s is not XML: %s' % (urdf_path, error)) from error
    if root.tag != 'robot':
        raise ModelError('%s is no URDF: its root element is <%s>' % (urdf_path, root.tag))
    name = root.get('name', 'robot')
    check_wheels(root, urdf_path)
    gains = (config.get('gazebo_ros_control') or {}).get('pid_gains') or {}
    for joint in (LEFT_JOINT, RIGHT_JOINT):
        if 'p' not in (gains.get(joint) or {}):
            raise sources.SourceError(
                '%s: no gazebo_ros_control/pid_gains/%s/p; the experiments are about the torque '
                'loop that these gains make' % (config_path, joint)
            )
    plugins = [
        plugin
        for plugin in root.findall('gazebo/plugin')
        if plugin.get('filename', '').startswith('libgazebo_ros_control')
    ]
    if len(plugins) != 1:
        raise ModelError(
            '%s has %d gazebo_ros_control plugins, not one' % (urdf_path, len(plugins))
        )
    namespace = plugins[0].find('robotNamespace')
    if namespace is None:
        namespace = ElementTree.SubElement(plugins[0], 'robotNamespace')
    namespace.text = NAMESPACE
    return Robot(
        name,
        ElementTree.tostring(root, encoding='unicode'),
        sources.merge(sources.parameters('diffbot'), config),
        without_comments(sources.read(own_world())),
    )


def check_wheels(root: ElementTree.Element, path: str) -> None:
    """Raise ModelError unless the URDF has drive wheels with the names that we look for."""
    turning = [
        joint.get('name', '')
        for joint in root.findall('joint')
        if joint.get('type') in ('continuous', 'revolute')
    ]
    if not turning:
        raise ModelError('%s has no wheels: no continuous joint in it' % path)
    missing = [name for name in (LEFT_JOINT, RIGHT_JOINT) if name not in turning]
    if missing:
        raise ModelError(
            '%s: no wheel joint %s; its turning joints are: %s. Rename the drive wheels to %s and '
            '%s, in the URDF and in the configuration'
            % (path, ' and '.join(missing), ', '.join(turning), LEFT_JOINT, RIGHT_JOINT)
        )
    robot = Robot('', ElementTree.tostring(root, encoding='unicode'), {}, '')
    if robot.wheel_inertia <= 0 or robot.wheel_width <= 0:
        raise ModelError('%s: the drive wheels have no inertia or no width' % path)
    drive_wheels(robot.urdf)
