"""Where the texts to check come from: the same files that the launch files load."""

import os
from typing import Any, Dict, List

import rospkg
import xacro
import yaml


class SourceError(Exception):
    """A file is missing or cannot be read; the text names it."""


def share(package: str) -> str:
    try:
        return rospkg.RosPack().get_path(package)
    except rospkg.ResourceNotFound as error:
        raise SourceError('no package %s; is the workspace sourced?' % package) from error


def models() -> List[str]:
    """Return the robots that have a geometry file."""
    folder = os.path.join(share('diffbot_description'), 'config')
    return sorted(name[: -len('.yaml')] for name in os.listdir(folder) if name.endswith('.yaml'))


def worlds() -> List[str]:
    """Return the paths of our worlds."""
    folder = os.path.join(share('diffbot_gazebo'), 'worlds')
    return sorted(
        os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('.world')
    )


def read(path: str) -> str:
    try:
        with open(path) as stream:
            return stream.read()
    except OSError as error:
        raise SourceError('%s: %s' % (path, error.strerror)) from error


def description(model: str, **arguments: str) -> str:
    """Return the model's expanded URDF."""
    path = os.path.join(share('diffbot_description'), 'urdf', model + '.urdf.xacro')
    try:
        return xacro.process_file(path, mappings=arguments).toxml()
    except Exception as error:  # xacro lets through whatever its expressions raise
        raise SourceError('xacro failed on %s: %s' % (path, error)) from error


def merge(into: Dict[str, Any], more: Dict[str, Any]) -> Dict[str, Any]:
    """Return both, as the parameter server has them after loading one after the other."""
    merged = dict(into)
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], value) if both else value
    return merged


def load_yaml(path: str) -> Dict[str, Any]:
    try:
        loaded = yaml.safe_load(read(path))
    except yaml.YAMLError as error:
        raise SourceError('%s is not YAML: %s' % (path, error)) from error
    if not isinstance(loaded, dict):
        raise SourceError('%s holds no parameters' % path)
    return loaded


def parameters(model: str, overlay: str = '', gains: bool = True) -> Dict[str, Any]:
    """Return what parameters.launch loads for the model, and over it the overlay file."""
    folder = os.path.join(share('diffbot_control'), 'config')
    names = ['diffbot_control.yaml', os.path.join(model, 'calibration.yaml')]
    names += [os.path.join(model, 'pid.yaml')] if gains else []
    paths = [os.path.join(folder, name) for name in names] + ([overlay] if overlay else [])
    merged: Dict[str, Any] = {}
    for path in paths:
        merged = merge(merged, load_yaml(path))
    return merged
