"""The table of `drive`, and its machine-readable result."""

import json
import os
from typing import Any, Dict, List, Sequence, Tuple

from diffbot_gazebo.checks import Check
from diffbot_gazebo.measurement import Measurement, pose_hash
from diffbot_gazebo.pose import Motion

_ROW = '%-13s %-22s %11s %11s %11s   %s'


def _row(drive: str, what: str, values: Motion, verdict: str = '') -> str:
    return (
        _ROW
        % (
            drive,
            what,
            '%+.4f' % values.forward,
            '%+.4f' % values.left,
            '%+.4f' % values.turned,
            verdict,
        )
    ).rstrip()


def table(results: Sequence[Tuple[Measurement, List[Check]]]) -> str:
    """Return the table: for each drive the command, odometry and true pose, and their
    differences."""
    lines = [_ROW % ('drive', '', 'forward m', 'left m', 'turned rad', 'within limits')]
    for measurement, checks in results:
        command, odometry = measurement.command, measurement.odometry_motion()
        truth = measurement.true_motion()
        failed = sum(not check.ok for check in checks)
        verdict = (
            'yes, %d checks' % len(checks)
            if not failed
            else 'NO, %d of %d checks failed' % (failed, len(checks))
        )
        lines += [
            _row(measurement.drive.name, 'command', command, verdict),
            _row('', 'odometry', odometry),
            _row('', 'true pose', truth),
            _row('', 'odometry - command', odometry - command),
            _row('', 'true - command', truth - command),
            _row('', 'true - odometry', truth - odometry),
        ]
    return '\n'.join(lines)


def as_dict(
    results: Sequence[Tuple[Measurement, List[Check]]], **provenance: Any
) -> Dict[str, Any]:
    """Return everything that a later reader may want, as plain data (SI units)."""
    measurements = [measurement for measurement, _ in results]
    return dict(
        provenance,
        pose_hash=pose_hash(measurements),
        passed=all(check.ok for _, checks in results for check in checks),
        drives=[
            {
                'name': measurement.drive.name,
                'linear_m_s': measurement.drive.linear,
                'angular_rad_s': measurement.drive.angular,
                'duration_s': measurement.drive.duration,
                'motions': {
                    name: values._asdict()
                    for name, values in (
                        ('command', measurement.command),
                        ('odometry', measurement.odometry_motion()),
                        ('true_pose', measurement.true_motion()),
                        ('recomputed_from_wheel_angles', measurement.recomputed_motion()),
                    )
                },
                'wheels_rad_s': {
                    side: wheel._asdict() for side, wheel in measurement.tracking().items()
                },
                'checks': [
                    dict(check._asdict(), error=check.error, ok=check.ok) for check in checks
                ],
            }
            for measurement, checks in results
        ],
    )


def write_json(path: str, data: Dict[str, Any]) -> None:
    """Write data to path in one step: a reader sees the whole file or none."""
    temporary = path + '.tmp'
    try:
        with open(temporary, 'w') as stream:
            json.dump(data, stream, indent=1)
            stream.write('\n')
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
