"""Iterations of ODE's solver: accuracy against speed, with two contact stiffnesses."""

from diffbot_gazebo.drives import FORWARD, LEFT
from diffbot_gazebo.experiments import figures
from diffbot_gazebo.experiments.changes import contact, iterations
from diffbot_gazebo.experiments.description import Case, Column, Experiment
from diffbot_gazebo.experiments.measures import of_drives
from diffbot_gazebo.experiments.protocols import Drives

COUNTS = (5, 10, 20, 50, 150)
STIFFNESSES = (1e6, 1e7)

EXPERIMENT = Experiment(
    name='iterations',
    title="Iterations of ODE's solver",
    question='0.2 m/s forward and 0.5 rad/s left, 3 s each: how accurate is it, how calm at rest, '
    'and how much faster than real time, with this many iterations in each step?',
    robots=('diffbot',),
    cases=[
        Case(
            'kp %.0e, %d iterations' % (kp, count),
            (contact(kp=kp, caster=True), iterations(count)),
            {},
            count,
        )
        for kp in STIFFNESSES
        for count in COUNTS
    ],
    protocol=Drives((FORWARD, LEFT)),
    measure=of_drives(FORWARD, LEFT),
    columns=[
        Column('forward: distance error', 'forward: true - commanded, m', 5),
        Column('forward: distance ratio', 'forward: true / odometry', 5),
        Column('left: turn ratio', 'left: true / odometry turn', 5),
        Column('left: left sd', 'left turn: left wheel sd, rad/s', 4),
        Column('rest jitter', 'sd at rest, rad/s', 4),
        Column('creep', 'creeps at rest, mm/s', 3),
        Column('speed', 'times real time on one processor (not repeatable)', 1),
    ],
    draw=figures.accuracy(STIFFNESSES, COUNTS),
    conclusion='The solver needs more iterations for stiffer contacts: 20 suffice for kp 1e6, 50 '
    'leave kp 1e7 rattling with a period of two steps.',
)
