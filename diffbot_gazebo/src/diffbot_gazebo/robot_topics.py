"""Names, parameters and messages of the robot in ROS: the same in Gazebo and with the real control
loop."""

import hashlib
from typing import Any, Dict, List, Optional, Sequence, Tuple

import rospy
from nav_msgs.msg import Odometry
from sensor_msgs.msg import JointState

from diffbot_gazebo.drives import AxisLimits
from diffbot_gazebo.measurement import PoseSample, WheelSample
from diffbot_gazebo.pose import Pose
from diffbot_gazebo.robot_model import DriveWheels

NAMESPACE = '/diffbot'
CONTROLLER = NAMESPACE + '/mobile_base_controller'


def axis_limits(axis: str) -> AxisLimits:
    """Return what the controller's parameters allow on an axis ('linear/x' or 'angular/z')."""

    def value(kind: str) -> Optional[float]:
        prefix = '%s/%s/' % (CONTROLLER, axis)
        if not rospy.get_param(prefix + 'has_%s_limits' % kind, False):
            return None
        return rospy.get_param(prefix + 'max_' + kind)

    return AxisLimits(value('velocity'), value('acceleration'))


def wheels_of(
    message: JointState, wheels: DriveWheels
) -> Tuple[Tuple[float, float], Tuple[float, float]]:
    """Return the (left, right) angles (rad) and speeds (rad/s) of a joint state, found by name."""
    left, right = (message.name.index(name) for name in (wheels.left, wheels.right))
    return (
        (message.position[left], message.position[right]),
        (message.velocity[left], message.velocity[right]),
    )


def pose_samples(messages: Sequence[Tuple[float, Odometry]]) -> List[PoseSample]:
    """Return the poses of odometry messages, each given with its time (s)."""
    return [PoseSample(time, Pose.from_msg(message.pose.pose)) for time, message in messages]


def wheel_samples(
    messages: Sequence[Tuple[float, JointState]], wheels: DriveWheels
) -> List[WheelSample]:
    """Return the drive wheels' states in joint states, each given with its time (s)."""
    return [WheelSample(time, *wheels_of(message, wheels)) for time, message in messages]


def provenance(launch_arguments: Dict[str, str]) -> Dict[str, Any]:
    """Return what every drive of the running robot depends on, JSON-ready."""
    description = rospy.get_param(NAMESPACE + '/robot_description')
    return {
        'launch_arguments': dict(launch_arguments),
        'ros_version': rospy.get_param('/rosversion', '').strip(),
        'ros_distro': rospy.get_param('/rosdistro', '').strip(),
        'model_sha256': hashlib.sha256(description.encode()).hexdigest(),
        'parameters': rospy.get_param(CONTROLLER),
    }
