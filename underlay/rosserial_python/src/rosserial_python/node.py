"""The node: opens the port, runs one session after the other, and says why there is none."""
import signal
import time
from typing import Callable, List

import rospy

from . import health as states
from .config import TCP, Config, ConfigError, from_parameters
from .health import DiagnosticsPublisher, Health
from .port import PortError, PortLost, SerialPort
from .session import Session
from .tcp import TcpServer

RETRY_S = 0.5
"""Wall time between two attempts to open the port."""
REPEAT_LOG_S = 15.0


class SerialNode:
    """Keeps a session on a serial port for as long as the node runs.

    With `start_timeout` the run ends when no device has been served by then; after the first
    session a lost port is waited for without limit, so a device may be unplugged at any time.
    """

    def __init__(self, config: Config, health: Health,
                 open_port: Callable = SerialPort) -> None:
        self._config = config
        self._health = health
        self._open_port = open_port
        self._started = time.monotonic()
        self._ever_connected = False
        self._last_text = ('', float('-inf'))

    def run(self, stop: Callable[[], bool]) -> int:
        """The exit code of the node: 0 after `stop`, 1 when the start failed."""
        while not stop():
            try:
                port = self._open_port(self._config.port, self._config.baud,
                                       self._config.fix_pyserial_for_test)
            except PortError as error:
                self._health.set_state(states.CLOSED, str(error))
                self._log_once(str(error))
                if self._start_failed():
                    return self._give_up(str(error))
                self._sleep(stop)
                continue
            rospy.loginfo('Connected on %s at %d baud' % (port.name, self._config.baud))
            try:
                Session(port, self._config, self._health).run(lambda: stop() or self._too_late())
            except PortLost as error:
                self._health.set_state(states.CLOSED, str(error))
                self._log_once('connection lost, opening the port again: %s' % error)
                self._sleep(stop)
            if self._start_failed() and not stop():
                return self._give_up(self._health.detail or self._health.diagnosis())
        return 0

    def _too_late(self) -> bool:
        """Ends a session that has not led to an announcement in time."""
        if self._health.state == states.RUNNING:
            self._ever_connected = True
        return self._start_failed()

    def _start_failed(self) -> bool:
        return (self._config.start_timeout_s > 0 and not self._ever_connected
                and time.monotonic() - self._started > self._config.start_timeout_s)

    def _give_up(self, reason: str) -> int:
        text = 'no device after %g s: %s' % (self._config.start_timeout_s, reason)
        rospy.logfatal(text)
        self._health.set_state(states.CLOSED, text)
        return 1

    def _log_once(self, text: str) -> None:
        now = time.monotonic()
        if text != self._last_text[0] or now - self._last_text[1] > REPEAT_LOG_S:
            rospy.logerr(text)
            self._last_text = (text, now)

    @staticmethod
    def _sleep(stop: Callable[[], bool]) -> None:
        until = time.monotonic() + RETRY_S
        while not stop() and time.monotonic() < until:
            time.sleep(0.05)


class StopRequest:
    """Set by SIGINT and SIGTERM. rospy's own handler shuts down inside the signal, where the main
    thread may hold the very lock that this needs; and it would take the topics away before the
    device has been told."""

    def __init__(self) -> None:
        self._requested = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def _on_signal(self, *_) -> None:
        self._requested = True

    def __call__(self) -> bool:
        return self._requested or rospy.is_shutdown()


def main(arguments: List[str]) -> int:
    """Run the node with the arguments that are left after ROS has taken its own."""
    stop = StopRequest()
    rospy.init_node('serial_node', disable_signals=True)
    try:
        config = from_parameters(arguments)
    except ConfigError as error:
        rospy.logfatal(str(error))
        return 1
    health = Health(config.port, config.baud)
    diagnostics = DiagnosticsPublisher(health)
    diagnostics.start()
    if config.port == TCP:
        node = TcpServer(config, health)
    else:
        rospy.loginfo('ROS Serial Python Node: %s at %d baud' % (config.port, config.baud))
        node = SerialNode(config, health)
    code = node.run(stop)
    if code:
        diagnostics.publish()  # the last words say why
    diagnostics.finish()
    rospy.signal_shutdown('the node ends')
    return code
