"""Where things are: the checkout, its working folders, and the user's cache."""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Checkout:
    """The repository and the folders in it that `./diffbot` writes (all in .gitignore)."""

    root: Path

    @property
    def state(self) -> Path:
        return self.root / ".diffbot"

    @property
    def home(self) -> Path:
        """HOME inside the sandbox: ROS and Gazebo logs land here."""
        return self.state / "home"

    @property
    def logs(self) -> Path:
        return self.state / "log"

    @property
    def stamps(self) -> Path:
        return self.state / "stamps"

    @property
    def underlay(self) -> Path:
        """The catkin workspace of the packages in underlay/."""
        return self.state / "underlay"

    @property
    def lock(self) -> Path:
        return self.state / "lock"

    @property
    def environment(self) -> Path:
        """The recipe of the environment."""
        return self.root / "environment"


def find_checkout() -> Checkout:
    """The checkout that this very file belongs to, with symbolic links resolved."""
    return Checkout(Path(__file__).resolve().parent.parent)


def cache_root() -> Path:
    """The folder of all environments of this user (freedesktop.org base directories)."""
    base = os.environ.get("XDG_CACHE_HOME") or ""
    root = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return root / "diffbot"


def human_size(number: float) -> str:
    """Bytes as a person reads them: 1.9 GB."""
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def human_time(seconds: float) -> str:
    """Seconds as m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
