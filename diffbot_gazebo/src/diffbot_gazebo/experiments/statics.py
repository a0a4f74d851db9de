"""Loads of a robot that stands on its drive wheels and one caster, from its URDF (no ROS)."""

from typing import NamedTuple

from diffbot_gazebo.model_check.urdf_model import parse
from diffbot_gazebo.robot_model import LEFT_JOINT

GRAVITY = 9.81  # m/s^2, as in the world
CASTER_JOINT = 'rear_caster_wheel_joint'


class Stand(NamedTuple):
    """Mass in kg; centre of mass behind the axle and above the ground, wheel base: m."""

    mass: float
    behind: float
    height: float
    base: float

    @property
    def drive_wheel_load(self) -> float:
        """Return the load of each drive wheel at rest, N."""
        return self.mass * GRAVITY * (1.0 - self.behind / self.base) / 2.0

    def grip_limit(self, friction: float) -> float:
        """Return the greatest acceleration (m/s^2) that the drive wheels pass on without slip.

        m a = mu N with N = m (g (L - d) - a h) / L: speeding up moves load to the caster (h height
        and d distance behind the axle of the centre of mass, L wheel base). The caster rolls.
        """
        return (
            friction * GRAVITY * (self.base - self.behind) / (self.base + friction * self.height)
        )


def stand(text: str, radius: float) -> Stand:
    """Return how the robot of a URDF text stands; radius of its drive wheels in m."""
    urdf = parse(text)
    axle = urdf.origin(urdf.joints[LEFT_JOINT].child)
    caster = urdf.origin(urdf.joints[CASTER_JOINT].child)
    mass = urdf.mass()
    moments = [0.0, 0.0]
    for link in urdf.links.values():
        if link.inertial is not None:
            at = urdf.origin(link.name)
            for index, axis in enumerate((0, 2)):
                moments[index] += link.inertial.mass * (at[axis] + link.inertial.xyz[axis])
    return Stand(
        mass,
        axle[0] - moments[0] / mass,
        moments[1] / mass - axle[2] + radius,
        axle[0] - caster[0],
    )


def felt_inertia(text: str, radius: float, separation: float) -> float:
    """Return the inertia (kg m^2) that each motor of a robot feels while its wheels grip: that of
    the easier motion, straight ahead or on the spot.

    From the kinetic energy: J + m r^2 / 2 straight ahead, J + 2 I r^2 / b^2 on the spot, with I
    about the vertical through the middle of the axle. The caster's own motion is left out.
    """
    urdf = parse(text)
    wheel = urdf.links[urdf.joints[LEFT_JOINT].child]
    axle = urdf.origin(wheel.name)[0]
    turning = 0.0
    for link in urdf.links.values():
        if link.inertial is not None:
            x, y, _ = urdf.origin(link.name)
            x, y = x + link.inertial.xyz[0] - axle, y + link.inertial.xyz[1]
            turning += link.inertial.izz + link.inertial.mass * (x * x + y * y)
    return wheel.inertial.iyy + min(
        urdf.mass() * radius**2 / 2.0, 2.0 * turning * (radius / separation) ** 2
    )
