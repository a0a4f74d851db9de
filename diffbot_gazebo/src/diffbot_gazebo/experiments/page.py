"""The report: one HTML file with all tables and figures in it."""

import base64
import html
from typing import Any, Dict, List, NamedTuple, Sequence

from diffbot_gazebo.experiments.description import Experiment, Row
from diffbot_gazebo.experiments.tables import cells, same

STYLE = """
body { font: 15px/1.45 sans-serif; max-width: 1200px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px; }
th, td { border: 1px solid #ccc; padding: 3px 7px; text-align: right; vertical-align: top; }
th { background: #eef; } td:first-child, th:first-child { text-align: left; }
.in { background: #e4f5e4; } .out { background: #fbdcdc; } .pub { color: #666; }
img { max-width: 100%; } .scroll { overflow-x: auto; }
"""


class Part(NamedTuple):
    """One experiment of the report: its rows, and its figure as PNG."""

    experiment: Experiment
    rows: Sequence[Row]
    png: bytes


def _cell(cell: Any) -> str:
    text = html.escape(cell.shown(cell.values)) if cell.values else ''
    kind = {None: '', True: 'in', False: 'out'}[cell.within if cell.values else None]
    if cell.published:
        text += '<br><span class="pub">%s' % html.escape(cell.shown(cell.published))
        if cell.values:
            text += ' (%+.*f)' % (cell.column.precision, cell.difference)
        text += '</span>'
    return '<td class="%s">%s</td>' % (kind, text)


def _table(part: Part) -> str:
    head = ''.join('<th>%s</th>' % html.escape(c.title) for c in part.experiment.columns)
    lines = ['<div class="scroll"><table><tr><th>robot, case</th>%s<th>runs</th></tr>' % head]
    for row in part.rows:
        line = '<td>%s</td>' % html.escape(row.label)
        line += ''.join(_cell(cell) for cell in cells(part.experiment, row))
        runs = {None: '', True: ', identical', False: ', <b>differ</b>'}[same(row)]
        failed = ''.join('<br>failed: %s' % html.escape(text[:300]) for text in row.failures)
        lines.append('<tr>%s<td>%d%s%s</td></tr>' % (line, len(row.values), runs, failed))
    return '\n'.join(lines + ['</table></div>'])


def _part(part: Part) -> List[str]:
    image = base64.b64encode(part.png).decode()
    return [
        '<h2 id="%s">%s</h2>' % (part.experiment.name, html.escape(part.experiment.title)),
        '<p>%s</p>' % html.escape(part.experiment.question),
        _table(part),
        '<img alt="%s" src="data:image/png;base64,%s">'
        % (html.escape(part.experiment.title), image),
        '<p>%s</p>' % html.escape(part.experiment.conclusion),
    ]


def report(parts: Sequence[Part], provenance: Dict[str, Any]) -> str:
    """Return the report as HTML that needs no other file."""
    facts = '; '.join('%s: %s' % item for item in sorted(provenance.items()))
    lines = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<title>Wheel dynamics in simulation</title><style>%s</style></head><body>' % STYLE,
        '<h1>Wheel dynamics in simulation</h1>',
        '<p>Below each measured value its published one and our greatest difference from it; '
        'green is within the tolerance, red is not.</p>',
        '<p>%s</p>'
        % ' | '.join(
            '<a href="#%s">%s</a>' % (p.experiment.name, html.escape(p.experiment.title))
            for p in parts
        ),
    ]
    for part in parts:
        lines += _part(part)
    return '\n'.join(lines + ['<hr><p>%s</p></body></html>' % html.escape(facts), ''])
