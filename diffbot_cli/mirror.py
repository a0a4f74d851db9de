"""Which Debian mirror to use: an option, else the host's own, else mmdebstrap's default."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator
from urllib.parse import urlsplit

# Suites of Debian's main archive; one of them marks a mirror of it.
SUITE_NAMES = {"bullseye", "bookworm", "trixie", "forky", "duke", "sid", "oldoldstable",
               "oldstable", "stable", "testing", "unstable"}
DISABLED = {"no", "false", "0", "without", "off", "disable"}
SCHEMES = {"http", "https", "file"}


def check_url(url: str) -> str:
    """The mirror as mmdebstrap takes it; ValueError for anything that is not a URL."""
    parts = urlsplit(url.strip())
    if parts.scheme not in SCHEMES or not (parts.netloc or parts.scheme == "file"):
        raise ValueError(f"'{url}' is not a mirror: give its URL, as in http://HOST/debian")
    if re.search(r"[\s\"'\\]", url.strip()):
        raise ValueError(f"'{url}' is not a mirror: it has blanks or quotes")
    return url.strip()


def _one_line_entries(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """(URI, suites, components) of each `deb` line of a sources.list."""
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        match = re.fullmatch(r"deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)((?:\s+\S+)*)", line)
        if match:
            yield match[1], [match[2]], match[3].split()


def _deb822_entries(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """(URI, suites, components) of each URI of the stanzas of a .sources file."""
    for stanza in re.split(r"\n\s*\n", text):
        fields: dict[str, str] = {}
        name = ""
        for line in stanza.splitlines():
            if line.startswith("#"):
                continue
            if line[:1] in (" ", "\t") and name:
                fields[name] += " " + line.strip()
            elif ":" in line:
                name, _, value = line.partition(":")
                name = name.strip().lower()
                fields[name] = value.strip()
        if "deb" not in fields.get("types", "").split():
            continue
        if fields.get("enabled", "yes").lower() in DISABLED:
            continue
        for uri in fields.get("uris", "").split():
            yield uri, fields.get("suites", "").split(), fields.get("components", "").split()


def archive_mirrors(sources: list[tuple[str, str]]) -> list[str]:
    """Debian archive mirrors among apt sources, given as (file name, content), in their order."""
    found = []
    for name, text in sources:
        entries = _deb822_entries(text) if name.endswith(".sources") else _one_line_entries(text)
        for uri, suites, components in entries:
            is_archive = bool(SUITE_NAMES.intersection(suites)) and "main" in components
            # A third party may use the same suite names; the archive's path ends in /debian.
            is_debian = urlsplit(uri).path.rstrip("/").endswith("/debian")
            if is_archive and is_debian and urlsplit(uri).scheme in SCHEMES and uri not in found:
                found.append(uri)
    return found


def host_mirror(etc: Path = Path("/etc")) -> str | None:
    """The mirror that a Debian host itself uses; None on any other system."""
    try:
        release = (etc / "os-release").read_text()
    except OSError:
        return None
    if not re.search(r"^ID=[\"']?debian[\"']?$", release, re.MULTILINE):
        return None
    files = [etc / "apt/sources.list"]
    folder = etc / "apt/sources.list.d"
    if folder.is_dir():
        files += sorted(p for p in folder.iterdir() if p.suffix in (".list", ".sources"))
    sources = []
    for path in files:
        try:
            sources.append((path.name, path.read_text()))
        except (OSError, UnicodeDecodeError):
            continue
    mirrors = archive_mirrors(sources)
    return mirrors[0] if mirrors else None


def choose(option: str | None, etc: Path = Path("/etc")) -> tuple[str | None, str]:
    """(mirror or None for mmdebstrap's default, where it comes from)."""
    if option:
        return check_url(option), "as asked"
    url = host_mirror(etc)
    if url:
        return url, "this machine's own"
    return None, "mmdebstrap's default"
