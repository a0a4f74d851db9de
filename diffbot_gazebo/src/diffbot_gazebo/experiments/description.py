"""What an experiment is: a few lines of data over the runner, the metrics and the report."""

from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

from diffbot_gazebo.experiments.changes import Change, apply, controller
from diffbot_gazebo.experiments.protocols import Series
from diffbot_gazebo.experiments.robot import Robot
from diffbot_gazebo.robot_model import ModelError

Values = Dict[str, float]
# s: the controller's cmd_vel_timeout. It stamps a command with the time of the last /clock, which
# on a busy machine comes late: with 0.5 s robots have braked in the middle of a drive.
PATIENCE = 60.0


class Column(NamedTuple):
    """A measured quantity of the report's table.

    tolerance: how far a published value may be off; precision: decimals shown.
    """

    key: str
    title: str
    precision: int = 3
    tolerance: float = float('nan')


class Case(NamedTuple):
    """One setting: changes of the robot, published values for each robot, and a protocol of its
    own where the experiment's does not fit.

    published: {robot name: {column key: one value a run}}; setting: the value on an axis.
    """

    name: str
    changes: Tuple[Change, ...] = ()
    published: Dict[str, Dict[str, Sequence[float]]] = {}
    setting: float = float('nan')


Protocol = Any  # one of protocols.py, or a function that makes one for a robot


class Experiment(NamedTuple):
    """One experiment.

    robots: our robots that it is made with, unless the user names one; cases: the settings, or a
    function that returns them for a robot; measure: the metrics of one run, from its series and
    its robot; draw: draws the figure of all rows.
    """

    name: str
    title: str
    question: str
    robots: Tuple[str, ...]
    cases: Union[Sequence[Case], Callable[[Robot], Sequence[Case]]]
    protocol: Union[Protocol, Callable[[Robot], Protocol]]
    measure: Callable[[Series, Robot], Values]
    columns: Sequence[Column]
    draw: Callable[[Any, Sequence['Row']], None]
    conclusion: str
    runs: int = 1  # fresh simulations of each case unless the user says how many

    def settings_for(self, robot: Robot, refused: List[str]) -> List['Setting']:
        """Return every case of this experiment with the robot, ready to be simulated.

        Cases that the robot does not have the parts for (a user's robot without a caster) are left
        out, with the reason added to `refused`.
        """
        cases = self.cases(robot) if callable(self.cases) else self.cases
        settings = []
        for case in cases:
            try:
                changed = apply(robot, (*case.changes, controller(cmd_vel_timeout=PATIENCE)))
            except ModelError as error:
                refused.append('%s: %s: %s' % (self.name, case.name, error))
                continue
            protocol = self.protocol if hasattr(self.protocol, 'run') else self.protocol(changed)
            settings.append(Setting(self.name, robot.name, case, changed, protocol))
        return settings


class Setting(NamedTuple):
    """One case with one robot: what is simulated, `runs` times."""

    experiment: str
    robot_name: str
    case: Case
    robot: Robot
    protocol: Protocol


class Row(NamedTuple):
    """A line of the report: a setting, and for each run its series and its metrics."""

    setting: Setting
    series: List[Series]
    facts: List[Dict[str, Any]]
    values: List[Values]
    failures: List[str]

    @property
    def label(self) -> str:
        return '%s, %s' % (self.setting.robot_name, self.setting.case.name)

    def value(self, key: str) -> float:
        """Return the metric of the first run."""
        return self.values[0].get(key, float('nan')) if self.values else float('nan')
