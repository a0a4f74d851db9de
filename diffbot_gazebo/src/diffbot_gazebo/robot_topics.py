"""Names and messages of the robot in ROS: the same in Gazebo and with the real control loop."""

from typing import Optional, Tuple

import rospy
from sensor_msgs.msg import JointState

from diffbot_gazebo.drives import AxisLimits
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
