"""The table of an experiment: measured and published values and their differences, as rows of
cells, CSV and JSON."""

import csv
import io
import math
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from diffbot_gazebo.experiments.description import Column, Experiment, Row

from diffbot_gazebo.experiments.measures import BY_MESSAGES


class Cell(NamedTuple):
    """A quantity of a row: a value for each of our runs, and the published ones."""

    column: Column
    values: Sequence[float]
    published: Sequence[float]

    @property
    def difference(self) -> float:
        """Return our value less the published one: of all pairs the one with the greatest
        amount."""
        pairs = [ours - theirs for ours in self.values for theirs in self.published]
        if any(math.isnan(pair) for pair in pairs):
            return math.nan
        return max(pairs, key=abs, default=math.nan)

    @property
    def within(self) -> Optional[bool]:
        """Return whether the difference is within the tolerance; None: nothing to compare."""
        if not self.published or math.isnan(self.column.tolerance):
            return None
        return bool(abs(self.difference) <= self.column.tolerance + 1e-9)

    def shown(self, values: Sequence[float]) -> str:
        """Return the values as text, equal ones once."""
        texts = [
            '-' if math.isnan(value) else '%.*f' % (self.column.precision, value)
            for value in values
        ]
        return texts[0] if len(set(texts)) == 1 else ' '.join(texts)


def cells(experiment: Experiment, row: Row) -> List[Cell]:
    published = row.setting.case.published.get(row.setting.robot_name, {})
    return [
        Cell(
            column,
            [values.get(column.key, math.nan) for values in row.values],
            published.get(column.key, ()),
        )
        for column in experiment.columns
    ]


def same(row: Row) -> Optional[bool]:
    """Return whether all runs of a row gave the same numbers, bit for bit; None with one run.

    Two kinds depend on how busy the machine is and do not count: the simulation's speed, and what
    was taken from odometry messages.
    """

    def repeatable(key: str) -> bool:
        return key != 'speed' and not key.endswith(BY_MESSAGES)

    numbers = {
        tuple((key, repr(value)) for key, value in sorted(values.items()) if repeatable(key))
        for values in row.values
    }
    return len(numbers) == 1 if len(row.values) > 1 else None


def as_csv(experiment: Experiment, rows: Sequence[Row]) -> str:
    """Return one line for each quantity of each run."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator='\n')
    writer.writerow(
        (
            'experiment',
            'robot',
            'case',
            'run',
            'quantity',
            'value',
            'published',
            'tolerance',
            'difference',
            'within',
        )
    )
    for row in rows:
        for cell in cells(experiment, row):
            for number, value in enumerate(cell.values):
                single = cell._replace(values=[value])
                within = single.within
                writer.writerow(
                    (
                        experiment.name,
                        row.setting.robot_name,
                        row.setting.case.name,
                        number + 1,
                        cell.column.key,
                        repr(value),
                        ' '.join('%g' % one for one in cell.published),
                        '' if math.isnan(cell.column.tolerance) else cell.column.tolerance,
                        '' if not cell.published else '%.6g' % single.difference,
                        '' if within is None else 'yes' if within else 'no',
                    )
                )
    return stream.getvalue()


def _json_ready(value: Any) -> Any:
    """Return the value with what is no finite number as null: JSON has no NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _json_ready(one) for key, one in value.items()}
    return value


def as_dict(
    experiment: Experiment, rows: Sequence[Row], runs: Dict[str, List[str]]
) -> Dict[str, Any]:
    """Return everything of an experiment; `runs` names the files of each row's runs, by label."""
    return {
        'experiment': experiment.name,
        'title': experiment.title,
        'rows': [
            {
                'robot': row.setting.robot_name,
                'case': row.setting.case.name,
                'runs': [
                    {'values': _json_ready(values), 'facts': _without_settings(facts)}
                    for values, facts in zip(row.values, row.facts)
                ],
                'run_files': runs.get(row.label, []),
                'runs_identical': same(row),
                'published': {
                    cell.column.key: list(cell.published)
                    for cell in cells(experiment, row)
                    if cell.published
                },
                'failures': row.failures,
            }
            for row in rows
        ],
    }


def _without_settings(facts: Dict[str, Any]) -> Dict[str, Any]:
    return {key: value for key, value in facts.items() if key != 'settings'}


def summary(experiment: Experiment, rows: Sequence[Row]) -> str:
    """Return the table as text for a terminal: only the first columns, and what is out."""
    lines = [experiment.title]
    for row in rows:
        every = cells(experiment, row)
        parts = [
            '%s %s' % (cell.column.title, cell.shown(cell.values))
            for cell in every[:3]
            if cell.values
        ]
        out = [cell for cell in every if cell.within is False]
        lines.append('  %-52s %s' % (row.label, '; '.join(parts) or 'no run'))
        for cell in out:
            lines.append(
                '      differs from the published: %s is %s, published %s (tolerance %g)'
                % (
                    cell.column.title,
                    cell.shown(cell.values),
                    cell.shown(cell.published),
                    cell.column.tolerance,
                )
            )
        if same(row) is False:
            lines.append('      the runs differ from each other')
        lines += ['      failed: ' + failure.splitlines()[0] for failure in row.failures]
    return '\n'.join(lines)
