"""Tools and tests of the DiffBot simulation.

Modules without ROS: pose, drives, kinematics, checks, report, picture. With ROS: lockstep,
simulation.
"""
