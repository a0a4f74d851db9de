"""The models of the published runs, as changes of ours: the comparison is like with like.

Their known settings are in the table of each experiment's page; what is not known (gains of the
runs with DiffBot, where each mass of Remo sat) is as in our models.
"""

from diffbot_gazebo.experiments.changes import (
    Change,
    apply,
    caster_mass,
    caster_trail,
    contact,
    iterations,
    wheel_mass,
)
from diffbot_gazebo.experiments.robot import Robot

PLACEHOLDER = 0.5  # kg, of every wheel before they were weighed
GAZEBO_ITERATIONS = 50  # Gazebo's default, which the published worlds did not change


def published(robot: Robot) -> Robot:
    """The model as it was when E1 was published.

    DiffBot: placeholder wheels, contacts without any setting (so kp 1e12, kd 1); Remo: weighed
    wheels, kp 1e7. Another robot keeps everything but the solver's iterations.
    """
    if robot.name == 'diffbot':
        return apply(
            robot,
            (
                wheel_mass(PLACEHOLDER),
                caster_mass(PLACEHOLDER),
                contact(kp=None, kd=None, minDepth=None, maxVel=None, caster=True),
                iterations(GAZEBO_ITERATIONS),
            ),
        )
    return compliant(robot)


def compliant(robot: Robot) -> Robot:
    """The model of E2 and E3: kp 1e7, kd 1, minDepth 0 on all wheels, 50 iterations."""
    return apply(
        robot,
        (contact(kp=1e7, kd=1.0, minDepth=0.0, caster=True), iterations(GAZEBO_ITERATIONS)),
    )


def no_trail(robot: Robot) -> Robot:
    """The published Remo with its caster wheel under the swivel axis, as its drawing has it."""
    return apply(published(robot), (caster_trail(0.0),))


def light_published(robot: Robot) -> Robot:
    """The published DiffBot with its wheels weighed: stiff contacts on light wheels."""
    return apply(published(robot), (wheel_mass(0.032), caster_mass(0.008)))


def ours(robot: Robot) -> Robot:
    """The model as it is in this repository."""
    return robot


__all__ = ['Change', 'compliant', 'light_published', 'no_trail', 'ours', 'published']
