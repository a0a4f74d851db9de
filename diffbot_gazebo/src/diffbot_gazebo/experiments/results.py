"""From kept runs to rows, and from rows to the files of the output folder."""

import io
import json
import math
import os
from typing import Any, Dict, List, Sequence

import matplotlib

from diffbot_gazebo.experiments import page, tables
from diffbot_gazebo.experiments.description import Experiment, Row, Setting
from diffbot_gazebo.experiments.store import NotKept, RunId, Store, write_bytes, write_text

matplotlib.use('Agg')  # no display
matplotlib.rcParams['svg.hashsalt'] = 'diffbot'  # equal figures are equal files
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402 the backend must be chosen first

DPI = 80  # of the PNG


def row_of(
    experiment: Experiment,
    setting: Setting,
    runs: Sequence[RunId],
    store: Store,
    failures: Dict[RunId, str],
) -> Row:
    """Return the row of a setting: what its kept runs measured, and why others are missing."""
    row = Row(setting, [], [], [], [])
    for run in runs:
        if run in failures:
            row.failures.append(failures[run])
            continue
        try:
            series, facts = store.load(run)
            values = experiment.measure(series, setting.robot)
        except (NotKept, ValueError, KeyError) as error:
            row.failures.append(str(error))
            continue
        row.series.append(series)
        row.facts.append(facts)
        values['speed'] = facts.get('speed') or math.nan
        row.values.append({key: float(value) for key, value in values.items()})
    return row


def draw(experiment: Experiment, rows: Sequence[Row], ending: str) -> bytes:
    """Return the experiment's figure as a file of this kind (png or svg)."""
    figure = Figure(dpi=DPI)
    FigureCanvasAgg(figure)
    experiment.draw(figure, rows)
    figure.tight_layout()
    stream = io.BytesIO()
    metadata = {'Date': None} if ending == 'svg' else {'Software': None}
    figure.savefig(stream, format=ending, metadata=metadata)
    return stream.getvalue()


def write(
    folder: str,
    experiment: Experiment,
    rows: Sequence[Row],
    files: Dict[str, List[str]],
) -> page.Part:
    """Write CSV, JSON, PNG and SVG of an experiment; return its part of the report."""
    base = os.path.join(folder, experiment.name)
    write_text(base + '.csv', tables.as_csv(experiment, rows))
    data: Dict[str, Any] = tables.as_dict(experiment, rows, files)
    write_text(base + '.json', json.dumps(data, indent=1, allow_nan=False) + '\n')
    png = draw(experiment, rows, 'png')
    write_bytes(base + '.png', png)
    write_bytes(base + '.svg', draw(experiment, rows, 'svg'))
    return page.Part(experiment, rows, png)
