"""A stand that holds many free wheels, each with a gain of its own: one simulation for all."""

import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, List, Sequence

from diffbot_gazebo.experiments.changes import Change
from diffbot_gazebo.experiments.robot import Robot, without_comments
from diffbot_gazebo.model_check.sources import merge
from diffbot_gazebo.robot_model import LEFT_JOINT, RIGHT_JOINT

SPACING = 0.1  # m between two wheels of a side
# The stand is so heavy that the wheels' reactions do not move it.
STAND = """<robot name="stand">
  <link name="world"/>
  <joint name="stand_joint" type="fixed">
    <parent link="world"/><child link="stand"/><origin xyz="0 0 1" rpy="0 0 0"/>
  </joint>
  <link name="stand">
    <inertial>
      <mass value="1000"/>
      <inertia ixx="1000" iyy="1000" izz="1000" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <gazebo>
    <plugin filename="libgazebo_ros_control.so" name="gazebo_ros_control">
      <robotNamespace>/diffbot</robotNamespace>
    </plugin>
  </gazebo>
</robot>"""
_WHEEL = """<robot>
  <link name="{link}">
    <collision><geometry><sphere radius="{radius!r}"/></geometry></collision>
    <inertial>
      <mass value="0.032"/>
      <inertia ixx="{inertia!r}" iyy="{inertia!r}" izz="{inertia!r}" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="{joint}" type="continuous">
    <parent link="stand"/><child link="{link}"/>
    <origin xyz="{x!r} {y!r} 0" rpy="0 0 0"/><axis xyz="0 1 0"/>
  </joint>
  <transmission name="{joint}_transmission">
    <type>transmission_interface/SimpleTransmission</type>
    <joint name="{joint}">
      <hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface>
    </joint>
    <actuator name="{joint}_motor"><mechanicalReduction>1</mechanicalReduction></actuator>
  </transmission>
</robot>"""


def joints(count: int, side: str) -> List[str]:
    """Return the names of one side's wheel joints; the first is the drive wheel's."""
    first = LEFT_JOINT if side == 'left' else RIGHT_JOINT
    return [first] + ['%s_wheel_%d_joint' % (side, number) for number in range(1, count)]


def free_wheels(ratios: Sequence[float]) -> Change:
    """The robot's wheel, once on each side for each ratio P h / J, with P alone as its gain."""

    def change(robot: Robot) -> Robot:
        inertia, step = robot.wheel_inertia, robot.step_size
        radius, separation = robot.geometry
        root = ElementTree.fromstring(STAND)
        gains: Dict[str, Any] = {}
        for side, y in (('left', separation / 2.0), ('right', -separation / 2.0)):
            for number, joint in enumerate(joints(len(ratios), side)):
                root.extend(
                    ElementTree.fromstring(
                        _WHEEL.format(
                            link=joint.replace('_joint', '_link'),
                            joint=joint,
                            radius=radius,
                            inertia=inertia,
                            x=SPACING * number,
                            y=y,
                        )
                    )
                )
                p = ratios[number] * inertia / step
                gains[joint] = {'p': p, 'i': 0.0, 'd': 0.0, 'i_clamp': 0.0, 'antiwindup': False}
        parameters = merge(
            robot.parameters,
            {
                'gazebo_ros_control': {'pid_gains': gains},
                'mobile_base_controller': {
                    'left_wheel': joints(len(ratios), 'left'),
                    'right_wheel': joints(len(ratios), 'right'),
                },
            },
        )
        text = without_comments(ElementTree.tostring(root, encoding='unicode'))
        return robot._replace(urdf=text, parameters=parameters)

    return change
