"""Friction: at which acceleration do the drive wheels slip?"""

from diffbot_gazebo.experiments import figures
from diffbot_gazebo.experiments.changes import contact, unlimited
from diffbot_gazebo.experiments.description import Case, Column, Experiment
from diffbot_gazebo.experiments.measures import of_ramps
from diffbot_gazebo.experiments.protocols import Ramps

FRICTIONS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
ACCELERATIONS = (
    0.6,
    1.0,
    1.5,
    2.0,
    2.5,
    3.0,
    4.0,
    5.0,
    6.0,
    8.0,
)  # m/s^2; 0.6 is the controllers' limit

EXPERIMENT = Experiment(
    name='friction',
    title='Friction: when the wheels slip',
    question='Speeding up from rest for 0.4 s without limits in the controller: which share of '
    'the rolled distance is slip, and which acceleration does the robot reach?',
    robots=('diffbot',),
    cases=[Case('mu %g' % mu, (contact(mu1=mu, mu2=mu), unlimited()), {}, mu) for mu in FRICTIONS],
    protocol=Ramps(ACCELERATIONS, braking=0.4),
    measure=of_ramps(ACCELERATIONS),
    columns=[
        Column('slips from', 'slip over 2 % from, m/s^2', 1),
        Column('most', 'reached when slipping, m/s^2', 2),
        Column('predicted', 'predicted limit, m/s^2', 2),
    ]
    + [Column('slip %g' % a, 'slip at %g m/s^2' % a, 3) for a in ACCELERATIONS],
    draw=figures.slip(ACCELERATIONS),
    conclusion='The wheels slip from where friction times their load is used up: '
    'mu g (L - d) / (L + mu h). The acceleration limit of the controllers belongs below that.',
)
