"""What a result came from: versions, commit, machine."""

import os
import platform
import subprocess
import time
from typing import Any, Dict, List

import numpy

from diffbot_gazebo.model_check import sources


class NoSimulator(Exception):
    """Gazebo cannot be asked for its version."""


def _answer(command: List[str], folder: str = '.') -> str:
    try:
        return subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            universal_newlines=True,
            timeout=60,
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ''


def gazebo_version() -> str:
    """Return the version of the Gazebo that will run; NoSimulator if there is none."""
    for line in _answer(['gzserver', '--version']).splitlines():
        if 'version' in line:
            return line.split()[-1]
    raise NoSimulator('gzserver --version does not answer; is the workspace sourced?')


def provenance() -> Dict[str, Any]:
    """Return what all runs that start now have in common."""
    folder = os.path.realpath(os.path.join(sources.share('diffbot_gazebo'), 'launch'))
    commit = _answer(['git', 'rev-parse', 'HEAD'], folder)
    changed = commit and _answer(['git', 'status', '--porcelain', '--untracked-files=no'], folder)
    return {
        'commit': (commit or 'unknown') + (' with changes' if changed else ''),
        'gazebo': gazebo_version(),
        'python': platform.python_version(),
        'numpy': numpy.__version__,
        'machine': platform.machine(),
        'made': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime()),
    }
