"""Which parameters exist.

The controllers ignore every other key without a word, so a typo goes unnoticed.
"""

import difflib
from typing import Any, Dict, Iterable

from diffbot_gazebo.model_check.finding import Finding, Findings

_AXIS = {
    name: None
    for name in (
        'has_velocity_limits',
        'max_velocity',
        'min_velocity',
        'has_acceleration_limits',
        'max_acceleration',
        'min_acceleration',
        'has_jerk_limits',
        'max_jerk',
        'min_jerk',
    )
}
_PID = {
    name: None
    for name in (
        'p',
        'i',
        'd',
        'i_clamp',
        'i_clamp_min',
        'i_clamp_max',
        'antiwindup',
        'publish_state',
    )
}
ANY = '*'  # stands for every key of a level
# A nested dictionary is a level of keys, None is a value.
KNOWN: Dict[str, Any] = {
    'joint_state_controller': {
        'type': None,
        'publish_rate': None,
        'joints': None,
        'extra_joints': None,
    },
    'mobile_base_controller': dict(
        {
            name: None
            for name in (
                'type',
                'left_wheel',
                'right_wheel',
                'pose_covariance_diagonal',
                'twist_covariance_diagonal',
                'publish_rate',
                'open_loop',
                'wheel_separation',
                'wheel_radius',
                'wheel_separation_multiplier',
                'wheel_radius_multiplier',
                'left_wheel_radius_multiplier',
                'right_wheel_radius_multiplier',
                'velocity_rolling_window_size',
                'cmd_vel_timeout',
                'allow_multiple_cmd_vel_publishers',
                'base_frame_id',
                'odom_frame_id',
                'enable_odom_tf',
                'publish_cmd',
                'publish_wheel_joint_controller_state',
            )
        },
        linear={'x': _AXIS},
        angular={'z': _AXIS},
    ),
    'gazebo_ros_control': {'pid_gains': {ANY: _PID}},
}


def _unknown(given: Any, known: Dict[str, Any], path: str) -> Iterable[Finding]:
    for key, value in given.items():
        expected = known.get(key, known.get(ANY, ''))
        where = '%s/%s' % (path, key)
        if expected == '':
            near = difflib.get_close_matches(str(key), known, 1, 0.5)
            yield Finding(
                'unknown_key',
                where,
                'no such parameter; it would be ignored',
                None,
                '',
                "Did you mean '%s'?" % near[0]
                if near
                else 'There are: %s.' % ', '.join(sorted(known)),
            )
        elif isinstance(expected, dict) and not isinstance(value, dict):
            yield Finding(
                'unknown_key',
                where,
                'it is a value, but keys are expected below it',
                None,
                '',
                'There are: %s.' % ', '.join(sorted(expected)),
            )
        elif isinstance(expected, dict):
            yield from _unknown(value, expected, where)


def check_keys(parameters: Dict[str, Any], namespace: str) -> Findings:
    """Return a finding for each key in the namespace that nothing reads."""
    return list(_unknown(parameters, KNOWN, namespace))
