"""Speed of Gazebo alone with a world and a robot: no ROS, no controllers, no plugins."""

import os
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from typing import Dict, List

from diffbot_gazebo.launcher import free_port

PATIENCE = 60.0  # s of wall time for a server to start


def plain_world(world: str, urdf: str) -> str:
    """Return the SDF world with the robot in it, unthrottled, without any plugin."""
    with tempfile.NamedTemporaryFile('w', suffix='.urdf') as stream:
        stream.write(urdf)
        stream.flush()
        sdf = subprocess.run(
            ['gz', 'sdf', '-p', stream.name], stdout=subprocess.PIPE, check=True
        ).stdout.decode()
    root = ElementTree.fromstring(world)
    place = root.find('world')
    place.append(ElementTree.fromstring(sdf).find('model'))
    for parent in list(root.iter()):
        for plugin in parent.findall('plugin'):
            parent.remove(plugin)
    text = ElementTree.tostring(root, encoding='unicode')
    return re.sub(r'<real_time_update_rate>[^<]*', '<real_time_update_rate>0', text)


def real_time_factor(world: str, urdf: str, seconds: int = 10) -> float:
    """Return how many times faster than real time Gazebo alone runs, over so many wall seconds."""
    environment = dict(
        os.environ,
        GAZEBO_MASTER_URI='http://localhost:%d' % free_port(),
        GAZEBO_MODEL_DATABASE_URI='file:///none',
        GAZEBO_IP='127.0.0.1',
        IGN_IP='127.0.0.1',
    )
    with tempfile.NamedTemporaryFile('w', suffix='.world') as stream:
        stream.write(plain_world(world, urdf))
        stream.flush()
        server = subprocess.Popen(
            ['/usr/bin/gzserver', stream.name],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            times = _times(environment, seconds)
            end = time.monotonic() + PATIENCE
            # gz stats gives up when the server has not told it its world yet.
            while len(times) < 2 and server.poll() is None and time.monotonic() < end:
                times = _times(environment, seconds)
        finally:
            server.terminate()
            server.wait()
    if len(times) < 2:
        raise RuntimeError('gz stats said nothing of a running world')
    (sim, real), (sim_end, real_end) = times[0], times[-1]
    return (sim_end - sim) / (real_end - real)


def _times(environment: Dict[str, str], seconds: int) -> List[List[float]]:
    """Return the (simulation, real) times in s that a running world tells in so many wall
    seconds."""
    # Plain lines: factor in percent, simulation time, real time, whether it is paused.
    stats = subprocess.run(
        ['gz', 'stats', '-p', '-d', str(seconds)], env=environment, stdout=subprocess.PIPE
    ).stdout.decode()
    return [
        [float(value) for value in line.split(',')[1:3]]
        for line in stats.splitlines()
        if line.endswith(' F')
    ]
