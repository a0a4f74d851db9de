"""Building the two catkin workspaces: the underlay, and over it the checkout itself.

The underlay stands in for packages that Debian does not ship, so it is installed (as apt would)
into .diffbot/underlay/install. Its source folder holds symbolic links, because
underlay/CATKIN_IGNORE hides the packages from the workspace of the checkout. That one's root and
source folder are the repository's root, so that `catkin build` works there by hand.
"""
from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, ContextManager

from . import packages, stamps
from .errors import DiffbotError, no_space
from .locks import hold
from .packages import OURS, UNDERLAY, Package
from .paths import Checkout
from .progress import Progress
from .runner import Runner

BUILD_TYPE = "Release"
# A compiler at work on a file with Gazebo's headers takes about this much memory.
BYTES_PER_JOB = 1_300_000_000
# Change it when what _configure() does changes.
REVISION = "1"


@dataclass
class BuildWatcher:
    """Reads catkin's output: progress, and the errors of the packages that failed."""

    progress: Progress
    total: int
    verb: str = "building"
    finished: int = 0
    running: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _in_errors: bool = False

    def __call__(self, line: str) -> None:
        line = line.rstrip()
        match = re.match(r"(Starting|Finished|Failed|Abandoned)\s+(?:>>>|<<<?)\s+([\w-]+)", line)
        if match and match[2] != "catkin_tools_prebuild":
            if match[1] == "Starting":
                self.running.append(match[2])
            elif match[2] in self.running:
                self.running.remove(match[2])
                self.finished += 1
            if match[1] == "Failed":
                self.failed.append(match[2])
            self.progress.update(f"{self.finished}/{self.total} packages, {self.verb} "
                                 f"{' '.join(self.running)}")
        # catkin frames what a failed job wrote between these two lines.
        if re.match(r"Errors\s+<<", line):
            self._in_errors = True
        elif self._in_errors and re.match(r"\.{20,}$", line):
            self._in_errors = False
        if self._in_errors or line.startswith(("[build] Error", "Error:", "[build] Failed to")):
            self.errors.append(line)


@dataclass(frozen=True)
class Workspace:
    """One of the two catkin workspaces."""

    name: str
    root: Path
    result: Path
    packages: list[Package]

    @property
    def setup(self) -> Path:
        return self.result / "setup.bash"

    @property
    def build(self) -> Path:
        return self.root / "build"


def workspaces(checkout: Checkout, known: dict[str, Package]) -> dict[str, Workspace]:
    chosen = {name: [p for p in known.values() if p.workspace == name]
              for name in (UNDERLAY, OURS)}
    return {
        UNDERLAY: Workspace(UNDERLAY, checkout.underlay, checkout.underlay / "install",
                            chosen[UNDERLAY]),
        OURS: Workspace(OURS, checkout.root, checkout.root / "devel", chosen[OURS]),
    }


def jobs() -> int:
    """How many compilers at once: what processors and free memory allow."""
    count = len(os.sched_getaffinity(0))
    try:
        with open("/proc/meminfo") as lines:
            free_kb = next(int(li.split()[1]) for li in lines if li.startswith("MemAvailable"))
        count = min(count, max(1, free_kb * 1024 // BYTES_PER_JOB))
    except (OSError, StopIteration, ValueError):
        pass
    return count


class Builder:
    """Builds what is missing. Sources that are as they were at the last build are left alone."""

    def __init__(self, runner: Runner, command: str) -> None:
        self.runner = runner
        self.checkout = runner.checkout
        self.command = command
        self.known = packages.find(self.checkout)
        self.workspaces = workspaces(self.checkout, self.known)

    @property
    def setup(self) -> Path:
        """The file to source for all packages."""
        return self.workspaces[OURS].setup

    def locked(self) -> ContextManager[None]:
        """The lock of this checkout's workspaces; another ./diffbot waits for it."""
        return hold(self.checkout.lock, self.command, "the workspace of this checkout")

    def build_all(self) -> None:
        """Both workspaces, if their sources or the environment changed."""
        if self._stale():
            with self.locked():
                self.build_stale()

    def build_stale(self) -> None:
        """As build_all(), for a caller who holds the lock."""
        for name in self._stale():
            self._build(self.workspaces[name], [])

    def build_named(self, chosen: list[Package]) -> None:
        """Packages with what they depend on; the caller holds the lock."""
        stale = self._stale()
        wanted = packages.with_dependencies(self.known, chosen)
        for name in stale:
            workspace = self.workspaces[name]
            mine = [p.name for p in wanted if p.workspace == name]
            if name == UNDERLAY and not mine and not workspace.setup.exists():
                # The checkout's workspace extends it, so it must exist; xacro is built in no time.
                mine = ["xacro"]
            if mine:
                self._build(workspace, sorted(mine))

    def _stamp(self, workspace: Workspace) -> str:
        folders = [p.folder for p in workspace.packages]
        extra = [REVISION, BUILD_TYPE, self.runner.environment.key]
        if workspace.name == OURS:
            extra.append(self._stamp(self.workspaces[UNDERLAY]))
        return stamps.digest(folders, *extra)

    def _stale(self) -> list[str]:
        """Names of the workspaces to build, in order; a stale underlay makes both stale."""
        for index, workspace in enumerate(self.workspaces.values()):
            built = workspace.setup.exists() and all(
                (workspace.result / "share" / p.name).exists() for p in workspace.packages)
            stamp = stamps.read(self.checkout.stamps / workspace.name)
            if not built or stamp != self._stamp(workspace):
                return list(self.workspaces)[index:]
        return []

    def _build(self, workspace: Workspace, names: list[str]) -> None:
        stamp = self._stamp(workspace)
        log = self.checkout.logs / f"build_{workspace.name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_bytes(b"")
        stamp_file = self.checkout.stamps / workspace.name
        stamp_file.unlink(missing_ok=True)
        with Progress(f"build of {workspace.name}") as progress:
            self._configure(workspace, log, progress)
            watcher = BuildWatcher(progress, len(names) or len(workspace.packages))
            code = self.catkin(workspace, ["build", "--no-status", "--no-notify", *parallel(),
                                           *names], log, progress, watcher)
            if code != 0 or watcher.failed:
                raise self.failure(workspace, watcher, log, code)
            progress.done(f"{watcher.finished or len(workspace.packages)} packages")
        if not names:
            stamps.write(stamp_file, stamp)

    def catkin(self, workspace: Workspace, arguments: list[str], log: Path, progress: Progress,
               watcher: Callable[[str], None] | None = None) -> int:
        argv = ["catkin", "--no-color", arguments[0], "--workspace", str(workspace.root),
                *arguments[1:]]
        return self.runner.run_logged(argv, log, progress=progress, on_line=watcher)

    def _configure(self, workspace: Workspace, log: Path, progress: Progress) -> None:
        """Writes catkin's configuration when it is missing, or ours has changed since."""
        self._link_underlay(workspace)
        wanted = " ".join([REVISION, BUILD_TYPE, str(workspace.root),
                           self.runner.environment.key])
        stamp_file = self.checkout.stamps / f"{workspace.name}_config"
        have = (workspace.root / ".catkin_tools/profiles/default/config.yaml").exists()
        if have and stamps.read(stamp_file) == wanted:
            if self._orphans(workspace):
                self.catkin(workspace, ["clean", "--orphans", "--yes"], log, progress)
            return
        if (workspace.build / ".catkin_tools.yaml").exists():
            # Made by another environment, or in a checkout that has moved since: CMake's caches
            # hold its paths.
            self._drop_results(workspace)
        source = ["--source-space", "." if workspace.name == OURS else "src"]
        layout = ["--install"] if workspace.name == UNDERLAY else ["--no-install"]
        below = self.workspaces[UNDERLAY]
        extend = ["--extend", str(below.result)] if workspace.name == OURS and below.packages \
            else ["--no-extend"]
        self.catkin(workspace, ["init"], log, progress)
        code = self.catkin(workspace, ["config", *source, *layout, *extend, "--cmake-args",
                                       f"-DCMAKE_BUILD_TYPE={BUILD_TYPE}"], log, progress)
        if code != 0:
            raise DiffbotError(f"catkin could not set up the workspace of {workspace.name}",
                               log=log, hint="./diffbot clean, then the same command again")
        stamps.write(stamp_file, wanted)

    def _link_underlay(self, workspace: Workspace) -> None:
        if workspace.name != UNDERLAY:
            return
        source = workspace.root / "src"
        source.mkdir(parents=True, exist_ok=True)
        wanted = {p.folder.name: os.path.relpath(p.folder, source) for p in workspace.packages}
        for link in source.iterdir():
            if link.is_symlink() and wanted.get(link.name) != os.readlink(link):
                link.unlink()
        for name, target in wanted.items():
            if not (source / name).is_symlink():
                (source / name).symlink_to(target)

    def _orphans(self, workspace: Workspace) -> bool:
        """Whether a package was built that the sources no longer have."""
        names = {p.name for p in workspace.packages} | {"catkin_tools_prebuild"}
        return workspace.build.is_dir() and any(
            (folder / "CMakeCache.txt").exists() and folder.name not in names
            for folder in workspace.build.iterdir())

    def _drop_results(self, workspace: Workspace) -> None:
        for name in ("build", "devel", "install", "logs"):
            shutil.rmtree(workspace.root / name, ignore_errors=True)

    def failure(self, workspace: Workspace, watcher: BuildWatcher, log: Path,
                code: int) -> DiffbotError:
        which = " ".join(dict.fromkeys(watcher.failed)) or f"catkin exited with {code}"
        excerpt = [line[:300] for line in watcher.errors][-30:] or None
        if no_space("\n".join(watcher.errors)):
            hint = "the disk is full: free some space, then run the same command again"
        elif any("Killed signal" in line for line in watcher.errors):
            hint = "a compiler was killed, most likely for want of memory: close other programs"
        else:
            hint = "repair what the lines above name; only those packages are built again"
        return DiffbotError(f"build of {workspace.name} failed: {which}", log=log, excerpt=excerpt,
                            hint=hint)


def parallel() -> list[str]:
    count = str(jobs())
    return ["--jobs", count, "--parallel-packages", count]
