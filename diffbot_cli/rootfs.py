"""Making a root file system: mmdebstrap for the packages, then environment/setup.sh in it."""
from __future__ import annotations

import contextlib
import os
import re
import ssl
import subprocess
import tempfile
from pathlib import Path

from . import recipe
from .errors import DiffbotError, disk_full_hint, no_space, tail
from .paths import Checkout
from .process import die_with_parent, pump, run_logged, stop_group
from .progress import Progress
from .trees import free_bytes, remove_tree

# On a disk in every distribution, unlike /tmp, and open to the subordinate ids.
SCRATCH = Path("/var/tmp")
RECIPE_IN_ROOT = "/run/diffbot-recipe"
CA_IN_ROOT = "/run/diffbot-ca.crt"
# Where distributions keep the bundle of trusted certificates.
CA_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
              "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem")
CA_VARIABLES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
PROXY_VARIABLES = ("http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy")
# A user's own package index is respected: every file is checked against its hash anyway.
PIP_VARIABLES = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "PIP_PROXY",
                 "PIP_DEFAULT_TIMEOUT", "PIP_RETRIES")
# As root, mmdebstrap mounts the machine's /proc, /sys and parts of /dev into the new root folder.
# In a mount namespace of its own nobody else ever sees those mounts, and --kill-child ends its
# process namespace with it: whatever happens, none is left behind for a removal to reach through.
IN_NAMESPACES = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork",
                 "--kill-child=SIGKILL", "--mount-proc"]
# mmdebstrap's default adds these two; the security suite of Debian 11 is partly gone from mirrors.
DROP_OTHER_SUITES = ('sed -i "/-security\\|-updates/d" "$1/etc/apt/sources.list"')


class PackageProgress:
    """Turns apt's and dpkg's output into "downloaded 120/960 packages" and the like."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.total = 0
        self.counts = {"downloaded": 0, "unpacked": 0, "set up": 0}
        self._verbs = {"Get:": "downloaded", "Unpacking ": "unpacked", "Setting up ": "set up"}

    def __call__(self, line: str) -> None:
        match = re.match(r"\d+ upgraded, (\d+) newly installed", line)
        if match:
            self.total += int(match[1])
        for prefix, what in self._verbs.items():
            # The first three downloads are the package lists.
            if line.startswith(prefix) and self.total:
                self.counts[what] += 1
                self.progress.update(f"{what} {self.counts[what]}/{self.total} packages")


def mmdebstrap_command(folder: Path, arch: str, target: str, url: str | None,
                       keyring: str | None, as_root: bool) -> list[str]:
    """The argument list; `folder` is the recipe's, `target` a folder or "-" for a tarball."""
    argv = ["mmdebstrap", f"--mode={'root' if as_root else 'unshare'}", "--variant=minbase",
            "--verbose", f"--components={recipe.COMPONENT}", f"--architectures={arch}",
            f"--include={','.join(recipe.packages(folder, arch))}",
            '--aptopt=Apt::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"',
            # An archived release keeps its signature but its date runs out.
            '--aptopt=Acquire::Check-Valid-Until "false"', '--aptopt=Acquire::Retries "3"',
            f"--setup-hook={DROP_OTHER_SUITES}"]
    # Line by line: the file itself may be in a folder that the user namespace cannot enter.
    argv += [f"--dpkgopt={option}" for option in recipe.dpkg_options(folder)]
    if keyring:
        argv.append(f"--keyring={keyring}")
    argv += [recipe.SUITE, target]
    if url:
        argv.append(url)
    return argv


def make_root_file_system(checkout: Checkout, target: Path, key: str, url: str | None,
                          keyring: str | None, log: Path) -> float:
    """Fills the empty folder `target`; returns the seconds it took. DiffbotError says what failed.

    As root, mmdebstrap works in the folder itself. As an ordinary user it makes a tarball in a
    user namespace with subordinate ids; unpacked by tar, all files are the user's, which is
    enough for bubblewrap. Device nodes are left out: bubblewrap brings its own /dev.
    """
    as_root = os.geteuid() == 0
    arch = recipe.architecture()
    argv = mmdebstrap_command(checkout.environment, arch, str(target) if as_root else "-", url,
                              keyring, as_root)
    with Progress("environment, packages") as progress:
        watcher = PackageProgress(progress)
        if as_root:
            code = run_logged([*IN_NAMESPACES, *argv], log, progress=progress, on_line=watcher,
                              environment=_host_environment())
        else:
            code = _make_as_user(argv, target, log, progress, watcher)
        if code != 0:
            raise explain("installing Debian 11's packages failed", log, target)
        progress.done(f"{watcher.counts['set up'] or watcher.total} packages")
        elapsed_s = progress.elapsed_s
    for node in (target / "dev").glob("*"):
        remove_tree(node) if node.is_dir() and not node.is_symlink() else node.unlink()
    with Progress("environment, set-up") as progress:
        code = run_logged(setup_command(checkout, target, key), log, progress=progress,
                          environment=setup_environment())
        if code != 0:
            raise explain("the environment's set-up script failed", log, target)
        progress.done("Python packages and adjustments")
        return elapsed_s + progress.elapsed_s


def _host_environment() -> dict[str, str]:
    environment = dict(os.environ, LC_ALL="C")
    # An ordinary user's PATH lacks the folders of chroot and ldconfig.
    environment["PATH"] = environment.get("PATH", "") + ":/usr/sbin:/sbin"
    return environment


def _make_as_user(argv: list[str], target: Path, log: Path, progress: Progress,
                  watcher: PackageProgress) -> int:
    """mmdebstrap | tar. The chroot is built outside $HOME, which other ids cannot enter."""
    base = SCRATCH
    for stale in base.glob(f"diffbot-{os.getuid()}-*"):
        if not _alive(stale.name.rsplit("-", 2)[-2]):
            # Its mmdebstrap may still be about to end; then the next time.
            with contextlib.suppress(DiffbotError):
                remove_tree(stale)
    scratch = Path(tempfile.mkdtemp(prefix=f"diffbot-{os.getuid()}-{os.getpid()}-", dir=base))
    scratch.chmod(0o1777)
    environment = dict(_host_environment(), TMPDIR=str(scratch))
    unpack = ["tar", "--extract", "--file=-", f"--directory={target}", "--no-same-owner",
              "--exclude=./dev/*", "--delay-directory-restore"]
    try:
        with open(log, "ab") as sink:
            sink.write(f"\n$ {' '.join(argv)} | {' '.join(unpack)}\n".encode())
            sink.flush()
            maker = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, env=environment,
                                     start_new_session=True, preexec_fn=die_with_parent)
            try:
                with subprocess.Popen(unpack, stdin=maker.stdout, stdout=sink, stderr=sink,
                                      preexec_fn=die_with_parent) as unpacker:
                    maker.stdout.close()
                    pump(maker.stderr, sink, watcher, progress)
                    while unpacker.poll() is None:
                        progress.update("unpacking")
                        try:
                            unpacker.wait(0.2)
                        except subprocess.TimeoutExpired:
                            pass
                code = maker.wait() or unpacker.returncode
            except BaseException:
                stop_group(maker)
                raise
            finally:
                maker.stderr.close()
        return code
    finally:
        remove_tree(scratch)


def _alive(pid: str) -> bool:
    return pid.isdigit() and Path(f"/proc/{pid}").exists()


def setup_command(checkout: Checkout, target: Path, key: str) -> list[str]:
    """setup.sh in the new root file system, with the host's network, names and certificates."""
    argv = ["bwrap", "--bind", str(target), "/", "--proc", "/proc", "--dev", "/dev",
            "--tmpfs", "/tmp", "--tmpfs", "/run", "--ro-bind", str(checkout.environment),
            RECIPE_IN_ROOT, "--unshare-pid", "--unshare-ipc", "--die-with-parent",
            "--new-session", "--chdir", "/"]
    if os.geteuid() == 0:
        argv += ["--cap-add", "ALL"]
    else:
        argv += ["--unshare-user", "--uid", "0", "--gid", "0"]
    resolver = Path("/etc/resolv.conf")
    if resolver.exists():
        argv += ["--ro-bind", str(resolver.resolve()), "/etc/resolv.conf"]
    bundle = ca_bundle()
    if bundle:
        argv += ["--ro-bind", bundle, CA_IN_ROOT]
    return argv + ["sh", f"{RECIPE_IN_ROOT}/setup.sh", RECIPE_IN_ROOT, key]


def ca_bundle() -> str | None:
    """The host's bundle of trusted certificates: a company's proxy signs with its own."""
    named = [os.environ.get(name, "") for name in CA_VARIABLES]
    default = ssl.get_default_verify_paths().cafile or ""
    for path in [*named, *CA_BUNDLES, default]:
        if path and os.path.isfile(path):
            return os.path.realpath(path)
    return None


def setup_environment() -> dict[str, str]:
    """Variables for setup.sh: proxies, certificates (pip's three names override one another)."""
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                   "HOME": "/root", "LC_ALL": "C.UTF-8"}
    for name in PROXY_VARIABLES:
        for spelling in (name, name.upper()):
            if spelling in os.environ:
                environment[spelling] = os.environ[spelling]
    for name in PIP_VARIABLES:
        if name in os.environ:
            environment[name] = os.environ[name]
    if ca_bundle():
        for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
            environment[name] = CA_IN_ROOT
    return environment


def explain(message: str, log: Path, target: Path) -> DiffbotError:
    """Adds what to try, from what the log says."""
    text = "\n".join(tail(log, 400))
    excerpt = None
    if no_space(text) or free_bytes(target) < 20_000_000:
        hint = disk_full_hint(target.parent)
    elif "subuid" in text or "subgid" in text or "newuidmap" in text:
        user = os.environ.get("USER") or str(os.getuid())
        hint = ("an ordinary user needs subordinate ids: sudo usermod --add-subuids 100000-165535 "
                f"--add-subgids 100000-165535 {user} (and the package uidmap)")
    elif re.search(r"unshare.*(not permitted|failed)", text):
        hint = "allow unprivileged user namespaces on this machine, or run ./diffbot as root"
    elif re.search(r"NO_PUBKEY|GPG error|signatures couldn't be verified|KEYEXPIRED", text):
        hint = ("Debian's keys are missing or too old here: install or update the package "
                "debian-archive-keyring, or name a key file: --keyring FILE")
    elif re.search(r"does not have a Release file|Release +4\d\d|404 +Not Found", text):
        hint = ("this mirror does not (or no longer) carry Debian 11: name one that does, such as "
                "Debian's archive: --mirror URL")
    elif re.search(r"resolv|[Cc]onnection|[Cc]ould not connect|unreachable|Max retries|timed out"
                   r"|Failed to fetch", text):
        hint = ("check the network, and the proxy variables (http_proxy, https_proxy); another "
                "Debian mirror: --mirror URL")
    elif "do not match the hashes" in text.lower():
        hint = "a downloaded file is not the pinned one: check the network and the package index"
    else:
        hint = "run the same command again; the log has every step"
    failures = [line for line in text.split("\n")
                if re.search(r"^(E:|dpkg: error|ERROR:|tar:|setup\.sh:)|No space left", line)]
    if failures:
        excerpt = [line[:300] for line in failures[-8:]]
    return DiffbotError(message, log=log, excerpt=excerpt, hint=hint)
