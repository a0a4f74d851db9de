"""TCP mode: devices connect to this computer."""
import os
import socket
import subprocess
import sys
from typing import Callable, List

import rospy

from . import health as states
from .config import Config
from .health import Health
from .port import PortLost, SocketPort
from .session import Session

INHERITED = 'ROSSERIAL_CONNECTION'
"""Environment variable with the file descriptor of the connection that a child process serves."""


class TcpServer:
    """Serves one connection after the other, or each in a process of its own (`fork_server`)."""

    def __init__(self, config: Config, health: Health) -> None:
        self._config = config
        self._health = health
        self._children: List[subprocess.Popen] = []

    def run(self, stop: Callable[[], bool]) -> int:
        """The exit code of the node."""
        inherited = os.environ.pop(INHERITED, None)
        if inherited is not None:
            self._serve(socket.socket(fileno=int(inherited)), 'tcp child', stop)
            return 0
        try:
            server = self._listen()
        except OSError as error:
            rospy.logfatal('cannot listen on tcp port %d: %s' % (self._config.tcp_port, error))
            return 1
        with server:
            rospy.loginfo('Waiting for socket connections on port %d' % server.getsockname()[1])
            while not stop():
                self._health.set_state(states.CLOSED, 'waiting for a connection')
                self._children = [child for child in self._children if child.poll() is None]
                try:
                    connection, address = server.accept()
                except socket.timeout:
                    continue
                name = 'tcp %s:%d' % address[:2]
                rospy.loginfo('Established a socket connection from %s' % name)
                if self._config.fork_server:
                    with connection:
                        self._children.append(start_child(connection.fileno(), address[1]))
                else:
                    self._serve(connection, name, stop)
        for child in self._children:
            child.terminate()
            child.wait()
        return 0

    def _listen(self) -> socket.socket:
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(('', self._config.tcp_port))
        server.listen(5)
        server.settimeout(0.2)
        return server

    def _serve(self, connection: socket.socket, name: str, stop: Callable[[], bool]) -> None:
        try:
            Session(SocketPort(connection, name), self._config, self._health).run(stop)
        except PortLost as error:
            rospy.logwarn('connection closed: %s' % error)


def start_child(descriptor: int, number: int) -> subprocess.Popen:
    """This program again, serving the connection on this file descriptor, with a node name of its
    own and this node's parameters."""
    arguments = [item for item in sys.argv[1:] if not item.startswith('__name:=')]
    for name, value in (rospy.get_param(rospy.get_name(), {}) or {}).items():
        if not any(item.startswith('_%s:=' % name) for item in arguments):
            arguments.append('_%s:=%s' % (name, value))
    name = '__name:=%s_%d' % (rospy.get_name().split('/')[-1], number)
    return subprocess.Popen([sys.executable, sys.argv[0]] + arguments + [name],
                            pass_fds=[descriptor],
                            env=dict(os.environ, **{INHERITED: str(descriptor)}))
