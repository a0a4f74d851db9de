"""A robot in a lockstep simulation that can be driven and measured."""

import math
from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple

import rospy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from diffbot_gazebo import readiness
from diffbot_gazebo.drives import COMMAND_PERIOD, REST, Drive, commanded_motion
from diffbot_gazebo.lockstep import Lockstep, LockstepError, Samples
from diffbot_gazebo.measurement import Measurement, PoseSample
from diffbot_gazebo.pose import Pose
from diffbot_gazebo.recorder import Recorder, Silence
from diffbot_gazebo.robot_model import control_namespace, drive_wheels
from diffbot_gazebo.robot_topics import (
    CONTROLLER,
    NAMESPACE,
    axis_limits,
    pose_samples,
    wheel_samples,
)

MODEL = 'diffbot'  # name of the model in Gazebo, for both robots
SPAWNED = (-2.0, -0.5)  # x, y (m) at which sim_drive.launch spawns the robot, with yaw 0
LOST = 5.0  # s of wall time after which a message is taken for lost
CHANCES = 4
START = 2.0  # s of simulation time at which the measurements begin: the controllers run by then


def unwrapped(angles: List[Sequence[float]]) -> List[Tuple[float, ...]]:
    """Return joint angles (rad) without the jumps of 2 pi at which Gazebo wraps them."""
    unrolled: List[Tuple[float, ...]] = []
    for current in angles:
        previous = unrolled[-1] if unrolled else current
        unrolled.append(
            tuple(
                a - 2 * math.pi * round((a - b) / (2 * math.pi)) for a, b in zip(current, previous)
            )
        )
    return unrolled


class Recording(NamedTuple):
    """One drive as it was sampled, before anything is computed."""

    drive: Drive
    started: float  # s of simulation time, when the first command was given
    ended: float  # s of simulation time
    samples: List[Samples]


class SimulatedRobot:
    """The robot of sim_drive.launch, as a context manager.

    patience: wall time (s) for each thing that is waited for;
    check: called while waiting, raises when waiting has become pointless;
    start: simulation time (s) to advance to before anything is measured.
    """

    def __init__(
        self,
        patience: float = 60.0,
        real_time_factor: float = 0.0,
        check: Callable[[], None] = lambda: None,
        start: float = START,
    ) -> None:
        self._waiting = readiness.Waiting(patience, check)
        self._start = start
        readiness.wait_simulator(self._waiting)
        self.world = Lockstep(real_time_factor=real_time_factor)
        description = self._parameter(NAMESPACE + '/robot_description')
        self._wheels = drive_wheels(description)
        self.geometry = self._wheels.geometry
        given = control_namespace(description)
        if given != NAMESPACE.strip('/'):
            raise readiness.NotReady(
                'there will be no service %s/controller_manager: '
                "the URDF's robotNamespace is '/%s'" % (NAMESPACE, given)
            )
        self._odometry = Recorder(CONTROLLER + '/odom', Odometry)
        self._joints = Recorder(NAMESPACE + '/joint_states', JointState)
        self._period = 1.0 / self._parameter(CONTROLLER + '/publish_rate')

    def __enter__(self) -> 'SimulatedRobot':
        self.world.open()
        readiness.wait_model(MODEL, self._waiting)
        readiness.start_controllers(self.world, NAMESPACE, self._waiting)
        self._advance_to(self._start)
        return self

    def __exit__(self, *exception: object) -> None:
        self.world.__exit__(*exception)

    @staticmethod
    def _parameter(name: str):
        if not rospy.has_param(name):
            raise readiness.NotReady(
                'parameter %s is missing; did the launch file load the robot?' % name
            )
        return rospy.get_param(name)

    def _step(self, seconds: float, commands: Sequence[Twist] = (), every: int = 0) -> Samples:
        return self._exactly(
            self._steps(seconds),
            CONTROLLER + '/cmd_vel',
            commands,
            MODEL,
            (self._wheels.left, self._wheels.right),
            every,
            self._steps(COMMAND_PERIOD),
        )

    def _steps(self, seconds: float) -> int:
        return round(seconds / self.world.step_size)

    def _exactly(self, steps: int, *request) -> Samples:
        """Advance the world; LockstepError if it made another number of steps since the last
        call."""
        before = self.world.time
        samples = self.world.step(steps, *request)
        made = round((self.world.time - before) / self.world.step_size)
        if made != steps:
            raise LockstepError(
                'the world made %d steps instead of %d, up to %.3f s: somebody else let it run'
                % (made, steps, self.world.time)
            )
        return samples

    def _advance_to(self, time: float) -> None:
        left = time - self.world.time
        if left > self.world.step_size / 2:
            self._step(left)

    def wait_messages(self) -> None:
        """Wait until everything that was published up to now has arrived.

        A publisher that loses messages (upstream's RealtimePublisher does, at many times real
        time) gets another chance: a later message of the resting robot says the same.
        """
        for attempt in range(CHANCES):
            try:
                for recorder in (self._odometry, self._joints):
                    recorder.wait_newer(self.world.time - self._period, LOST)
                return
            except Silence:
                if attempt == CHANCES - 1:
                    raise
                self._step(2 * self._period)

    def idle(self, seconds: float) -> List[Sequence[float]]:
        """Let the world run without a command; return the pose at every step (x y z in m, qx qy qz
        qw)."""
        return [pose for _ in range(round(seconds)) for pose in self._step(1.0, every=1).pose]

    def advance(
        self,
        seconds: float,
        linear: Optional[float] = None,
        angular: float = 0.0,
        every: int = 1,
        joints: Sequence[str] = (),
    ) -> Samples:
        """Let the world run, with a command (m/s, rad/s) before its first step unless linear is
        None; return the true pose and the joints (the drive wheels by default) at every `every`
        steps."""
        command = Twist()
        command.linear.x, command.angular.z = linear or 0.0, angular
        return self._exactly(
            self._steps(seconds),
            CONTROLLER + '/cmd_vel',
            [] if linear is None else [command],
            MODEL if every else '',
            (joints or (self._wheels.left, self._wheels.right)) if every else (),
            every,
        )

    def drive(self, drive: Drive) -> Measurement:
        """Drive from rest to rest and return what was measured."""
        recording = self.record(drive)
        self.wait_messages()
        return self.measurement(recording)

    def record(self, drive: Drive) -> Recording:
        """Drive from rest to rest; nothing is waited for or computed that would keep the world
        waiting."""
        samples = [self._step(2 * self._period)]  # its last step is the state at the start
        started = self.world.time
        command = Twist()
        command.linear.x, command.angular.z = drive.linear, drive.angular
        count = drive.commands()
        seconds = count * COMMAND_PERIOD + REST
        samples.append(self._step(seconds, [command] * count + [Twist()], every=1))
        return Recording(drive, started, self.world.time, samples)

    def measurement(self, recording: Recording) -> Measurement:
        """Return what was measured; to be called after wait_messages()."""
        drive, samples = recording.drive, recording.samples
        times = [time for sample in samples for time in sample.time]
        poses = [
            Pose.from_quaternion(pose[0], pose[1], *pose[3:])
            for sample in samples
            for pose in sample.pose
        ]
        return Measurement(
            drive=drive,
            geometry=self.geometry,
            command=commanded_motion(
                drive, axis_limits('linear/x'), axis_limits('angular/z'), self.world.step_size
            ),
            started=recording.started,
            odometry=pose_samples(self._stamped(self._odometry, recording)),
            truth=[PoseSample(time, pose) for time, pose in zip(times, poses)],
            wheels=wheel_samples(self._stamped(self._joints, recording), self._wheels),
            angles=unwrapped([angles for sample in samples for angles in sample.joint_position]),
            speeds=[speeds for sample in samples for speeds in sample.joint_velocity],
        )

    def _stamped(self, recorder: Recorder, recording: Recording) -> List[Tuple[float, object]]:
        """Return (instant, message) from the last instant at rest before the start on.

        What gazebo_ros_control stamps t was read before the physics of the step that ends at t:
        it is the state of t - h.
        """
        step = self.world.step_size
        messages = recorder.between(recording.started - self._period, recording.ended)
        return [(message.header.stamp.to_sec() - step, message) for message in messages]
