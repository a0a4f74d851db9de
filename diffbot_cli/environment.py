"""The environment: a Debian 11 root file system in the user's cache, made once per recipe.

It is made under a temporary name and renamed when it is complete, so that an interrupted set-up
leaves nothing that looks finished. A lock lets two `./diffbot` make it only once.
"""
from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import hosttools, mirror, recipe
from .errors import DiffbotError
from .locks import hold, only_user, share
from .paths import Checkout, cache_root, human_size, human_time
from .rootfs import make_root_file_system
from .trees import free_bytes, remove_tree, wait_until_unused

MARKER = "etc/diffbot-environment"
# What making it takes at the most, downloaded packages included (measured 2.2 GB).
NEEDED_BYTES = 2_500_000_000


@dataclass(frozen=True)
class SetupOptions:
    """What a user can say about how the environment is made (not what is in it)."""

    mirror: str | None = None
    keyring: str | None = None


@dataclass(frozen=True)
class Environment:
    """A finished environment. `root` is "/" when this process already runs inside one."""

    root: Path
    key: str

    @property
    def is_here(self) -> bool:
        return self.root == Path("/")


def current_key(checkout: Checkout) -> str:
    """The key of this checkout's recipe for this machine."""
    try:
        return recipe.key(checkout.environment, recipe.architecture())
    except ValueError as error:
        raise DiffbotError(str(error)) from error


def inside() -> str | None:
    """The key of the environment that this process runs in; None on an ordinary machine."""
    try:
        return (Path("/") / MARKER).read_text().strip()
    except OSError:
        return None


def is_finished(folder: Path, key: str) -> bool:
    try:
        return (folder / MARKER).read_text().strip() == key
    except OSError:
        return False


def ensure(checkout: Checkout, options: SetupOptions, command: str) -> Environment:
    """The environment of this checkout's recipe, made now if it does not exist."""
    key = current_key(checkout)
    here = inside()
    if here is not None:
        if here != key:
            print(f"note: this container is environment {here}, the checkout asks for {key}; "
                  f"rebuild the container when something is missing", flush=True)
        return Environment(Path("/"), here)
    folder = cache_root() / key
    # Until this process ends: `./diffbot clean --all` must not take it away.
    share(cache_root() / f"{key}.use")
    if not is_finished(folder, key):
        log = checkout.logs / "environment.log"
        hosttools.require(making=True, log=checkout.logs / "host_tools.log",
                          keyring_given=options.keyring is not None)
        hosttools.require_sandbox()
        with hold(cache_root() / f"{key}.lock", command, "the environment's folder"):
            # Another ./diffbot may have made it while this one waited.
            if not is_finished(folder, key):
                _make(checkout, folder, key, options, log)
    else:
        hosttools.require(making=False, log=checkout.logs / "host_tools.log")
    return Environment(folder, key)


def _make(checkout: Checkout, folder: Path, key: str, options: SetupOptions, log: Path) -> None:
    try:
        url, source = mirror.choose(options.mirror)
    except ValueError as error:
        raise DiffbotError(str(error), code=2) from error
    cache = cache_root()
    remove_leftovers(cache, key)
    if folder.exists():
        remove_tree(folder)
    free = free_bytes(cache)
    if free < NEEDED_BYTES:
        raise DiffbotError(
            f"{cache} has {human_size(free)} free; making the environment takes "
            f"{human_size(NEEDED_BYTES)}",
            hint="free some space, or put it elsewhere: XDG_CACHE_HOME=/another/folder")
    print(f"making the environment {key} (once; Debian 11 with ROS Noetic and Gazebo)", flush=True)
    print(f"  folder: {folder}\n  log:    {log}\n  mirror: {url or 'the default one'} ({source})",
          flush=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"")
    unfinished = cache / f"{key}.tmp-{os.getpid()}"
    unfinished.mkdir()
    try:
        elapsed_s = make_root_file_system(checkout, unfinished, key, url, options.keyring,
                                          log)
        if not is_finished(unfinished, key):
            raise DiffbotError("the set-up ended without its marker file", log=log)
        unfinished.rename(folder)
    except BaseException:
        print("removing the unfinished environment", flush=True)
        remove_tree(unfinished)
        raise
    print(f"environment ready: {human_size(disk_usage(folder))} on disk, "
          f"made in {human_time(elapsed_s)} min", flush=True)


def remove_leftovers(cache: Path, key: str) -> None:
    """Removes unfinished set-ups of dead processes. Call it only while holding the key's lock."""
    for path in cache.glob(f"{key}.tmp-*"):
        # The mmdebstrap of a ./diffbot that was killed may need a moment to be gone.
        wait_until_unused(path)
        remove_tree(path)


def disk_usage(folder: Path) -> int:
    """Bytes that a folder takes on disk, as du counts them."""
    result = subprocess.run(["du", "-s", "--block-size=1", "--one-file-system", str(folder)],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        return int(result.stdout.split()[0])
    except (IndexError, ValueError):
        return 0


def remove(checkout: Checkout, command: str) -> int:
    """Removes this recipe's environment and what is left of its set-ups; returns freed bytes."""
    key = current_key(checkout)
    cache = cache_root()
    if not cache.is_dir():
        return 0
    freed = 0
    with hold(cache / f"{key}.lock", command, "the environment's folder"), \
            only_user(cache / f"{key}.use") as mine:
        if not mine:
            raise DiffbotError("another ./diffbot runs in this environment",
                               hint="end it, or wait for its end, then clean again")
        remove_leftovers(cache, key)
        folder = cache / key
        if folder.exists():
            freed = disk_usage(folder)
            # The rename takes the name away at once, so an interrupted removal looks unfinished.
            doomed = cache / f"{key}.tmp-{os.getpid()}"
            folder.rename(doomed)
            remove_tree(doomed)
    return freed
