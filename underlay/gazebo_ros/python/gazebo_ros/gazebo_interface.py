"""Calls of Gazebo's spawn and configuration services, as plain functions.

Each waits for its service without a limit, telling every 10 s of wall time what it waits for, and
returns whether Gazebo did what it was asked for. The reason of a failure is logged.
"""
import time
from typing import Any, List

import rospy
from gazebo_msgs.srv import SetModelConfiguration, SpawnModel
from geometry_msgs.msg import Pose

REMINDER = 10.0  # s of wall time between two messages that we still wait


def wait_for_service(name: str) -> None:
    """Wait until the service is there; raises rospy.ROSInterruptException at shutdown."""
    while True:
        try:
            rospy.wait_for_service(name, timeout=REMINDER)
            return
        except rospy.ROSInterruptException:
            raise
        except rospy.ROSException:
            rospy.logwarn('still waiting for the service %s: is the Gazebo server running?',
                          rospy.resolve_name(name))


def _call(name: str, service_class: Any, **request: Any) -> bool:
    wait_for_service(name)
    try:
        response = rospy.ServiceProxy(name, service_class)(**request)
    except rospy.ServiceException as error:
        rospy.logerr('%s failed: %s', name, error)
        return False
    (rospy.loginfo if response.success else rospy.logerr)('%s', response.status_message)
    return response.success


def spawn_sdf_model_client(model_name: str, model_xml: str, robot_namespace: str,
                           initial_pose: Pose, reference_frame: str,
                           gazebo_namespace: str) -> bool:
    """Spawn a model described in SDF."""
    return _call(gazebo_namespace + '/spawn_sdf_model', SpawnModel, model_name=model_name,
                 model_xml=model_xml, robot_namespace=robot_namespace, initial_pose=initial_pose,
                 reference_frame=reference_frame)


def spawn_urdf_model_client(model_name: str, model_xml: str, robot_namespace: str,
                            initial_pose: Pose, reference_frame: str,
                            gazebo_namespace: str) -> bool:
    """Spawn a model described in URDF."""
    return _call(gazebo_namespace + '/spawn_urdf_model', SpawnModel, model_name=model_name,
                 model_xml=model_xml, robot_namespace=robot_namespace, initial_pose=initial_pose,
                 reference_frame=reference_frame)


def set_model_configuration_client(model_name: str, model_param_name: str,
                                   joint_names: List[str], joint_positions: List[float],
                                   gazebo_namespace: str) -> bool:
    """Move joints of a model to positions (rad or m), without physics."""
    return _call(gazebo_namespace + '/set_model_configuration', SetModelConfiguration,
                 model_name=model_name, urdf_param_name=model_param_name,
                 joint_names=joint_names, joint_positions=joint_positions)


def wait_for_model(name: str, gazebo_namespace: str) -> None:
    """Wait until the world, running or paused, has a model of that name."""
    from gazebo_msgs.srv import GetWorldProperties
    service = gazebo_namespace + '/get_world_properties'
    wait_for_service(service)
    get_world = rospy.ServiceProxy(service, GetWorldProperties, persistent=True)
    last_message = time.monotonic()
    while not rospy.is_shutdown():
        models = get_world().model_names
        if name in models:
            return
        if time.monotonic() - last_message > REMINDER:
            last_message = time.monotonic()
            rospy.logwarn('still waiting for model %s; the world has: %s', name, ', '.join(models))
        time.sleep(0.1)
