"""E2: minDepth, the penetration that ODE does not correct."""

from diffbot_gazebo.experiments import figures
from diffbot_gazebo.experiments.changes import contact
from diffbot_gazebo.experiments.description import Case, Column, Experiment
from diffbot_gazebo.experiments.measures import of_penetration
from diffbot_gazebo.experiments.protocols import Rest
from diffbot_gazebo.experiments.variants import compliant

TIMES = (0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 25.0, 90.0)
PUBLISHED = {  # mm; both published runs gave the same
    0.010: (0.17, 0.35, 0.71, 1.08, 1.81, 3.64, 7.37, 8.34, 8.34),
    0.001: (0.18, 0.37, 0.73, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00),
    0.000: (0.00,) * len(TIMES),
}
KEYS = ['%g s' % time for time in TIMES]

EXPERIMENT = Experiment(
    name='e2',
    title='E2: minDepth',
    question='How deep (mm) are the drive wheels in the ground, at these times after the spawn, '
    'while the robot only stands?',
    robots=('remo',),
    cases=[
        Case(
            'minDepth %g mm' % (1e3 * depth),
            (compliant, contact(minDepth=depth)),
            {'remo': {key: (value,) for key, value in zip(KEYS, values)}},
        )
        for depth, values in PUBLISHED.items()
    ],
    protocol=Rest(90.0),
    measure=of_penetration(TIMES),
    columns=[Column(key, key, 2, 0.1) for key in KEYS]
    + [
        Column('sinks', 'sinks at first, mm/s', 3),
        Column('predicted', 'load / (h kp + kd), mm/s', 3),
    ],
    draw=figures.penetration(TIMES),
    conclusion='minDepth is a dead band, not a limit: within it nothing pushes the wheel out, and '
    'it sinks with load / (h kp + kd), some 0.4 mm/s with kp 1e7, until the dead band ends or '
    'something else touches the ground. 0 is right for a wheel.',
    runs=2,
)
