"""Where spawn_model gets a model's description from, and what it does to it."""
import math
import os
import sys
from typing import List, Tuple
from xml.etree import ElementTree


class DescriptionError(Exception):
    """There is no usable description; the text says why."""


def from_file(path: str) -> str:
    if not os.path.isfile(path):
        raise DescriptionError(f'the file {path} does not exist')
    with open(path, encoding='utf-8') as file:
        return check(file.read(), f'the file {path}')


def from_stdin() -> str:
    return check(sys.stdin.read(), 'standard input')


def from_parameter(name: str) -> str:
    import rospy
    value = rospy.get_param(name, None)
    if value is None:
        raise DescriptionError(f'the parameter {rospy.resolve_name(name)} is not set')
    if not isinstance(value, str):
        raise DescriptionError(f'the parameter {rospy.resolve_name(name)} is not a text')
    return check(value, f'the parameter {rospy.resolve_name(name)}')


def from_database(name: str) -> str:
    """An SDF that includes the model from GAZEBO_MODEL_PATH or the model database."""
    return f'<sdf version="1.6"><include><uri>model://{name}</uri></include></sdf>'


def check(xml: str, source: str) -> str:
    """`xml` if it is well-formed XML."""
    if not xml.strip():
        raise DescriptionError(f'{source} is empty')
    try:
        # As bytes: a text with an encoding declaration is refused.
        ElementTree.fromstring(xml.encode('utf-8'))
    except ElementTree.ParseError as error:
        raise DescriptionError(f'{source} is not well-formed XML: {error}')
    return xml


def package_to_model(xml: str) -> str:
    """`xml` with package:// in file names replaced by model://, which Gazebo resolves itself."""
    root = ElementTree.fromstring(xml.encode('utf-8'))
    for element in root.iter():
        name = element.get('filename', '')
        if name.startswith('package://'):
            element.set('filename', 'model://' + name[len('package://'):])
    return ElementTree.tostring(root, encoding='unicode')


def quaternion(roll: float, pitch: float, yaw: float) -> Tuple[float, float, float, float]:
    """(x, y, z, w) of the rotation about the fixed axes x, y, z, in this order; rad."""
    cr, sr = math.cos(roll / 2), math.sin(roll / 2)
    cp, sp = math.cos(pitch / 2), math.sin(pitch / 2)
    cy, sy = math.cos(yaw / 2), math.sin(yaw / 2)
    return (sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy)


def joint_positions(pairs: List[List[str]]) -> Tuple[List[str], List[float]]:
    """Names and positions out of [[name, position], ...]."""
    positions = []
    for name, position in pairs:
        try:
            positions.append(float(position))
        except ValueError:
            raise DescriptionError(f'-J {name} {position}: the position is not a number')
    return [name for name, _ in pairs], positions
