"""Static check of a robot model: URDF, controller configuration and world against each other.

No ROS and no Gazebo: text in, findings out.
"""
