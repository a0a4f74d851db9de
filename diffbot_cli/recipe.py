"""The recipe of the environment (environment/): its package lists and the key made from them.

`python3 -m diffbot_cli.recipe key|packages` prints them for the dev container's Dockerfile.
"""
from __future__ import annotations

import hashlib
import platform
import re
import sys
from pathlib import Path

SUITE = "bullseye"
COMPONENT = "main"
# Debian's name of each machine name that has ROS and a C++ compiler in the suite.
ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
# Change it when the code that makes the environment changes what comes out.
REVISION = "1"


def architecture(machine: str | None = None) -> str:
    """Debian's name of this machine's architecture."""
    name = machine or platform.machine()
    if name not in ARCHITECTURES:
        raise ValueError(f"no environment for machine type '{name}' "
                         f"(known: {', '.join(sorted(set(ARCHITECTURES.values())))})")
    return ARCHITECTURES[name]


def read_packages(text: str, arch: str) -> list[str]:
    """Package names in packages.txt for `arch`, in order."""
    names = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        match = re.fullmatch(r"([a-z0-9][a-z0-9+.-]*)(?:\s+\[([a-z0-9 ]+)\])?", line)
        if not match:
            raise ValueError(f"packages.txt line {number} is not a package: {raw!r}")
        if match[2] is None or arch in match[2].split():
            names.append(match[1])
    return names


def packages(folder: Path, arch: str) -> list[str]:
    return read_packages((folder / "packages.txt").read_text(), arch)


def dpkg_options(folder: Path) -> list[str]:
    """The options of dpkg.cfg."""
    lines = (line.strip() for line in (folder / "dpkg.cfg").read_text().splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def recipe_files(folder: Path) -> list[Path]:
    """The files that decide what the environment contains, in a fixed order."""
    names = ["packages.txt", "requirements.txt", "dpkg.cfg", "setup.sh"]
    extra = sorted(p for p in (folder / "files").rglob("*") if p.is_file())
    return [folder / name for name in names] + extra


def key(folder: Path, arch: str) -> str:
    """A short name for the recipe: changes whenever the environment would."""
    digest = hashlib.sha256(f"{REVISION} {SUITE} {COMPONENT} {arch}\n".encode())
    for path in recipe_files(folder):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(content)}\n".encode())
        digest.update(content)
    return f"{SUITE}-{arch}-{digest.hexdigest()[:12]}"


def main(arguments: list[str]) -> int:
    folder = Path(__file__).resolve().parent.parent / "environment"
    if arguments == ["key"]:
        print(key(folder, architecture()))
    elif arguments == ["packages"]:
        print("\n".join(packages(folder, architecture())))
    else:
        print("usage: python3 -m diffbot_cli.recipe key|packages", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
