"""The drives in real time by the real robot's control loop, over the simulated Teensy.

The true pose is that of its motors and wheels. Needs no Gazebo.
"""

import bisect
import os
import time
from typing import Dict, List, NamedTuple, Sequence, Tuple

import rospy
from diffbot_base.faults.rig import Rig
from diffbot_base.launched import use_own_master
from diffbot_base.priority import be_real_time
from diffbot_base.teensy import Moment, TrueMotion
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from diffbot_gazebo.drive_run import Run, say
from diffbot_gazebo.drives import COMMAND_PERIOD, REST, Drive, commanded_motion
from diffbot_gazebo.measurement import Measurement, PoseSample
from diffbot_gazebo.pose import Pose
from diffbot_gazebo.recorder import Recorder
from diffbot_gazebo.robot_model import drive_wheels
from diffbot_gazebo.robot_topics import (
    CONTROLLER,
    NAMESPACE,
    axis_limits,
    pose_samples,
    provenance,
    wheel_samples,
)

BEFORE = 0.2  # s of rest that a measurement begins with
TRUTH_PERIOD_MS = 10
PATIENCE = 60.0  # s
TRIES = 5  # a drive in which the machine stalled so that the wheels were stopped is made again


class Disturbed(Exception):
    """The machine did not keep up; the text says what stopped the wheels."""


class Stops(NamedTuple):
    """How often something has stopped the wheels so far."""

    holds: int  # by the control loop: no measurement in time, or a wheel that did not turn
    watchdog: int  # by the firmware: no command in time
    stalls: int  # by the firmware: a wheel that did not turn


class TeensyRobot:
    """The robot of diffbot_base's simulated.launch, to be driven and measured."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._truth = TrueMotion(rig.teensy.path, TRUTH_PERIOD_MS)
        self._wheels = drive_wheels(rospy.get_param(NAMESPACE + '/robot_description'))
        self._odometry = Recorder(CONTROLLER + '/odom', Odometry)
        self._joints = Recorder(NAMESPACE + '/joint_states', JointState)
        self._before = self._stops()

    def close(self) -> None:
        self._truth.close()

    def drive(self, drive: Drive) -> Tuple[Measurement, int]:
        """Drive from rest to rest; return what was measured, and in which try.

        Raises Disturbed when the machine stalled in each of them.
        """
        for tries in range(1, TRIES + 1):
            measurement = self._once(drive)
            stops = self._stops()
            if stops == self._before:
                return measurement, tries
            self._before, earlier = stops, self._before
        raise Disturbed(
            '%s: in %d tries something stopped the wheels each time: %s before, %s after the last'
            % (drive.name, TRIES, earlier, stops)
        )

    def _stops(self) -> Stops:
        status = self._rig.teensy.status()
        holds = self._rig.driver.holds(PATIENCE)
        return Stops(holds, status['watchdog_stops'], status['stall_stops'])

    def _once(self, drive: Drive) -> Measurement:
        self._rig.rest()
        self._rig.driver.silent()
        self._truth.moments.clear()
        # Stamps are of the wall clock, the true motion's times of time.monotonic().
        offset = time.time() - time.monotonic()
        time.sleep(BEFORE)
        started = send(self._rig, drive.linear, drive.angular, drive.commands())
        stopped = send(self._rig, 0.0, 0.0, round(REST / COMMAND_PERIOD))
        self._rig.rest()
        end = time.monotonic()
        for recorder in (self._odometry, self._joints):
            recorder.wait_newer(end + offset, PATIENCE)
        self._rig.wait(
            lambda: self._truth.moments and self._truth.moments[-1].time > end, 'the true motion'
        )
        return self._measurement(drive, offset, started, stopped, end)

    def _measurement(
        self, drive: Drive, offset: float, started: float, stopped: float, end: float
    ) -> Measurement:
        """Return the measurement; its times begin with the first command."""
        zero = started + offset
        moments = list(self._truth.moments)
        since = moments[0].time + offset

        def stamped(recorder: Recorder) -> List[Tuple[float, object]]:
            messages = recorder.between(since, end + offset)
            return [(message.header.stamp.to_sec() - zero, message) for message in messages]

        odometry = pose_samples(stamped(self._odometry))
        wheels = wheel_samples(stamped(self._joints), self._wheels)
        # The zero came when it came: the command is what the robot was really told.
        told = drive._replace(duration=stopped - started)
        return Measurement(
            drive=drive,
            geometry=self._wheels.geometry,
            command=commanded_motion(told, axis_limits('linear/x'), axis_limits('angular/z')),
            started=0.0,
            odometry=odometry,
            truth=[
                PoseSample(sample.time, pose_at(moments, sample.time + started))
                for sample in odometry
            ],
            wheels=wheels,
            angles=[sample.angle for sample in wheels],
            speeds=[sample.speed for sample in wheels],
        )


def send(rig: Rig, linear: float, angular: float, count: int) -> float:
    """Send so many commands, one each period; return when the first one went out.

    Returns at the time of the next one (s, time.monotonic()).
    """
    first = time.monotonic()
    for number in range(count):
        rig.driver.send(linear, angular)
        left = first + (number + 1) * COMMAND_PERIOD - time.monotonic()
        if left > 0.0:
            time.sleep(left)
    return first


def pose_at(moments: Sequence[Moment], at: float) -> Pose:
    """Return the true pose at a time (s, time.monotonic()), between the two nearest moments."""
    times = [moment.time for moment in moments]
    index = min(max(bisect.bisect_right(times, at), 1), len(moments) - 1)
    before, after = moments[index - 1], moments[index]
    part = min(max((at - before.time) / (after.time - before.time), 0.0), 1.0)
    return Pose(
        *(
            getattr(before, name) * (1.0 - part) + getattr(after, name) * part
            for name in ('x', 'y', 'yaw')
        )
    )


def run_drives(drives: Sequence[Drive], log: str, arguments: Dict[str, str]) -> Run:
    """Start the simulated robot with the launch arguments, make the drives, and end it.

    Raises RigError, Silence or Disturbed with the reason. To be called once per process.
    """
    use_own_master()
    be_real_time()  # so that the commands come on time
    began = time.monotonic()
    rig = Rig(arguments, log)
    try:
        robot = TeensyRobot(rig)
        say('robot ready after %.1f s' % (time.monotonic() - began))
        measurements, tries, wall = [], {}, time.monotonic()
        for drive in drives:
            measurement, tries[drive.name] = robot.drive(drive)
            measurements.append(measurement)
            again = ' in try %d' % tries[drive.name] if tries[drive.name] > 1 else ''
            say('%s: done%s' % (drive.name, again))
        wall = time.monotonic() - wall
        robot.close()
        return Run(
            measurements,
            dict(
                provenance(arguments),
                hardware_interface=rospy.get_param(NAMESPACE + '/hardware_interface'),
                tries=tries,
                wall_s=wall,
                log=os.path.abspath(log),
            ),
        )
    finally:
        rig.close()
