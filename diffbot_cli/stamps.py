"""Stamps: whether a workspace must be built, by the content of its sources."""
from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Iterable

SKIPPED_FOLDERS = {"__pycache__", ".git", ".pytest_cache"}


def digest(folders: Iterable[Path], *extra: str) -> str:
    """A hash of all files below the folders (names, content, executable bit) and of `extra`."""
    total = hashlib.sha256()
    for text in extra:
        total.update(f"{len(text)} {text}\n".encode())
    for folder in folders:
        for path in _files(folder):
            name = os.fsencode(path.relative_to(folder.parent))
            if path.is_symlink():
                kind, content = b"l", os.fsencode(os.readlink(path))
            else:
                kind = b"x" if os.access(path, os.X_OK) else b"f"
                content = hashlib.sha256(path.read_bytes()).digest()
            total.update(b"%s %d %s %s" % (kind, len(name), name, content))
    return total.hexdigest()


def _files(folder: Path) -> list[Path]:
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
        found += [Path(parent, name) for name in sorted(names) if not name.endswith(".pyc")]
    return found


def read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def write(path: Path, value: str) -> None:
    """Replaces the stamp in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_text(value + "\n")
    fresh.rename(path)
