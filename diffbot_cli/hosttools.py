"""The few programs that `./diffbot` needs on the machine itself."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .errors import DiffbotError
from .process import run_logged
from .progress import Progress

# Program -> package, by family of the package manager.
PACKAGES = {
    "apt-get": {"mmdebstrap": "mmdebstrap", "bwrap": "bubblewrap", "newuidmap": "uidmap",
                "keyring": "debian-archive-keyring"},
    "dnf": {"mmdebstrap": "mmdebstrap", "bwrap": "bubblewrap", "newuidmap": "shadow-utils",
            "keyring": "debian-keyring"},
    "pacman": {"mmdebstrap": "mmdebstrap", "bwrap": "bubblewrap", "newuidmap": "shadow",
               "keyring": "debian-archive-keyring"},
}
INSTALL = {"apt-get": "apt-get install -y --no-install-recommends", "dnf": "dnf install -y",
           "pacman": "pacman -S --needed"}
KEYRINGS = [Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
            Path("/usr/share/keyrings/debian-archive-keyring.pgp")]


def keyring_found() -> bool:
    return any(path.exists() for path in KEYRINGS)


def missing(*, making: bool, as_root: bool, keyring_given: bool = False) -> list[str]:
    """Names (keys of PACKAGES) that are absent; `making`: for making an environment too."""
    needed = ["bwrap"]
    if making:
        needed.append("mmdebstrap")
        if not as_root:
            needed.append("newuidmap")
    absent = [name for name in needed if shutil.which(name) is None]
    if making and not keyring_given and not keyring_found():
        absent.append("keyring")
    return absent


def install_command(absent: list[str], manager: str) -> str:
    return f"{INSTALL[manager]} {' '.join(PACKAGES[manager][name] for name in absent)}"


def instructions(absent: list[str]) -> str:
    """What to run for the missing tools, for this machine's package manager or for all three."""
    managers = [m for m in INSTALL if shutil.which(m)] or list(INSTALL)
    lines = [f"sudo {install_command(absent, manager)}" for manager in managers]
    if managers != ["apt-get"] and {"mmdebstrap", "keyring"} & set(absent):
        lines.append("where no such package exists: open the dev container (.devcontainer/), or "
                     "give Debian's key file with --keyring")
    return "\n       ".join(lines)


def require(*, making: bool, log: Path, keyring_given: bool = False) -> None:
    """Makes sure that the tools are there: installs them where it may, else says what to run."""
    as_root = os.geteuid() == 0
    absent = missing(making=making, as_root=as_root, keyring_given=keyring_given)
    if not absent:
        return
    if not (as_root and shutil.which("apt-get")):
        raise DiffbotError("missing on this machine: " + ", ".join(_label(n) for n in absent),
                           hint=instructions(absent))
    names = [PACKAGES["apt-get"][name] for name in absent]
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names]
    with Progress(f"installing {' '.join(names)} on this machine") as progress:
        # A fresh machine or container has no package lists yet, an old one has stale ones.
        for argv in (["apt-get", "update", "-qq"], install):
            code = run_logged(argv, log, progress=progress, environment=environment)
        if code != 0:
            raise DiffbotError(f"could not install {' '.join(names)}", log=log,
                               hint=f"run it by hand: {install_command(absent, 'apt-get')}")
        progress.done("done")
    still = missing(making=making, as_root=as_root, keyring_given=keyring_given)
    if still:
        raise DiffbotError("still missing: " + ", ".join(_label(n) for n in still), log=log,
                           hint=instructions(still))


def _label(name: str) -> str:
    return "Debian's archive keys" if name == "keyring" else name


def sandbox_problem() -> str | None:
    """Why bwrap cannot start a sandbox here, in its own words; None when it can."""
    probe = ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-pid",
             "--unshare-net", "--unshare-ipc", "true"]
    result = subprocess.run(probe, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)
    if result.returncode == 0:
        return None
    return result.stderr.strip() or f"exit {result.returncode}"


def require_sandbox() -> None:
    """Fails early, and with the usual remedies, where the machine forbids sandboxes."""
    problem = sandbox_problem()
    if problem:
        raise DiffbotError(
            f"bubblewrap cannot make a sandbox on this machine: {problem}",
            hint="in a container: start it with the rights for namespaces (docker run "
                 "--privileged), or use the dev container\n       Ubuntu 24.04 and later: "
                 "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0\n"
                 "       elsewhere: sysctl user.max_user_namespaces must not be 0")
