"""The figures of the experiments, drawn from kept series and metrics alone (no simulation).

Each function here returns what draws one figure: it gets a matplotlib figure and the rows.
"""

import math
from typing import Any, Callable, List, Sequence

import numpy as np

from diffbot_gazebo.drives import Drive
from diffbot_gazebo.experiments import metrics
from diffbot_gazebo.experiments.description import Row
from diffbot_gazebo.experiments.measures import wheels_of
from diffbot_gazebo.kinematics import Geometry, wheel_speeds

Draw = Callable[[Any, Sequence[Row]], None]
COLOURS = ('#1b6ca8', '#e07b00', '#2a9d4e', '#a03070', '#7a5c3e', '#5e60ce', '#808080')
LIMIT = '#c0392b'


def published(row: Row, key: str) -> Sequence[float]:
    return row.setting.case.published.get(row.setting.robot_name, {}).get(key, ())


def _finish(axes: Any, title: str, x: str, y: str, legend: bool = True) -> None:
    axes.set_title(title, fontsize=9)
    axes.set_xlabel(x, fontsize=8)
    axes.set_ylabel(y, fontsize=8)
    axes.tick_params(labelsize=7)
    if legend and axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=7)


def ratio_bars(keys: Sequence[str], predicted: str, predicted_for: str) -> Draw:
    """Return what draws turn ratios as bars, the published values as crosses, and the predicted
    one for the cases with `predicted_for` in their names as a line."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        figure.set_size_inches(9.5, 1.6 + 0.42 * len(rows))
        grid = figure.subplots(1, len(keys), sharey=True)
        places = np.arange(len(rows))[::-1]
        for axes, key in zip(grid, keys):
            axes.barh(places, [row.value(key) for row in rows], 0.6, color=COLOURS[0])
            for place, row in zip(places, rows):
                values = published(row, key)
                axes.plot(values, [place] * len(values), 'x', color='black', ms=7)
                if predicted_for in row.setting.case.name:
                    axes.plot(
                        [row.value(predicted)] * 2, [place - 0.42, place + 0.42], color=LIMIT
                    )
            axes.plot([], [], 'x', color='black', label='published')
            axes.plot([], [], color=LIMIT, label='b / (b + width)')
            axes.set_xlim(0.7, 1.25)
            axes.set_yticks(places)
            axes.set_yticklabels([row.label for row in rows])
            _finish(axes, key, 'true / odometry turn', '')

    return draw


def penetration(times: Sequence[float]) -> Draw:
    """Return what draws the penetration over time, with the published values at these times."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        figure.set_size_inches(9.5, 3.6)
        grid = figure.subplots(1, 2)
        for axes, until in zip(grid, (90.0, 5.0)):
            for row, colour in zip(rows, COLOURS):
                for series in row.series[:1]:
                    rest = series['rest']
                    inside = rest[:, 0] <= until
                    deep = metrics.penetration(
                        rest[:, 1], rest[:, 2], row.setting.robot.geometry.radius
                    )
                    axes.plot(rest[inside, 0], 1e3 * deep[inside], color=colour, label=row.label)
                marks = [
                    (time, value)
                    for time in times
                    for value in published(row, '%g s' % time)
                    if time <= until
                ]
                axes.plot(*zip(*marks), 'x', color=colour, ms=7) if marks else None
            axes.plot([], [], 'x', color='black', label='published')
            _finish(axes, 'the first %g s' % until, 'time, s', 'penetration, mm')

    return draw


def speed_traces(drive: Drive) -> Draw:
    """Return what draws the wheel speeds of every case over time, and last the turn ratios."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        grid = _grid(figure, len(rows) + 1, 3)
        for axes, row in zip(grid, rows):
            for series in row.series[:1]:
                wheels = wheels_of(series, drive)
                commanded = wheel_speeds(
                    drive.linear, drive.angular, Geometry(*series['geometry'])
                )
                for side, name in enumerate(('left', 'right')):
                    axes.plot(
                        wheels[:, 0], wheels[:, 3 + side], color=COLOURS[side], lw=0.5, label=name
                    )
                    axes.plot([0, drive.duration], [commanded[side]] * 2, ':', color='black')
            _finish(axes, row.label, 'time, s', 'wheel speed, rad/s')
        key = drive.name + ': turn ratio'
        axes, places = grid[len(rows)], np.arange(len(rows))[::-1]
        axes.barh(places, [row.value(key) for row in rows], 0.6, color=COLOURS[0])
        for place, row in zip(places, rows):
            values = published(row, key)
            axes.plot(values, [place] * len(values), 'x', color='black')
        axes.set_yticks(places)
        axes.set_yticklabels([row.setting.case.name for row in rows])
        _finish(axes, 'true / odometry turn (x: published)', '', '')

    return draw


def decay(ratios: Sequence[float]) -> Draw:
    """Return what draws the measured factors over P h / J, and the first errors."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        figure.set_size_inches(9.5, 3.8)
        left, right = figure.subplots(1, 2)
        line = np.linspace(0.0, 3.6, 2)
        left.plot(line, 1.0 - line, color='0.6', label='1 - P h / J')
        left.axhspan(-1.0, 1.0, color='0.93', label='decays')
        for row, mark, colour in zip(rows, 'ox', COLOURS):
            left.plot(
                ratios,
                [row.value('factor %g' % ratio) for ratio in ratios],
                mark,
                color=colour,
                label=row.label,
            )
        _finish(left, 'speed error, factor per step', 'P h / J', 'factor')
        for row in rows[:1]:
            for series in row.series[:1]:
                for number, ratio in enumerate(ratios):
                    if ratio in (0.5, 1.72, 2.0, 3.44):
                        error = np.append(1.0, 1.0 - series['speeds'][:8, 1 + number])
                        right.plot(error, 'o-', ms=3, lw=1, label='P h / J = %g' % ratio)
        right.set_yscale('symlog', linthresh=1.0)
        _finish(right, 'the first steps', 'step', 'error / first error')

    return draw


def stability(figure: Any, rows: Sequence[Row]) -> None:
    """Draw the jitter over P h / J, and the wheel speeds of every case."""
    shown = [row for row in rows if row.series]
    grid = _grid(figure, 1 + len(shown), 4)
    axes = grid[0]
    swept = [row for row in shown if not math.isnan(row.setting.case.setting)]
    for model, colour in zip(sorted({_model(row) for row in swept}), COLOURS):
        some = [row for row in swept if _model(row) == model]
        axes.plot(
            [row.setting.case.setting for row in some],
            [row.value('turn jitter') for row in some],
            'o-',
            ms=4,
            color=colour,
            label=model,
        )
    axes.axvline(2.0, color=LIMIT, label='limit of a free wheel')
    if swept:
        axes.axvline(swept[0].value('limit'), color=LIMIT, ls='--', label='limit on the ground')
    axes.set_xscale('log')
    axes.set_yscale('log')
    _finish(axes, 'jitter while turning', 'P h / J', 'sd, rad/s')
    for axes, row in zip(grid[1:], shown):
        state = row.series[0]['state']
        speeds = np.where(np.isfinite(state[:, 1:3]), state[:, 1:3], np.nan)
        for side, name in enumerate(('left', 'right')):
            axes.plot(
                state[:, 0],
                np.clip(speeds[:, side], -20.0, 20.0),
                color=COLOURS[side],
                lw=0.6,
                label=name,
            )
        if not np.any(np.isfinite(speeds)):
            axes.text(
                0.5,
                0.5,
                'no number at the first sample',
                ha='center',
                fontsize=7,
                transform=axes.transAxes,
            )
        _finish(axes, row.setting.case.name, 'time, s', 'wheel speed, rad/s', legend=False)
        axes.title.set_fontsize(7)


def _model(row: Row) -> str:
    return '%s, %s' % (row.setting.robot_name, row.setting.case.name.split(',')[0])


def slip(accelerations: Sequence[float]) -> Draw:
    """Return what draws slip over acceleration, and the greatest acceleration over friction."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        figure.set_size_inches(9.5, 3.8)
        left, right = figure.subplots(1, 2)
        for row, colour in zip(rows, COLOURS):
            left.plot(
                accelerations,
                [row.value('slip %g' % a) for a in accelerations],
                'o-',
                ms=4,
                color=colour,
                label=row.label,
            )
        left.axvline(0.6, color=LIMIT, label="the controllers' limit")
        _finish(left, 'slip while speeding up', 'commanded acceleration, m/s^2', 'share')
        friction = [row.value('friction') for row in rows]
        right.plot(
            friction,
            [row.value('predicted') for row in rows],
            color='0.6',
            label='predicted from loads',
        )
        right.plot(
            friction, [row.value('most') for row in rows], 'o', label='reached when slipping'
        )
        right.plot(
            friction, [row.value('slips from') for row in rows], 'x', label='slips over 2 % from'
        )
        right.axhline(0.6, color=LIMIT, label="the controllers' limit")
        _finish(right, 'where it slips', 'friction coefficient', 'acceleration, m/s^2')

    return draw


def accuracy(stiffnesses: Sequence[float], counts: Sequence[float]) -> Draw:
    """Return what draws errors, jitter and speed over the solver's iterations."""

    def draw(figure: Any, rows: Sequence[Row]) -> None:
        figure.set_size_inches(9.5, 3.6)
        panels = (
            ('forward: distance error', 1e3, 'true - commanded distance, mm'),
            ('rest jitter', 1.0, 'sd of the wheels at rest, rad/s'),
            ('speed', 1.0, 'times real time, on a processor of its own'),
        )
        for axes, (key, factor, label) in zip(figure.subplots(1, len(panels)), panels):
            for index, stiffness in enumerate(stiffnesses):
                name = 'kp %.0e' % stiffness
                some = [row for row in rows if row.setting.case.name.startswith(name)]
                axes.plot(
                    [row.setting.case.setting for row in some],
                    [factor * row.value(key) for row in some],
                    'o-',
                    ms=4,
                    color=COLOURS[index],
                    label=name,
                )
            axes.set_xscale('log')
            axes.set_xticks(counts)
            axes.set_xticklabels(['%d' % count for count in counts])
            axes.minorticks_off()
            _finish(axes, label, 'iterations in each step', '')

    return draw


def _grid(figure: Any, count: int, columns: int) -> List[Any]:
    rows = math.ceil(count / columns)
    figure.set_size_inches(11.0, 2.6 * rows)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes in grid[count:]:
        axes.set_visible(False)
    return list(grid)
