"""How the tools that run until they are asked to end are nodes."""

import signal
from contextlib import contextmanager
from typing import Iterator

import rospy


@contextmanager
def node(name: str, ros_time: bool) -> Iterator[None]:
    """Be a node while the body runs; SIGINT, SIGTERM and `rosnode kill` end the body.

    ros_time: whether rospy's clock has to follow /clock. In Python that costs most of a processor
    core when a simulation publishes it some ten thousand times a second, so do without if
    possible.

    What was given to rospy.on_shutdown() is called then. rospy would call it in its signal
    handler, amid whatever the main thread does: if that is to log or to publish, both wait for
    the same lock, for ever. Here a signal raises KeyboardInterrupt in the body first.
    """
    rospy.init_node(name, anonymous=True, disable_signals=True,
                    disable_rostime=not ros_time)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also if a shell had it ignored
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except (KeyboardInterrupt, rospy.ROSInterruptException):
        pass
    finally:
        rospy.signal_shutdown('done')
