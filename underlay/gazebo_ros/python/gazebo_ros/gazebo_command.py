"""The environment and arguments with which the Gazebo programs are started under ROS.

Everything that would otherwise fail late or silently is checked here first: a world file that does
not exist (Gazebo would run an empty world), a port that another server uses, a missing display.
"""
import errno
import os
import shutil
import socket
import subprocess
import sys
from typing import Dict, List, NoReturn, Optional, Tuple
from urllib.parse import urlparse

SERVER_PLUGINS = ('libgazebo_ros_paths_plugin.so', 'libgazebo_ros_api_plugin.so')
CLIENT_PLUGINS = ('libgazebo_ros_paths_plugin.so',)

# Not empty, because Gazebo takes an empty value for unset and asks its online model database.
NO_MODEL_DATABASE = 'file:///no-online-model-database'
DEFAULT_PORT = 11345  # of Gazebo's master
DEFAULT_WORLD = 'worlds/empty.world'

# Options of gzserver and gazebo that take a value as a word of its own.
VALUE_OPTIONS = {
    '-e', '--physics', '-p', '--play', '--record_encoding', '--record_path', '--record_period',
    '--record_filter', '--seed', '--iters', '-s', '--server-plugin', '-o', '--profile', '-g',
    '--gui-plugin', '--gui-client-plugin'}
# Options with which gzserver loads no world file.
NO_WORLD_OPTIONS = {'-h', '--help', '-v', '--version', '-p', '--play'}

Env = Dict[str, str]


class StartError(Exception):
    """Gazebo cannot be started; the text says why and what to do."""


def find_program(name: str, env: Env) -> str:
    """Path of a program in PATH."""
    program = shutil.which(name, path=env.get('PATH'))
    if program is None:
        raise StartError(f'the program {name} is not installed, or not in PATH')
    return program


def gazebo_environment(environ: Env, program: str) -> Env:
    """`environ` with what Gazebo's setup.sh sets and this package's defaults.

    Non-empty values of GAZEBO_MASTER_URI and GAZEBO_MODEL_DATABASE_URI stay.
    """
    env = dict(environ)
    setup = os.path.join(os.path.dirname(os.path.dirname(program)), 'share/gazebo/setup.sh')
    if os.path.isfile(setup):
        output = subprocess.run(['sh', '-c', '. "$0" && env -0', setup], env=env, check=True,
                                stdout=subprocess.PIPE).stdout.decode()
        env = dict(line.split('=', 1) for line in output.split('\0') if '=' in line)
    for name, default in (('GAZEBO_MASTER_URI', f'http://localhost:{DEFAULT_PORT}'),
                          ('GAZEBO_MODEL_DATABASE_URI', NO_MODEL_DATABASE)):
        env[name] = environ.get(name) or default
    if is_local_only(environ):
        # Gazebo listens on all interfaces, but then answers only to this machine.
        for name in ('GAZEBO_IP', 'IGN_IP', 'GAZEBO_IP_WHITE_LIST'):
            env.setdefault(name, '127.0.0.1')
    if not os.path.exists('/dev/snd'):
        env.setdefault('ALSOFT_DRIVERS', 'null')  # no sound card: spare the error messages
    return env


def is_local_only(environ: Env) -> bool:
    """Whether ROS itself talks to this machine only."""
    host = environ.get('ROS_HOSTNAME') or environ.get('ROS_IP') or ''
    return host == 'localhost' or host.startswith('127.')


def split_arguments(argv: List[str]) -> Tuple[List[str], List[str]]:
    """(arguments, remappings): split at white space, `a:=b` taken out."""
    words: List[str] = []
    for arg in argv:
        words += [arg] if os.path.exists(arg) else arg.split()
    return ([w for w in words if ':=' not in w], [w for w in words if ':=' in w])


def with_plugins(args: List[str], option: str, plugins: Tuple[str, ...], env: Env) -> List[str]:
    """`args` with each plugin that they do not load yet by `option`."""
    loaded = [value for word, value in zip(args, args[1:]) if word == option]
    for plugin in plugins:
        if not any(os.path.basename(path) == plugin for path in loaded):
            args = args + [option, find_library(plugin, env)]
    return args


def find_library(name: str, env: Env) -> str:
    """Path of a library in the workspaces, or the bare name for Gazebo to search."""
    for prefix in env.get('CMAKE_PREFIX_PATH', '').split(':'):
        path = os.path.join(prefix, 'lib', name)
        if prefix and os.path.exists(path):
            return path
    return name


def world_argument(args: List[str]) -> Optional[str]:
    """The world file among the arguments of gzserver, DEFAULT_WORLD if there is none.

    None if the server loads no world file.
    """
    words = iter(args)
    for word in words:
        if word in NO_WORLD_OPTIONS:
            return None
        if word in VALUE_OPTIONS:
            next(words, None)
        elif not word.startswith('-'):
            return word
    return DEFAULT_WORLD


def check_world(world: str, env: Env) -> None:
    """Raises StartError unless Gazebo can find the world file."""
    if '://' in world:
        return  # model://, file://: Gazebo's business
    if os.path.isabs(world):
        places = [world]
    else:
        folders = [os.getcwd()] + [f for f in env.get('GAZEBO_RESOURCE_PATH', '').split(':') if f]
        places = [os.path.join(folder, world) for folder in folders]
        if not any(os.path.isfile(place) for place in places):
            places += [os.path.join(folder, world) for folder in exported_media_paths()]
    if not any(os.path.isfile(place) for place in places):
        raise StartError(f'the world file {world} does not exist; looked for\n  '
                         + '\n  '.join(places)
                         + '\n(a relative name is searched in the working directory, '
                           'GAZEBO_RESOURCE_PATH and the exported gazebo_media_path of packages)')


def exported_media_paths() -> List[str]:
    """Folders that ROS packages export to Gazebo as gazebo_media_path."""
    output = subprocess.run(['rospack', 'plugins', '--attrib=gazebo_media_path', 'gazebo_ros'],
                            stdout=subprocess.PIPE, text=True).stdout
    # Each line: package, white space, folders.
    return [f for line in output.splitlines() for f in line.split(None, 1)[1].split(':')]


def check_port(env: Env) -> None:
    """Raises StartError if the port of GAZEBO_MASTER_URI is in use on this machine."""
    uri = env['GAZEBO_MASTER_URI']
    try:
        port = urlparse(uri).port or DEFAULT_PORT
    except ValueError:
        raise StartError(f'GAZEBO_MASTER_URI is {uri}, not like http://localhost:{DEFAULT_PORT}')
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(('', port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise StartError(f'cannot listen on port {port} of GAZEBO_MASTER_URI={uri}: '
                                 f'{error.strerror}')
            raise StartError(
                f'port {port} of GAZEBO_MASTER_URI={uri} is in use, most likely by another Gazebo '
                f'server. End that one, or set GAZEBO_MASTER_URI to a free port for this one')


def server_command(program: str, argv: List[str], env: Env) -> List[str]:
    """Command line of gzserver or gazebo, after all checks."""
    args, remappings = split_arguments(argv)
    world = world_argument(args)
    if world is not None:
        check_world(world, env)
        if world not in args:
            args.append(world)  # or Gazebo would take a remapping for the world
        check_port(env)
    args = with_plugins(args, '-s', SERVER_PLUGINS, env)
    if os.path.basename(program) == 'gazebo':
        check_display(env)
        args = with_plugins(args, '-g', CLIENT_PLUGINS, env)
    return [program] + args + remappings


def client_command(program: str, argv: List[str], env: Env) -> List[str]:
    """Command line of gzclient, after all checks."""
    args, remappings = split_arguments(argv)
    if world_argument(args) is not None:
        check_display(env)
    return [program] + with_plugins(args, '-g', CLIENT_PLUGINS, env) + remappings


def check_display(env: Env) -> None:
    if not (env.get('DISPLAY') or env.get('WAYLAND_DISPLAY')):
        raise StartError('the Gazebo window needs a display, but DISPLAY is not set '
                         '(run without a window: gui:=false)')


def start(name: str, argv: List[str], prefix: Tuple[str, ...] = ()) -> NoReturn:
    """Become the Gazebo program `name`, run by the program `prefix` if given; exit 1 if refused.

    The process is replaced, so that signals reach Gazebo directly.
    """
    try:
        program = find_program(name, dict(os.environ))
        env = gazebo_environment(dict(os.environ), program)
        make = client_command if name == 'gzclient' else server_command
        command = [*prefix, *make(program, argv, env)]
        runner = find_program(command[0], env)
    except StartError as error:
        print(f'{name}: {error}', file=sys.stderr)
        sys.exit(1)
    sys.stdout.flush()
    os.execve(runner, command, env)
