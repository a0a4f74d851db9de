"""The node's parameters."""
from dataclasses import dataclass
from typing import Any, List

import rospy

TCP = 'tcp'


class ConfigError(Exception):
    """A parameter has a value that cannot be used."""


@dataclass(frozen=True)
class Config:
    """`port` is a device path or the word tcp. Times in s."""

    port: str = '/dev/ttyUSB0'
    baud: int = 57600
    fix_pyserial_for_test: bool = False
    tcp_port: int = 11411
    fork_server: bool = False
    start_delay_s: float = 2.0
    start_timeout_s: float = 0.0
    quiet_timeout_s: float = 3.0
    max_message_age_s: float = 0.25
    messages_per_topic: int = 10


def from_parameters(arguments: List[str]) -> Config:
    """Read the private parameters; positional arguments win. Raises ConfigError."""
    old = '/rosserial_embeddedlinux/'
    port = rospy.get_param('~port', Config.port)
    tcp_port = rospy.get_param('~tcp_port', rospy.get_param(old + 'tcp_port', Config.tcp_port))
    if arguments:
        port = arguments[0]
    if len(arguments) == 2:
        tcp_port = arguments[1]
    return Config(
        port=str(port),
        baud=_number('baud', rospy.get_param('~baud', Config.baud), int, 1, 10000000),
        fix_pyserial_for_test=bool(rospy.get_param('~fix_pyserial_for_test', False)),
        tcp_port=_number('tcp_port', tcp_port, int, 0, 65535),
        fork_server=bool(rospy.get_param('~fork_server',
                                         rospy.get_param(old + 'fork_server', False))),
        start_delay_s=_parameter('start_delay', Config.start_delay_s, float, 0.0, 60.0),
        start_timeout_s=_parameter('start_timeout', Config.start_timeout_s, float, 0.0, 3600.0),
        quiet_timeout_s=_parameter('quiet_timeout', Config.quiet_timeout_s, float, 0.1, 60.0),
        max_message_age_s=_parameter('max_message_age', Config.max_message_age_s, float, 0.01,
                                     60.0),
        messages_per_topic=_parameter('messages_per_topic', Config.messages_per_topic, int, 1,
                                      1000))


def _parameter(name: str, default: Any, kind: type, low: float, high: float) -> Any:
    return _number(name, rospy.get_param('~' + name, default), kind, low, high)


def _number(name: str, value: Any, kind: type, low: float, high: float) -> Any:
    try:
        number = kind(value)
    except (TypeError, ValueError):
        raise ConfigError('parameter ~%s is "%s", not a number' % (name, value))
    if not low <= number <= high:
        raise ConfigError('parameter ~%s is %s, it must be between %s and %s'
                          % (name, value, low, high))
    return number
