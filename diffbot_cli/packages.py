"""The catkin packages of the checkout and of its underlay, by name."""
from __future__ import annotations

import difflib
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from .errors import DiffbotError
from .paths import Checkout

OURS = "diffbot"
UNDERLAY = "underlay"


@dataclass(frozen=True)
class Package:
    name: str
    folder: Path
    workspace: str
    depends: frozenset[str] = frozenset()


def find(checkout: Checkout) -> dict[str, Package]:
    """All packages by name: those of the diffbot workspace and those of the underlay."""
    found: dict[str, Package] = {}
    for workspace, parent in ((OURS, checkout.root), (UNDERLAY, checkout.root / "underlay")):
        for manifest in sorted(parent.glob("*/package.xml")):
            if (manifest.parent / "CATKIN_IGNORE").exists():
                continue
            name, depends = read_manifest(manifest)
            if name in found:
                raise DiffbotError(f"two packages are named {name}: {found[name].folder} and "
                                   f"{manifest.parent}")
            found[name] = Package(name, manifest.parent, workspace, depends)
    return found


def read_manifest(manifest: Path) -> tuple[str, frozenset[str]]:
    """(name, names of all that it depends on) of a package.xml."""
    try:
        root = ElementTree.parse(manifest).getroot()
    except ElementTree.ParseError as error:
        raise DiffbotError(f"{manifest} is not XML: {error}") from error
    name = (root.findtext("name") or "").strip()
    if not name:
        raise DiffbotError(f"{manifest} has no <name>")
    depends = {(node.text or "").strip() for node in root if node.tag.endswith("depend")}
    return name, frozenset(depends)


def with_dependencies(known: dict[str, Package], chosen: list[Package]) -> list[Package]:
    """The packages and all of ours that they need, directly or not."""
    wanted: dict[str, Package] = {}
    waiting = list(chosen)
    while waiting:
        package = waiting.pop()
        if package.name not in wanted:
            wanted[package.name] = package
            waiting += [known[name] for name in sorted(package.depends) if name in known]
    return list(wanted.values())


def plain_name(name: str) -> str:
    """A shell completes folder names: underlay/gazebo_ros/ means the package in it."""
    return name.rstrip("/").rpartition("/")[2]


def select(known: dict[str, Package], names: list[str]) -> list[Package]:
    """The named packages; an unknown name is an error with the nearest known ones."""
    chosen = []
    for name in names:
        plain = plain_name(name)
        if plain not in known:
            raise DiffbotError(f"unknown package '{name}'", hint=did_you_mean(plain, known),
                               code=2)
        chosen.append(known[plain])
    return chosen


def did_you_mean(word: str, known: dict[str, object] | list[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(near) + "?"
    return "known: " + ", ".join(sorted(known))


def models(checkout: Checkout) -> list[str]:
    """The robots: one file each in diffbot_description/config."""
    folder = checkout.root / "diffbot_description" / "config"
    return sorted(path.stem for path in folder.glob("*.yaml"))


def check_model(checkout: Checkout, name: str) -> None:
    known = models(checkout)
    if known and name not in known:
        raise DiffbotError(f"unknown model '{name}'; known: {', '.join(known)}", code=2)
