"""Mistakes on purpose: each must be caught, by the static check, by the drives, or by both."""

import re
from typing import Any, Dict, List, NamedTuple, Tuple

Substitution = Tuple[str, str]  # regular expression and replacement, applied to the whole text


class Mistake(NamedTuple):
    """One mistake, as a change of what the launch files load.

    static: name of the finding of check_model that catches it, or '';
    driven: regular expression in the message with which the drives fail, or '' if they need not.
    """

    name: str
    overlay: Dict[str, Any] = {}
    urdf: Tuple[Substitution, ...] = ()
    world: Tuple[Substitution, ...] = ()
    launch: Dict[str, str] = {}
    static: str = ''
    driven: str = ''


class Unchanged(ValueError):
    """A mistake no longer finds what it is to change."""


def apply(substitutions: Tuple[Substitution, ...], text: str) -> str:
    """Return the text with every substitution made; Unchanged if one does not apply."""
    for pattern, replacement in substitutions:
        text, count = re.subn(pattern, replacement, text)
        if not count:
            raise Unchanged("nothing matches '%s'" % pattern)
    return text


def _base(**parameters: Any) -> Dict[str, Any]:
    return {'mobile_base_controller': parameters}


def _gains(**gain: Any) -> Dict[str, Any]:
    return {
        'gazebo_ros_control': {
            'pid_gains': {'front_%s_wheel_joint' % side: gain for side in ('left', 'right')}
        }
    }


def _in_reference(link: str, name: str, value: str) -> Substitution:
    return (
        r'(reference="%s">(?:(?!</gazebo>)[\s\S])*?<%s>)[^<]*' % (link, name),
        r'\g<1>' + value,
    )


DRIVE_WHEEL = 'front_(?:left|right)_wheel_link'
TURNS_WRONG = r'odometry -> true pose: turned'
GOES_WRONG = r'odometry -> true pose: forward'


def scaled_geometry(radius: float, separation: float) -> List[Mistake]:
    """Return the mistakes of a configured geometry that is off, for a robot of this radius and
    separation (m)."""
    found = []
    for share in (0.90, 0.95, 1.05, 1.10):
        percent = '%+d %%' % round(100 * (share - 1))
        found.append(
            Mistake(
                'wheel radius configured ' + percent,
                _base(wheel_radius=share * radius),
                static='geometry',
                driven='wheel angles -> odometry: forward',
            )
        )
        found.append(
            Mistake(
                'wheel separation configured ' + percent,
                _base(wheel_separation=share * separation),
                static='geometry',
                driven='wheel angles -> odometry: turned',
            )
        )
    return found


MISTAKES: List[Mistake] = [
    Mistake(
        'left and right wheel swapped',
        _base(left_wheel='front_right_wheel_joint', right_wheel='front_left_wheel_joint'),
        static='controller_side',
        driven=r'command -> wheel speed: left wheel speed',
    ),
    Mistake(
        'wrong joint name',
        _base(left_wheel='front_left_weel_joint'),
        static='controller_joint',
        driven=r'mobile_base_controller is not loaded[\s\S]*front_left_weel_joint',
    ),
    Mistake('typo in a parameter', _base(cmd_vel_timout=0.5), static='unknown_key'),
    Mistake('no gains', launch={'gains': 'false'}, static='no_gains'),
    Mistake(
        'plugin in another namespace',
        urdf=(('<robotNamespace>/diffbot<', '<robotNamespace>/robot<'),),
        static='control_namespace',
        driven=r'there will be no service /diffbot/controller_manager',
    ),
    Mistake(
        'P above 2 J / h', _gains(p=0.06), static='gain_stability', driven=r'(wheel|no command)'
    ),
    Mistake('I without i_clamp', _gains(i_clamp=0.0), static='i_without_clamp'),
    Mistake(
        'cylinder wheel collisions',
        urdf=(
            ('<sphere radius="(0.033[0-9]*)"/>', r'<cylinder radius="\1" length="0.025"/>'),
            (
                r'(<collision>\s*<origin rpy=")0 0 0(" xyz="0 0 0"/>\s*<geometry>\s*<cylinder)',
                r'\g<1>1.5707963 0 0\2',
            ),
        ),
        static='wheel_collision',
        driven=TURNS_WRONG,
    ),
    Mistake(
        'wheel inertia about the wrong axis',
        urdf=(
            (
                r'(<mass value="0.032"/>\s*<inertia ixx=")([^"]*)("[^>]*? iyy=")([^"]*)'
                r'("[^>]*? izz=")([^"]*)',
                r'\g<1>\2\3\6\5\4',
            ),
        ),
        static='wheel_inertia',
    ),
    Mistake(
        'minDepth 10 mm',
        urdf=(_in_reference(DRIVE_WHEEL, 'minDepth', '0.01'),),
        static='min_depth',
        driven=r'no command -> true pose: (height|pitch)',
    ),
    Mistake(
        'contact stiffness 1e12 on light wheels',
        urdf=(_in_reference(DRIVE_WHEEL, 'kp', '1e12'),),
        static='contact_stiffness',
    ),
    Mistake(
        'caster with drive-wheel friction',
        urdf=(
            _in_reference('rear_caster_wheel_link', 'mu1', '1.0'),
            _in_reference('rear_caster_wheel_link', 'mu2', '1.0'),
        ),
        static='caster_friction',
    ),
    Mistake(
        '10 ms world under gains made for 1 ms',
        world=(('<max_step_size>0.001<', '<max_step_size>0.01<'),),
        static='gain_stability',
        driven=r'(wheel|no command)',
    ),
    Mistake(
        'missing transmission',
        urdf=(
            (r'<transmission name="front_left_wheel_transmission">[\s\S]*?</transmission>', ''),
        ),
        static='transmission',
        driven=r'mobile_base_controller is not loaded[\s\S]*front_left_wheel_joint',
    ),
    Mistake('robot never spawned', launch={'spawn': 'false'}, driven=r"no model 'diffbot'"),
]
