"""Client of the lockstep plugin: advances a paused world by exact numbers of physics steps."""

import socket
from typing import List, NamedTuple, Sequence

import rospy
from geometry_msgs.msg import Twist

from diffbot_gazebo.srv import (
    LockstepClose,
    LockstepOpen,
    LockstepOpenResponse,
    LockstepStep,
    LockstepStepRequest,
    LockstepStepResponse,
)

NAMESPACE = '/gazebo/lockstep/'


class LockstepError(Exception):
    """The plugin refused; the text says why and what to do."""


class Samples(NamedTuple):
    """What the plugin sampled: one entry of each list per sample."""

    time: List[float]  # s of simulation time
    pose: List[Sequence[float]]  # x y z (m) qx qy qz qw of the model in the world frame
    joint_position: List[Sequence[float]]  # rad or m, in the order that was asked for
    joint_velocity: List[Sequence[float]]  # rad/s or m/s


def _split(flat: Sequence[float], length: int) -> List[Sequence[float]]:
    return [flat[at:at + length] for at in range(0, len(flat), length)] if length else []


class Lockstep:
    """A session with the plugin, as a context manager.

    lease: s of wall time without a call after which the world runs on by itself;
    real_time_factor: pace of the steps, 0 for as fast as the machine can.
    """

    def __init__(self, lease: float = 60.0, real_time_factor: float = 0.0) -> None:
        self._lease = lease
        self._real_time_factor = real_time_factor
        self._step = rospy.ServiceProxy(NAMESPACE + 'step', LockstepStep, persistent=True)
        self._session = 0
        self.time = 0.0  # s of simulation time, after the last step
        self.step_size = 0.0  # s

    def open(self) -> LockstepOpenResponse:
        """Pause the world and take over; raises LockstepError or rospy.ServiceException."""
        answer = rospy.ServiceProxy(NAMESPACE + 'open', LockstepOpen)(
            self._lease, self._real_time_factor
        )
        if not answer.success:
            raise LockstepError(answer.message)
        self._session = answer.session
        self.step_size = answer.step_size
        self.time = answer.sim_time.to_sec()
        return answer

    def close(self) -> None:
        """Give the world back as it was."""
        answer = rospy.ServiceProxy(NAMESPACE + 'close', LockstepClose)(self._session)
        if not answer.success:
            raise LockstepError(answer.message)

    def __enter__(self) -> 'Lockstep':
        self.open()
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            self.close()
        except (LockstepError, rospy.ServiceException, rospy.ROSException, socket.error) as error:
            # Gazebo may be gone already; the lease covers every other case.
            rospy.logwarn('lockstep: closing failed: %s', error)

    def step(
        self,
        steps: int,
        command_topic: str = '',
        commands: Sequence[Twist] = (),
        model: str = '',
        joints: Sequence[str] = (),
        sample_every: int = 0,
        command_every: int = 0,
    ) -> Samples:
        """Advance the world by exactly `steps` steps and return what was sampled.

        The first of the commands is there before the first step, each other one `command_every`
        steps after the one before it.

        Raises LockstepError when the plugin refuses, rospy.ServiceException when Gazebo is gone.
        """
        answer: LockstepStepResponse = self._step(
            LockstepStepRequest(
                session=self._session,
                steps=steps,
                command_topic=command_topic,
                commands=list(commands),
                command_every=command_every,
                model=model,
                joints=list(joints),
                sample_every=sample_every,
            )
        )
        if not answer.success:
            raise LockstepError(answer.message)
        self.time = answer.sim_time.to_sec()
        return Samples(
            list(answer.sample_time),
            _split(answer.pose, 7),
            _split(answer.joint_position, len(joints)),
            _split(answer.joint_velocity, len(joints)),
        )
