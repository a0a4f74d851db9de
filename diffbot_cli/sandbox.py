"""The sandbox: bubblewrap over the environment, with its own processes, network and /tmp."""
from __future__ import annotations

import os
import signal
import stat
from dataclasses import dataclass, field
from pathlib import Path

from .environment import Environment
from .errors import DiffbotError
from .paths import Checkout

# Folders that the sandbox makes itself; the rest at the top of the root file system is bound.
OWN_FOLDERS = {"proc", "dev", "tmp", "run", "sys", "home", "root", "mnt", "media", "boot", "srv"}
SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
# Non-empty and local: an empty value makes Gazebo ask its online model database, and wait for it.
MODEL_DATABASE = "file:///nonexistent"
PASSED_ON = ("TERM", "COLORTERM", "CI", "NO_COLOR", "COLUMNS", "LINES", "TZ")
ROS_NETWORK = ("ROS_MASTER_URI", "ROS_HOSTNAME", "ROS_IP")


@dataclass(frozen=True)
class SandboxOptions:
    """What a run may see of the machine, beside the checkout."""

    host_network: bool = False
    gui: bool = False
    devices: list[str] = field(default_factory=list)


def variables(checkout: Checkout, options: SandboxOptions) -> dict[str, str]:
    """The environment variables of a run; nothing else of the user's gets in."""
    names = {
        "PATH": SEARCH_PATH, "HOME": str(checkout.home),
        "ROS_HOME": str(checkout.home / ".ros"), "LC_ALL": "C.UTF-8", "SHELL": "/bin/bash",
        "USER": _user_name(), "LOGNAME": _user_name(), "DIFFBOT_ROOT": str(checkout.root),
        "ROS_MASTER_URI": "http://localhost:11311", "ROS_HOSTNAME": "localhost",
        "GAZEBO_IP": "127.0.0.1", "GAZEBO_MODEL_DATABASE_URI": MODEL_DATABASE,
        # Messages in C++ and Python alone: the third language, Lisp, only costs time.
        "ROS_LANG_DISABLE": "genlisp",
    }
    for name in PASSED_ON:
        if name in os.environ:
            names[name] = os.environ[name]
    if options.host_network:
        given = {name: os.environ[name] for name in ROS_NETWORK if os.environ.get(name)}
        if "ROS_IP" in given and "ROS_HOSTNAME" not in given:
            # ROS_HOSTNAME would win over the address that the user chose.
            del names["ROS_HOSTNAME"]
        names.update(given)
    if options.gui:
        names.update(_gui_variables())
    else:
        names["MPLBACKEND"] = "Agg"
    return names


def _user_name() -> str:
    return "root" if os.getuid() == 0 else "user"


def _gui_variables() -> dict[str, str]:
    display = os.environ.get("DISPLAY")
    if not display:
        raise DiffbotError("--gui: DISPLAY is not set, so there is no X server to show windows on",
                           hint="run it in a desktop session (with Wayland: XWayland), or without "
                                "--gui")
    found = {"DISPLAY": display, "QT_X11_NO_MITSHM": "1"}
    if os.environ.get("XAUTHORITY"):
        found["XAUTHORITY"] = os.environ["XAUTHORITY"]
    elif (Path.home() / ".Xauthority").exists():
        found["XAUTHORITY"] = str(Path.home() / ".Xauthority")
    return found


def root_binds(root: Path, hole: Path) -> list[str]:
    """Arguments that bind a root file system read-only, leaving a place free for `hole`.

    Each top-level entry is bound as a whole, except on the way to `hole`: there the entries are
    bound one by one, so that bwrap can make the missing folder.
    """
    arguments: list[str] = []
    path = Path("/")
    parts = hole.parts[1:]
    _bind_entries(root, path, parts, arguments, skip=OWN_FOLDERS)
    return arguments


def _bind_entries(root: Path, inside: Path, way: tuple[str, ...], arguments: list[str],
                  skip: set[str] | None = None) -> None:
    for entry in sorted((root / inside.relative_to("/")).iterdir()):
        if skip and entry.name in skip:
            continue
        place = str(inside / entry.name)
        if entry.is_symlink():
            arguments += ["--symlink", os.readlink(entry), place]
        elif len(way) > 1 and entry.name == way[0] and entry.is_dir():
            arguments += ["--dir", place]
            _bind_entries(root, inside / entry.name, way[1:], arguments)
        elif not (way and entry.name == way[0] and len(way) == 1):
            arguments += ["--ro-bind", str(entry), place]


def device_arguments(devices: list[str]) -> list[str]:
    arguments: list[str] = []
    for device in devices:
        try:
            mode = os.stat(device).st_mode
        except OSError as error:
            raise DiffbotError(f"--device {device}: {error.strerror}",
                               hint="look for the cable's device: ls /dev/ttyACM* /dev/ttyUSB*"
                               ) from error
        if not (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)):
            raise DiffbotError(f"--device {device}: not a device")
        if not os.access(device, os.R_OK | os.W_OK):
            raise DiffbotError(f"--device {device}: no permission",
                               hint="join the device's group (sudo usermod -aG dialout $USER) and "
                                    "log in again")
        arguments += ["--dev-bind", device, device]
    return arguments


def gui_arguments(names: dict[str, str]) -> list[str]:
    arguments: list[str] = []
    for place in ("/tmp/.X11-unix", names.get("XAUTHORITY", "")):
        if place and os.path.exists(place):
            arguments += ["--ro-bind", place, place]
    # Hardware rendering, where there is any; Mesa looks the card up in /sys.
    if os.path.exists("/dev/dri"):
        arguments += ["--dev-bind", "/dev/dri", "/dev/dri", "--ro-bind", "/sys", "/sys"]
    return arguments


def command(environment: Environment, checkout: Checkout, options: SandboxOptions,
            names: dict[str, str], folder: Path) -> list[str]:
    """bwrap's argument list, to be followed by the command to run in `folder`."""
    repository = checkout.root
    argv = ["bwrap", *root_binds(environment.root, repository),
            "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run",
            "--unshare-pid", "--unshare-ipc", "--die-with-parent"]
    if os.geteuid() == 0:
        # bwrap drops all rights of root; these two let it write to a checkout of another user.
        argv += ["--cap-add", "CAP_DAC_OVERRIDE", "--cap-add", "CAP_FOWNER"]
    passwd, group = _account_files(checkout, environment)
    argv += ["--ro-bind", str(passwd), "/etc/passwd", "--ro-bind", str(group), "/etc/group"]
    if options.host_network:
        for name in ("/etc/resolv.conf", "/etc/hosts"):
            if os.path.exists(name):
                argv += ["--ro-bind", os.path.realpath(name), name]
    else:
        argv.append("--unshare-net")
    if options.gui:
        argv += gui_arguments(names)
    argv += device_arguments(options.devices)
    argv += ["--bind", str(repository), str(repository), "--chdir", str(folder)]
    return argv


def _account_files(checkout: Checkout, environment: Environment) -> tuple[Path, Path]:
    """/etc/passwd and /etc/group that begin with the user, whose home is the checkout's own."""
    checkout.state.mkdir(exist_ok=True)
    made = []
    user, uid, gid = _user_name(), os.getuid(), os.getgid()
    for name, line in (("passwd", f"{user}:x:{uid}:{gid}::{checkout.home}:/bin/bash\n"),
                       ("group", f"{user}:x:{gid}:\n")):
        path = checkout.state / name
        text = line + (environment.root / "etc" / name).read_text()
        if not path.exists() or path.read_text() != text:
            fresh = path.with_name(f"{name}.{os.getpid()}")
            fresh.write_text(text)
            fresh.rename(path)
        made.append(path)
    return made[0], made[1]


def ignore_sigint() -> None:
    """In bwrap before exec: Ctrl-C is for the command; bwrap's end would kill it at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
