"""E1: the shape of the drive wheels' collision."""

from diffbot_gazebo.drives import FORWARD, LEFT, RIGHT
from diffbot_gazebo.experiments import figures
from diffbot_gazebo.experiments.changes import wheel_shape
from diffbot_gazebo.experiments.description import Case, Column, Experiment
from diffbot_gazebo.experiments.measures import BY_MESSAGES, of_drives
from diffbot_gazebo.experiments.protocols import Drives
from diffbot_gazebo.experiments.robot import Robot
from diffbot_gazebo.experiments.variants import light_published, no_trail, ours, published

DRIVES = (LEFT, RIGHT, FORWARD)
LEFT_RATIO, RIGHT_RATIO = 'left: turn ratio', 'right: turn ratio'
PUBLISHED = {
    'cylinder': {
        'diffbot': {LEFT_RATIO: (0.846, 0.846, 0.846), RIGHT_RATIO: (0.847, 0.847, 0.847)},
        'remo': {LEFT_RATIO: (0.852, 0.852, 0.852), RIGHT_RATIO: (1.208, 0.870, 0.873)},
    },
    'sphere': {
        'diffbot': {LEFT_RATIO: (0.989, 0.990, 0.980), RIGHT_RATIO: (0.979, 0.980, 0.980)},
        'remo': {LEFT_RATIO: (1.000, 1.000, 1.000), RIGHT_RATIO: (1.000, 1.000, 1.000)},
    },
}


def cases(robot: Robot):
    models = [('published model', published), ('our model', ours)]
    if robot.name == 'remo':
        models.insert(1, ('published model, caster without trail', no_trail))
    if robot.name == 'diffbot':
        models.insert(1, ('published contacts, weighed wheels', light_published))
    if robot.name not in ('diffbot', 'remo'):
        models = [('as given', ours)]
    return [
        Case(
            '%s, %s' % (name, shape),
            (change, wheel_shape(shape)),
            PUBLISHED[shape] if name != 'our model' else {},
        )
        for name, change in models
        for shape in ('cylinder', 'sphere')
    ]


EXPERIMENT = Experiment(
    name='e1',
    title='E1: collision shape of the wheels',
    question='Turning on the spot at 0.5 rad/s for 3 s, left, then right, then 0.2 m/s forward: '
    'how far does the robot really turn, as a share of what its odometry says?',
    robots=('diffbot', 'remo'),
    cases=cases,
    protocol=Drives(DRIVES),
    measure=of_drives(*DRIVES),
    columns=[
        Column(LEFT_RATIO, 'left: true / odometry turn', 3, 0.01),
        Column(RIGHT_RATIO, 'right: true / odometry turn', 3, 0.01),
        Column(LEFT_RATIO + BY_MESSAGES, 'left, by odometry messages', 3),
        Column(RIGHT_RATIO + BY_MESSAGES, 'right, by odometry messages', 3),
        Column('outer edge', 'b / (b + width)', 3),
        Column('forward: distance ratio', 'forward: true / odometry distance', 4),
        Column('left: left wheel', 'left turn: left wheel / command', 3),
        Column('left: left wheel at 50 Hz', 'the same at 50 Hz', 3),
        Column('left: left wheel at 50 Hz, a step later', 'the same one step later', 3),
        Column('left: left sd', 'left turn: left wheel sd, rad/s', 3),
        Column('rest jitter', 'wheel sd at rest, rad/s', 3),
        Column('creep', 'creeps at rest, mm/s', 2),
    ],
    draw=figures.ratio_bars((LEFT_RATIO, RIGHT_RATIO), 'outer edge', 'cylinder'),
    conclusion='A sphere touches the ground in the plane of the wheel, so the robot turns as far '
    'as its odometry says. A cylinder on stiff contacts pushes at its outer edges: it turns '
    'as if the wheels were one width further apart; on soft contacts it turns too far instead.',
    runs=2,
)
