"""All checks of one robot in one world."""

from typing import Any, Dict

from diffbot_gazebo.model_check import contacts, control, geometry, inertia, known_keys
from diffbot_gazebo.model_check.finding import Finding, Findings
from diffbot_gazebo.model_check.urdf_model import parse
from diffbot_gazebo.model_check.world import check_world, parse_world
from diffbot_gazebo.robot_model import ModelError, drive_wheels

NAMESPACE = '/diffbot'


def check(
    description: str,
    parameters: Dict[str, Any],
    world_text: str,
    world_name: str = 'world',
    namespace: str = NAMESPACE,
) -> Findings:
    """Return everything that is wrong; empty when nothing is.

    description: URDF text; parameters: what the launch files load into the namespace, nested;
    world_text: SDF text.
    Raises ModelError or WorldError for a file that cannot be read at all.
    """
    urdf = parse(description)
    world = parse_world(world_text)
    found = check_world(world, world_name)
    found += geometry.check_sides(urdf)
    if any(finding.name == 'missing_joint' for finding in found):
        return found
    found += geometry.check_wheels(urdf)
    found += geometry.check_caster(urdf)
    found += inertia.check_inertias(urdf)
    found += inertia.check_wheel_inertias(urdf)
    found += contacts.check_references(urdf)
    found += contacts.check_contacts(urdf, world.step, world.gravity)
    found += control.check_plugin(urdf, namespace)
    found += control.check_transmissions(urdf)
    found += control.check_joints(urdf, parameters, namespace)
    found += control.check_gains(urdf, parameters, namespace, world.step)
    found += control.check_covariances(parameters, namespace)
    found += known_keys.check_keys(parameters, namespace)
    try:
        wheels = drive_wheels(description)
    except ModelError as error:
        return found + [
            Finding('wheel_geometry', 'drive wheels', str(error), None, '', 'Correct the URDF.')
        ]
    found += control.check_geometry(wheels, parameters, namespace)
    found += control.check_limits(urdf, wheels.geometry, parameters)
    return found
