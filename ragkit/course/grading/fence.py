"""A fence around a submission: limits of the operating system, and of what Python lets it do.

Python reports many of its actions to audit hooks, and a hook may forbid one by raising. A hook
cannot be taken off again. So a submission reaches no network, starts no process, changes no file
outside its own folder, and reads none of the folders that are closed to it.

It is a fence, not a wall. It stops what goes wrong and what is tried for fun. Code written to get
round it can: by `ctypes` or another library in C, which Python does not watch. The check runs in
the same process as the answer, so such code can also change what the check says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

NETWORK = frozenset(
    {
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.sendmsg",
        "socket.sendto",
    }
)
PROCESSES = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.killpg",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
}
SPAWNERS = {"multiprocessing.popen_forkserver", "multiprocessing.popen_spawn_posix"}
"""Modules that start processes without an event; so it is their import that is forbidden."""
CHANGES = {
    "os.chmod",
    "os.chown",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
}
"""Events whose first arguments are paths of files that change."""
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
"""Flags with which opening a file may change it."""
LARGEST_FILE = 20_000_000
"""Bytes that a submission may write into one file."""


class Forbidden(PermissionError):
    """A submission tried what it may not do here."""


def fence(own: Path, closed: Sequence[Path]) -> None:
    """Put up the fence, for as long as this process lives.

    `own` is the folder in which it may write; `closed` are folders in which it may not even read.
    """
    allowed = os.path.realpath(own)
    hidden = [os.path.realpath(folder) for folder in closed]
    sys.dont_write_bytecode = True
    sys.addaudithook(_hook(allowed, hidden))


def limit(memory: int, seconds: int) -> None:
    """Limit what this process may use: bytes of memory beyond today's, and seconds of computing.

    Windows has no such limits, and macOS has not all of them. There `grade.py` alone watches.
    """
    with suppress(ImportError):
        import resource

        import psutil

        today = psutil.Process().memory_info().vms
        limits = {
            resource.RLIMIT_AS: today + memory,
            resource.RLIMIT_CPU: seconds,
            resource.RLIMIT_FSIZE: LARGEST_FILE,
            resource.RLIMIT_CORE: 0,
        }
        for kind, most in limits.items():
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


def _hook(own: str, closed: Sequence[str]) -> Callable[[str, tuple[Any, ...]], None]:
    def forbid(event: str, arguments: tuple[Any, ...]) -> None:
        if event in NETWORK:
            raise Forbidden("a submission may not use the network")
        if event in PROCESSES or (event == "import" and arguments[0] in SPAWNERS):
            raise Forbidden("a submission may not start or end other processes")
        if event in CHANGES:
            _must_be_own(arguments, own)
        if event == "open":
            _may_open(arguments, own, closed)

    return forbid


def _must_be_own(arguments: tuple[Any, ...], own: str) -> None:
    """The paths of an event are in the submission's own folder."""
    for path in arguments[:2]:
        if _is_path(path) and not _is_in(path, own):
            raise Forbidden("a submission may change files in its own folder only")


def _may_open(arguments: tuple[Any, ...], own: str, closed: Sequence[str]) -> None:
    """Whether a file may be opened; a number is a file that is open already."""
    path, _, flags = arguments
    if path == os.devnull or not _is_path(path):
        return
    if isinstance(flags, int) and flags & WRITES:
        _must_be_own((path,), own)
    if any(_is_in(path, folder) for folder in closed):
        raise Forbidden("a submission may not read the submissions of others, nor the solutions")


def _is_path(argument: Any) -> bool:
    return isinstance(argument, str | bytes | os.PathLike)


def _is_in(path: str | bytes | os.PathLike[str], folder: str) -> bool:
    """Whether a path is in a folder, or the folder itself; links are followed."""
    name = os.fsdecode(path)
    real = os.path.realpath(name)
    if real == folder:
        return True
    return real.startswith(folder + os.sep)
