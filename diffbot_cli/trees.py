"""Removing root file systems, which may hold read-only folders or files of other users."""
from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import time
from pathlib import Path

from .errors import DiffbotError


def free_bytes(folder: Path) -> int:
    """Free space for this user on the disk that holds `folder` (or its nearest parent)."""
    probe = folder
    while not probe.exists():
        probe = probe.parent
    return shutil.disk_usage(probe).free


def users_of(folder: Path) -> list[int]:
    """Processes of the machine, but for this one, that name a folder on their command line."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                line = Path("/proc", name, "cmdline").read_bytes()
            except OSError:
                continue
            if os.fsencode(folder) in line:
                found.append(int(name))
    return found


def wait_until_unused(folder: Path, limit_s: float = 120.0) -> None:
    """Waits for the end of all processes that work in a folder; DiffbotError at the limit."""
    deadline = time.monotonic() + limit_s
    while True:
        users = users_of(folder)
        if not users:
            return
        if time.monotonic() > deadline:
            raise DiffbotError(f"process {users[0]} still works in {folder}",
                               hint=f"end it (kill {users[0]}), then run the command again")
        time.sleep(0.2)


def mounts_below(folder: Path) -> list[str]:
    """Mount points inside a folder; removing across one would reach into another file system."""
    prefix = str(folder.resolve()).rstrip("/") + "/"
    found = []
    with open("/proc/self/mountinfo") as lines:
        for line in lines:
            # Blanks in a path are written as \040.
            point = line.split()[4].encode().decode("unicode_escape")
            if point.startswith(prefix):
                found.append(point)
    return found


def remove_tree(folder: Path) -> None:
    """Removes a folder with all that is in it; a DiffbotError names what could not go."""
    if not folder.is_symlink() and not folder.exists():
        return
    mounted = mounts_below(folder)
    if mounted:
        raise DiffbotError(f"not removing {folder}: something is mounted at {mounted[0]}",
                           hint=f"unmount it (umount {mounted[0]}) and run the command again")

    # rm and not shutil.rmtree: it never goes over to another file system.
    remove = ["rm", "-rf", "--one-file-system", "--", str(folder)]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
             "stderr": subprocess.DEVNULL}
    if subprocess.run(remove, **quiet).returncode != 0:
        # A folder without write permission keeps its entries, even from its owner.
        for parent, folders, _ in os.walk(folder):
            for path in [parent, *(os.path.join(parent, name) for name in folders)]:
                if not os.path.islink(path):
                    with contextlib.suppress(OSError):
                        os.chmod(path, stat.S_IRWXU)
        subprocess.run(remove, **quiet)
    if folder.exists() and shutil.which("mmdebstrap"):
        # Files of the user's subordinate ids: only a user namespace with them may remove them.
        subprocess.run(["mmdebstrap", "--unshare-helper", *remove], **quiet)
        # The folder itself is the user's.
        subprocess.run(remove, **quiet)
    if folder.exists():
        raise DiffbotError(f"could not remove all of {folder}",
                           hint=f"remove it as root: sudo rm -rf --one-file-system '{folder}'")
