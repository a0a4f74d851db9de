"""Gain: P h / J of the wheels' velocity loop, on free wheels and on the robot."""

from diffbot_gazebo.experiments import figures
from diffbot_gazebo.experiments.bench import free_wheels, joints
from diffbot_gazebo.experiments.changes import gain_ratio, gains, raised, step_size, unlimited
from diffbot_gazebo.experiments.description import Case, Column, Experiment
from diffbot_gazebo.experiments.measures import of_free_wheels, of_stability
from diffbot_gazebo.experiments.protocols import FreeWheels, Stability
from diffbot_gazebo.experiments.variants import compliant, ours

RATIOS = (0.5, 1.0, 1.5, 1.72, 2.0, 2.5, 3.0, 3.44, 3.5)
ON_GROUND = (0.5, 1.72, 3.5, 12.0, 30.0, 60.0, 120.0)
RATTLING = (1.72, 12.0, 60.0)
STEPS = {'1 ms world': 0.001, '10 ms world': 0.01}
# P h / J: the factor that was published for a free wheel.
PUBLISHED = {0.5: 0.5, 1.72: -0.722, 2.0: -1.0, 3.44: -2.444}
FACTORS = {'factor %g' % ratio: (factor,) for ratio, factor in PUBLISHED.items()}

FREE_WHEEL = Experiment(
    name='gain_free',
    title='Gain: a free wheel under P alone',
    question='By which factor does the speed error of a wheel that touches nothing change in each '
    'physics step? (1 - P h / J is predicted: it decays below P h / J = 2.)',
    robots=('remo',),
    cases=[
        Case(
            name,
            (step_size(step), free_wheels(RATIOS), unlimited()),
            {robot: FACTORS for robot in ('diffbot', 'remo')},
            step,
        )
        for name, step in STEPS.items()
    ],
    protocol=FreeWheels(tuple(joints(len(RATIOS), 'left'))),
    measure=of_free_wheels(RATIOS),
    columns=[Column('factor %g' % ratio, 'P h / J = %g' % ratio, 3, 0.01) for ratio in RATIOS],
    draw=figures.decay(RATIOS),
    conclusion='The factor is 1 - P h / J, in any world: with a step ten times longer the same P '
    'is ten times nearer to the limit of 2 J / h.',
)

ON_ROBOT = Experiment(
    name='gain_robot',
    title='Gain: the robot on the ground',
    question='Standing for 1 s from the spawn, then turning left at 0.5 rad/s for 2 s: how do the '
    'wheels jitter (standard deviation at every physics step), and from where does it explode?',
    robots=('remo',),
    cases=[
        Case('%s, P h / J = %g' % (name, ratio), (model, gain_ratio(ratio)), {}, ratio)
        for name, model, ratios in (
            ('our model', ours, ON_GROUND),
            ('kp 1e7', compliant, RATTLING),
        )
        for ratio in ratios
    ]
    + [
        Case('dropped from 50 mm, P h / J = %g' % ratio, (raised(0.05), gain_ratio(ratio)))
        for ratio in (1.72, 3.44)
    ]
    + [
        Case('10 ms world, gains for 1 ms', (step_size(0.01),)),
        Case('10 ms world, P h / J = 1.72, I for 1 ms', (step_size(0.01), gain_ratio(1.72))),
        Case(
            '10 ms world, P h / J = 1.72, I a hundredth',
            (step_size(0.01), gain_ratio(1.72), gains(i=0.006)),
        ),
    ],
    protocol=Stability(),
    measure=of_stability,
    columns=[
        Column('P', 'P, N m s/rad', 4),
        Column('P h / J', 'P h / J', 2),
        Column('limit', 'limit of P h / J while the wheels grip', 1),
        Column('rest jitter', 'sd at rest, rad/s', 4),
        Column('turn jitter', 'sd while turning, rad/s', 4),
        Column('left wheel', 'left wheel / command', 3),
        Column('right wheel', 'right wheel / command', 3),
        Column('fastest', 'fastest wheel, rad/s', 2),
        Column('exploded', 'exploded', 0),
    ],
    draw=figures.stability,
    conclusion='On the ground a motor feels the whole robot while its wheel grips, so it bears '
    'several times the P of a free wheel; in the air, at a spawn from above or over a '
    'bump, 2 J / h counts. A longer step needs P in proportion to 1 / h and I to 1 / h^2.',
)
