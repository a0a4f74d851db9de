"""Checks of a world file."""

import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

from diffbot_gazebo.model_check.finding import Finding, Findings


class WorldError(ValueError):
    """The world file cannot be read; the text says why."""


class World(NamedTuple):
    """What the checks need: physics step (s), gravity (m/s^2, positive down), solver iterations,
    lockstep plugin."""

    step: float
    gravity: float
    iterations: int
    has_physics: bool
    has_lockstep: bool
    engine: str


def parse_world(text: str) -> World:
    """Return the world of an SDF text, with SDF's defaults where it says nothing."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise WorldError('the world is not XML: %s' % error) from error
    world = root.find('world')
    if world is None:
        raise WorldError('the file has no <world>')
    physics = world.find('physics')
    found = physics if physics is not None else ElementTree.Element('physics')
    gravity = (world.findtext('gravity') or found.findtext('gravity') or '0 0 -9.8').split()
    return World(
        float(found.findtext('max_step_size', '0.001')),
        -float(gravity[2]),
        int(found.findtext('ode/solver/iters', '50')),
        physics is not None,
        any(
            plugin.get('filename') == 'libdiffbot_gazebo_lockstep.so'
            for plugin in world.findall('plugin')
        ),
        found.get('type', 'ode'),
    )


def check_world(world: World, where: str) -> Findings:
    """Return what is wrong with the world by itself; the step is checked with the gains."""
    found: Findings = []
    if not world.has_physics:
        found.append(
            Finding(
                'world_physics',
                where,
                'it has no <physics>, so its step is left to the simulator',
                None,
                '',
                'Add <physics type="ode"> with max_step_size.',
            )
        )
    if world.engine != 'ode':
        found.append(
            Finding(
                'world_physics',
                where,
                "its engine is '%s', the contacts are tuned for ode" % world.engine,
                None,
                '',
                'Use ode.',
            )
        )
    if world.iterations < 20:
        found.append(
            Finding(
                'world_iterations',
                where,
                'solver iterations',
                world.iterations,
                '>= 20',
                'With fewer the robot no longer goes where it is told.',
            )
        )
    if not world.has_lockstep:
        found.append(
            Finding(
                'world_lockstep',
                where,
                'it has no lockstep plugin, which the tests need',
                None,
                '',
                'Add <plugin name="lockstep" filename="libdiffbot_gazebo_lockstep.so"/>.',
            )
        )
    return found
