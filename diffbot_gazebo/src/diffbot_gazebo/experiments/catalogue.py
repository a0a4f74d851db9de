"""All experiments.

A new one is a module beside this one, and a line here.
"""

from typing import Dict, List

from diffbot_gazebo.experiments import e1, e2, e3, friction, gain, iterations
from diffbot_gazebo.experiments.description import Experiment

# What is asked for on the command line: the experiments that it makes.
CATALOGUE: Dict[str, List[Experiment]] = {
    'e1': [e1.EXPERIMENT],
    'e2': [e2.EXPERIMENT],
    'e3': [e3.EXPERIMENT],
    'gain': [gain.FREE_WHEEL, gain.ON_ROBOT],
    'friction': [friction.EXPERIMENT],
    'iterations': [iterations.EXPERIMENT],
}
ALL = 'all'


def chosen(name: str) -> List[Experiment]:
    """Return the experiments of a name of the catalogue, or all."""
    if name == ALL:
        return [experiment for group in CATALOGUE.values() for experiment in group]
    return CATALOGUE[name]
