"""Keeps finished runs: each under a hash of all that it depends on, series and facts.

A run is there when its JSON file is there; the file is written last, in one step. So an
interruption or a full disk leaves no half run behind.
"""

import hashlib
import json
import os
import re
import zipfile
from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from diffbot_gazebo.experiments.description import Setting
from diffbot_gazebo.experiments.protocols import Series

FORMAT = 3  # raised when a run of the same settings means something else than before


class NotKept(Exception):
    """A kept run cannot be read; the text names the file."""


class RunId(NamedTuple):
    """Which run: its setting's key, and its number from 1 on."""

    name: str
    key: str
    number: int

    @property
    def file(self) -> str:
        return '%s-%s-%d' % (self.name, self.key, self.number)


def settings_of(setting: Setting, simulator: str) -> Dict[str, Any]:
    """Return what a run depends on, JSON-ready."""
    protocol = dict(setting.protocol._asdict(), kind=type(setting.protocol).__name__)
    return json.loads(
        json.dumps(
            {
                'format': FORMAT,
                'simulator': simulator,
                'protocol': protocol,
                'robot': setting.robot.settings(),
            }
        )
    )


def run_id(setting: Setting, simulator: str, number: int) -> RunId:
    text = json.dumps(settings_of(setting, simulator), sort_keys=True)
    words = '%s %s %s' % (setting.experiment, setting.robot_name, setting.case.name)
    slug = re.sub('[^a-z0-9.]+', '_', words.lower()).strip('_')
    return RunId(slug, hashlib.sha256(text.encode()).hexdigest()[:12], number)


def write_text(path: str, text: str) -> None:
    """Write a file in one step: a reader sees the whole or nothing."""
    write_bytes(path, text.encode())


def write_bytes(path: str, data: bytes) -> None:
    """Write a file in one step: a reader sees the whole or nothing."""
    _write(path, lambda stream: stream.write(data))


def _write(path: str, fill) -> None:
    temporary = '%s.%d.tmp' % (path, os.getpid())
    try:
        with open(temporary, 'wb') as stream:
            fill(stream)
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def series_hash(series: Series) -> str:
    """Return a hash over every bit of all series."""
    digest = hashlib.sha256()
    for name in sorted(series):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(series[name], dtype=float).tobytes())
    return digest.hexdigest()[:16]


class Store:
    """The folder of kept runs."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def _path(self, run: RunId, ending: str) -> str:
        return os.path.join(self.folder, run.file + ending)

    def save(self, run: RunId, series: Series, facts: Dict[str, Any]) -> None:
        """Keep a run; OSError when that is not possible."""
        os.makedirs(self.folder, exist_ok=True)
        _write(self._path(run, '.npz'), lambda stream: np.savez_compressed(stream, **series))
        text = json.dumps(dict(facts, series_sha256=series_hash(series)), indent=1)
        write_text(self._path(run, '.json'), text + '\n')

    def forget(self, run: RunId) -> None:
        """Drop a kept run, if there is one."""
        for ending in ('.json', '.npz'):
            if os.path.exists(self._path(run, ending)):
                os.remove(self._path(run, ending))

    def has(self, run: RunId) -> bool:
        return self._readable(run) is not None

    def _readable(self, run: RunId) -> Optional[Dict[str, Any]]:
        try:
            with open(self._path(run, '.json')) as stream:
                facts = json.load(stream)
        except (OSError, ValueError):
            return None
        return facts if os.path.exists(self._path(run, '.npz')) else None

    def load(self, run: RunId) -> Tuple[Series, Dict[str, Any]]:
        """Return the series and the facts of a kept run; NotKept with the reason."""
        facts = self._readable(run)
        if facts is None:
            raise NotKept('no finished run %s' % self._path(run, '.json'))
        path = self._path(run, '.npz')
        if not zipfile.is_zipfile(path):
            raise NotKept('%s is damaged' % path)
        try:
            with np.load(path) as data:
                series = {name: data[name] for name in data.files}
        except Exception as error:  # zipfile, zlib, pickle: whatever a damaged file raises
            raise NotKept('%s cannot be read: %s' % (path, error)) from error
        if series_hash(series) != facts.get('series_sha256'):
            raise NotKept('%s does not hold what %s says' % (path, self._path(run, '.json')))
        return series, facts
