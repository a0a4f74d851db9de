#!/usr/bin/env python3
"""The other side of the third-party controller, in a process of its own, so that its connections
are sockets of the node under test: sends the command 2 rad/s again and again, and listens to the
state."""

import rospy
from control_msgs.msg import JointControllerState
from std_msgs.msg import Float64

if __name__ == '__main__':
    rospy.init_node('partner')
    # Wall time: the clock of the test may stand still.
    publisher = rospy.Publisher('third/command', Float64, queue_size=1)
    rospy.Subscriber('third/state', JointControllerState, lambda _: None, queue_size=1)
    while not rospy.core.is_shutdown():
        publisher.publish(2.0)
        rospy.rostime.wallsleep(0.002)
