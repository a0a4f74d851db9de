"""One connection to a device, from the open port to its loss. Nothing of it survives its end."""
import struct
import time
from typing import Callable

import rospy
from rosserial_msgs.msg import Log, TopicInfo
from rosserial_msgs.srv import RequestParamRequest

from . import health as states
from .config import Config
from .framing import Frame, FrameReader
from .health import Health
from .liveness import Liveness
from .negotiation import Negotiation
from .outbox import Outbox
from .params import ParamError, encode_response
from .port import Port, PortLost
from .registry import KINDS, Registry
from .topics import BadPayload, TopicPublisher, decode
from .writer import Writer

UNKNOWN_ID_REQUEST_S = 1.0
"""Unknown ids lead to a request for topics at most this often."""
LOG_LEVELS = {Log.ROSDEBUG: rospy.logdebug, Log.INFO: rospy.loginfo, Log.WARN: rospy.logwarn,
              Log.ERROR: rospy.logerr, Log.FATAL: rospy.logfatal}


class Session:
    """Reads frames and serves them until the port is lost or `stop` says so."""

    def __init__(self, port: Port, config: Config, health: Health,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._config = config
        self._health = health
        self._clock = clock
        self._outbox = Outbox(config.messages_per_topic, config.max_message_age_s)
        self._writer = Writer(port, self._outbox)
        self._reader = FrameReader(config.baud, health.read)
        self._registry = Registry(self._outbox.put)
        self._negotiation = Negotiation()
        self._liveness = Liveness(config.quiet_timeout_s, clock())
        self._largest = 0
        self._folded = [0] * 5

    def run(self, stop: Callable[[], bool]) -> None:
        """Serve the device. Raises PortLost; in any case everything is torn down at the end."""
        self._health.count('connections')
        self._health.set_state(states.WAITING)
        self._writer.start()
        try:
            self._pause(stop)
            if not self._negotiation.requests:
                self._request_topics()
            while not stop():
                self._cycle(0.05)
            self._say_goodbye()
        finally:
            self._health.set_state(states.CLOSED)
            self._health.problems = []
            self._registry.close()
            self._writer.finish()
            self._port.close()
            self._fold_counts()

    def _pause(self, stop: Callable[[], bool]) -> None:
        """Time for a boot loader that starts when the port opens; what arrives then is served."""
        until = self._clock() + self._config.start_delay_s
        while not stop() and self._clock() < until:
            self._cycle(min(0.05, self._config.start_delay_s), negotiate=False)

    def _cycle(self, timeout_s: float, negotiate: bool = True) -> None:
        data = self._port.read(timeout_s)
        now = self._clock()
        if len(self._health.sample) < states.SAMPLE_BYTES:
            self._health.sample += data[:states.SAMPLE_BYTES]
        frames = self._reader.feed(data, now) if data else self._reader.poll(now)
        for frame in frames:
            self._liveness.frame(now)
            self._dispatch(frame, now)
        if negotiate:
            self._watch(now)
        if self._writer.lost:
            raise PortLost(self._writer.lost)
        self._fold_counts()

    def _dispatch(self, frame: Frame, now: float) -> None:
        """Serve one frame. A payload that cannot be read costs that payload and nothing else."""
        try:
            if frame.topic_id in KINDS:
                self._announced(frame, now)
            elif frame.topic_id == TopicInfo.ID_TIME:
                self._outbox.put_control(TopicInfo.ID_TIME, time_payload)
            elif frame.topic_id == TopicInfo.ID_LOG:
                log = decode(Log, frame.payload)
                LOG_LEVELS.get(log.level, rospy.logerr)(log.msg)
            elif frame.topic_id == TopicInfo.ID_PARAMETER_REQUEST:
                self._answer_parameter(decode(RequestParamRequest, frame.payload).name)
            else:
                self._topic_frame(frame, now)
        except BadPayload as error:
            self._health.count('malformed payloads')
            rospy.logwarn_throttle(5.0, 'frame with id %d dropped, its payload is damaged or of '
                                   'another type: %s' % (frame.topic_id, error))
        except Exception as error:  # one handler's fault must not end the link
            self._health.count('handler errors')
            rospy.logerr_throttle(5.0, 'frame with id %d could not be served: %s: %s'
                                  % (frame.topic_id, type(error).__name__, error))

    def _topic_frame(self, frame: Frame, now: float) -> None:
        endpoint = self._registry.receiver(frame.topic_id)
        if endpoint is not None:
            if isinstance(endpoint, TopicPublisher):
                self._liveness.data(now)
            endpoint.receive(frame.payload)
            return
        if frame.topic_id in self._registry.refused:
            self._health.count('refused ids')
            return
        self._health.count('unknown ids')
        if now - self._negotiation.last_asked() >= UNKNOWN_ID_REQUEST_S:
            rospy.logerr_throttle(5.0, 'Tried to publish before configured: id %d is unknown, '
                                  'asking the device for its topics' % frame.topic_id)
            self._request_topics()

    def _announced(self, frame: Frame, now: float) -> None:
        info = decode(TopicInfo, frame.payload)
        key = self._registry.announce(frame.topic_id, info)
        if not self._negotiation.synced:
            rospy.loginfo('connected to the device on %s' % self._port.name)
        self._negotiation.heard(key, now)
        self._liveness.answered()
        if frame.topic_id == TopicInfo.ID_PUBLISHER:
            self._largest = max(self._largest, info.buffer_size)
            # no frame of this device can be larger than its output buffer
            self._reader.max_payload = max(self._largest, 256)
        self._health.last_sync = time.time()
        self._health.set_state(states.RUNNING)
        self._health.problems = sorted(self._registry.problems.values())

    def _watch(self, now: float) -> None:
        """Ask for topics again when something is missing; notice a device that is gone."""
        verdict = self._negotiation.poll(now, self._reader.counters.errors)
        for key in verdict.gone:
            self._registry.forget(key)
        if verdict.ask or (self._negotiation.synced and self._liveness.quiet(now)):
            self._request_topics()
        silence_s = self._liveness.lost_s(now)
        if silence_s and self._health.state != states.LOST:
            text = ('Lost sync with device: no frame for %.0f s' % silence_s
                    if self._negotiation.synced else
                    'Unable to sync with device: ' + self._health.diagnosis())
            rospy.logerr(text)
            self._health.count('times lost')
            self._health.last_sync_lost = time.time()
            self._health.set_state(states.LOST, text)
        elif not silence_s and self._health.state == states.LOST and self._negotiation.synced:
            self._health.last_sync = time.time()
            self._health.set_state(states.RUNNING)

    def _answer_parameter(self, name: str) -> None:
        try:
            payload = encode_response(name, rospy.get_param(name))
        except KeyError:
            rospy.logerr('Parameter %s does not exist; the device keeps its own value' % name)
            return
        except ParamError as error:
            rospy.logerr(str(error))
            return
        self._outbox.put_control(TopicInfo.ID_PARAMETER_REQUEST, payload)

    def _request_topics(self) -> None:
        self._health.count('topic requests')
        now = self._clock()
        self._negotiation.asked(now, self._reader.counters.errors)
        self._liveness.asked(now)
        self._outbox.put_control(TopicInfo.ID_PUBLISHER)

    def _say_goodbye(self) -> None:
        """Tell the device that the host stops; written before the port closes."""
        self._outbox.put_control(TopicInfo.ID_TX_STOP)
        deadline = self._clock() + 0.2
        while self._outbox.control_waits() and self._clock() < deadline and not self._writer.lost:
            time.sleep(0.005)

    def _fold_counts(self) -> None:
        """Carry this connection's counts into the totals of the node."""
        fresh = [self._writer.frames_out, self._writer.stalls, self._outbox.dropped_late,
                 self._outbox.dropped_full,
                 sum(point.oversize for point in self._registry.subscribers())]
        names = ['frames out', 'output stalls', 'dropped late', 'dropped full',
                 'too large for the device']
        for name, new, old in zip(names, fresh, self._folded):
            self._health.count(name, max(0, new - old))
        self._folded = fresh


def time_payload() -> bytes:
    """The payload of a time reply, made when it is written."""
    now = rospy.Time.now()
    return struct.pack('<II', now.secs, now.nsecs)
