"""Checks of what only Gazebo reads: references, contact settings, friction."""

from diffbot_gazebo.model_check.finding import Finding, Findings
from diffbot_gazebo.model_check.geometry import wheel_links
from diffbot_gazebo.model_check.urdf_model import Urdf

# Gazebo's defaults where a URDF says nothing.
DEFAULT_KP = 1e12  # N/m
DEFAULT_MIN_DEPTH = 0.0  # m
DEFAULT_MU = 1.0
# Bound of kp h^2 / m: with 32 g and 1 ms, 3.2e7 N/m. 1e7 drives well, 1e12 turns 24 % short.
STIFFEST = 1000.0
SOFTEST = 1e-4  # m: how far the robot may sink by its own weight
CASTER_MU = 0.2  # a caster that grips steers the robot
DRIVE_MU = (
    0.5,
    10.0,
)  # below, the wheels slip under the acceleration limits; far above, they chatter


def check_references(urdf: Urdf) -> Findings:
    """Every <gazebo reference> names a link or a joint; Gazebo ignores the others without a
    word."""
    known = set(urdf.links) | set(urdf.joints)
    return [
        Finding(
            'gazebo_reference',
            '<gazebo reference="%s">' % name,
            'the URDF has no such link or joint, so Gazebo ignores it',
            None,
            '',
            'Correct the name.',
        )
        for name in urdf.gazebo
        if name not in known
    ]


def _value(urdf: Urdf, link: str, name: str, default: float) -> float:
    return float(urdf.gazebo.get(link, {}).get(name, default))


def check_contacts(urdf: Urdf, step: float, gravity: float) -> Findings:
    """Stiffness, dead band and friction of everything that touches the ground; step in s, gravity
    in m/s^2."""
    found: Findings = []
    wheels = wheel_links(urdf)
    for link in wheels + ['rear_caster_wheel_link']:
        if link not in urdf.links or urdf.links[link].inertial is None:
            continue  # reported elsewhere
        where = '<gazebo reference="%s">' % link
        mass = urdf.links[link].inertial.mass
        stiffness = _value(urdf, link, 'kp', DEFAULT_KP)
        if link in wheels and stiffness * step**2 / mass > STIFFEST:
            found.append(
                Finding(
                    'contact_stiffness',
                    where,
                    'kp h^2 / m: the contact is too stiff for a wheel of '
                    '%.3g kg, which then misses its commands while turning' % mass,
                    stiffness * step**2 / mass,
                    '<= %g' % STIFFEST,
                    'Lower kp to at most %.2g N/m.' % (STIFFEST * mass / step**2),
                )
            )
        sag = urdf.mass() * gravity / stiffness
        if sag > SOFTEST:
            found.append(
                Finding(
                    'contact_softness',
                    where,
                    'the robot sinks by its weight, m',
                    sag,
                    '<= %g' % SOFTEST,
                    'Raise kp.',
                )
            )
        depth = _value(urdf, link, 'minDepth', DEFAULT_MIN_DEPTH)
        if depth > 0:
            found.append(
                Finding(
                    'min_depth',
                    where,
                    'minDepth is a dead band of penetration: the robot sinks that far, m',
                    depth,
                    '0',
                    'Set minDepth to 0.',
                )
            )
        found += _check_friction(urdf, link, link in wheels)
    return found


def _check_friction(urdf: Urdf, link: str, drives: bool) -> Findings:
    found: Findings = []
    where = '<gazebo reference="%s">' % link
    for name in ('mu1', 'mu2'):
        mu = _value(urdf, link, name, DEFAULT_MU)
        if drives and not DRIVE_MU[0] <= mu <= DRIVE_MU[1]:
            found.append(
                Finding('drive_friction', where, name, mu, '%g to %g' % DRIVE_MU, 'Set it to 1.')
            )
        if not drives and mu > CASTER_MU:
            found.append(
                Finding(
                    'caster_friction',
                    where,
                    '%s: a caster that grips steers the robot' % name,
                    mu,
                    '<= %g' % CASTER_MU,
                    'Set it to 0.1.',
                )
            )
    if 'fdir1' in urdf.gazebo.get(link, {}):
        found.append(
            Finding(
                'fdir1',
                where,
                'fdir1 turns with a sphere and costs distance',
                None,
                '',
                'Remove it.',
            )
        )
    return found
