#!/usr/bin/env python3
"""The node as a process: arguments, exit codes, signals, TCP."""
import itertools
import os
import signal
import socket
import subprocess
import sys
import tempfile

import roslib.packages
import rospy
import rostest
from fake_device import Topic, int32
from link_test_case import LinkTestCase
from std_msgs.msg import Int32

OUT = Topic(0, 125, 'numbers')
NAMES = itertools.count()
"""Parameters outlive a node, so each process has a name of its own."""


class NodeTest(LinkTestCase):
    def setUp(self):
        super().setUp()
        self.processes = []
        self.log = tempfile.NamedTemporaryFile()

    def tearDown(self):
        for process in self.processes:
            process.kill()
            process.wait()
        super().tearDown()

    def node(self, *arguments: str) -> subprocess.Popen:
        path = roslib.packages.find_node('rosserial_python', 'serial_node.py')[0]
        process = subprocess.Popen(
            [sys.executable, path, '__name:=serial_%d' % next(NAMES)] + list(arguments),
            stdout=self.log, stderr=self.log)
        self.processes.append(process)
        return process

    def output(self) -> str:
        with open(self.log.name) as file:
            return file.read()

    def expect_exit(self, process: subprocess.Popen, code: int, pattern: str) -> None:
        self.wait(lambda: process.poll() is not None, 'the exit; so far: ' + self.output())
        self.assertRegex(self.output(), pattern)
        self.assertEqual(process.returncode, code, self.output())

    def test_missing_port_ends_a_start_with_time_limit(self):
        self.expect_exit(self.node('_port:=/dev/ttyNONE', '_start_timeout:=0.5'), 1,
                         'no device after 0.5 s: port /dev/ttyNONE does not exist')

    def test_another_device_ends_a_start_with_time_limit(self):
        self.device.answering = False
        process = self.node('_port:=' + self.device.path, '_start_timeout:=2', '_start_delay:=0',
                            '_fix_pyserial_for_test:=true')
        self.wait(lambda: self.device.requests, 'a request')
        self.device.send(b'$GPGGA,123519,4807.038,N\r\n' * 3)
        self.expect_exit(process, 1, 'no device after 2 s: .* sends text .*GPGGA.*another device')

    def test_bad_parameters(self):
        self.expect_exit(self.node('_baud:=fast'), 1, '~baud is "fast", not a number')
        self.expect_exit(self.node('_quiet_timeout:=0'), 1, '~quiet_timeout is 0, it must be betw')

    def test_port_argument_and_stop(self):
        self.device.topics = [OUT]
        process = self.node(self.device.path, '_fix_pyserial_for_test:=true', '_start_delay:=0')
        numbers = self.listen('numbers', Int32)
        self.publish_until_heard(125, int32(4), numbers)
        process.send_signal(signal.SIGINT)
        self.expect_exit(process, 0, 'Setup publisher on numbers')
        self.assertEqual(self.device.payloads(11), [b''])

    def test_pause_at_start_needs_no_ros_clock(self):
        rospy.set_param('/use_sim_time', True)
        self.addCleanup(rospy.delete_param, '/use_sim_time')
        self.node('_port:=' + self.device.path, '_start_delay:=0.3',
                  '_fix_pyserial_for_test:=true')
        self.wait(lambda: self.device.requests, 'a request')

    def test_tcp(self):
        self.serve_tcp(fork=False)

    def test_tcp_with_a_process_per_connection(self):
        self.serve_tcp(fork=True)

    def serve_tcp(self, fork: bool):
        with socket.socket() as probe:
            probe.bind(('', 0))
            port = probe.getsockname()[1]
        process = self.node('tcp', str(port), '_start_delay:=0',
                            '_fork_server:=%s' % str(fork).lower())
        self.wait(lambda: 'Waiting for socket' in self.output(), 'the server')
        names = ['first', 'second'] if fork else ['first']
        connections = []
        for name in names:
            connection = socket.create_connection(('localhost', port), timeout=20)
            self.assertEqual(connection.recv(8).hex(), 'fffe0000ff0000ff')
            connection.sendall(Topic(0, 125, name).frame())
            connections.append(connection)
        for name, connection in zip(names, connections):
            numbers = self.listen(name, Int32)
            self.device.send = connection.sendall
            self.publish_until_heard(125, int32(9), numbers)
        for connection in connections:
            connection.close()
        process.send_signal(signal.SIGTERM)
        self.expect_exit(process, 0, 'Established a socket connection')


if __name__ == '__main__':
    os.environ['PYTHONUNBUFFERED'] = '1'
    rospy.init_node('node_test')
    rostest.rosrun('rosserial_python', 'node_test', NodeTest, sys.argv)
