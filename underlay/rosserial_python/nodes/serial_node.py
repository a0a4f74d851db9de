#!/usr/bin/env python3
"""Connects a device that speaks rosserial with ROS. Arguments: [port [tcp_port]]"""
import sys

import rospy
from rosserial_python.node import main

if __name__ == '__main__':
    sys.exit(main(rospy.myargv(sys.argv)[1:]))
